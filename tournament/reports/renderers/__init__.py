"""The report formats, one file each. The file's name is the format; its class renders a `Report`."""
