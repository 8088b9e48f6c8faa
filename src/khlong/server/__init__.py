"""The server: tables of people and bots over HTTP and WebSocket, kept in SQLite or PostgreSQL.

A table is its header (game, options, secret seed) and its log; everything else is worked out from these. An entry is
written to the log before anybody is told of it, so what was acknowledged is never lost.
"""
