"""Import and export of files, one module per format."""
