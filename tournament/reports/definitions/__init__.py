"""One file per report: the file's name is its key, its class builds one `Report` from queries."""
