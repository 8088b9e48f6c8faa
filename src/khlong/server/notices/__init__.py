"""Notices: people who are away are told that it is their turn, where and when they wish."""
