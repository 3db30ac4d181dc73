"""The reports, one file each. The file's name is the key; its class builds a `Report` from queries."""
