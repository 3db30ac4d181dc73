"""One file per format: the file's name is the format, its class turns any `Report` into bytes."""
