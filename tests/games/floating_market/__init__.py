"""What the rules of Floating Market say, one statement a test."""
