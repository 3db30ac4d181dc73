"""The version of the program. Packaging, commands, pages, papers and archives read it here."""

VERSION = "1.0.0"
