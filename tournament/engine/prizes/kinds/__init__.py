"""The kinds of prize, one per file; the file name is the key."""
