"""One file per format of whole events, read or written; the file's name is the key."""
