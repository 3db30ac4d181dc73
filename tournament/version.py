"""The version of the program, as used by packaging, commands, pages, papers and archives."""

VERSION = "1.0.0"
