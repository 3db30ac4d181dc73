"""One file per metric; the file's name is the key."""
