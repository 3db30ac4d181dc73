"""One file per kind of prize; the file's name is its key."""
