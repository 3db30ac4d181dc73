"""The reports of an event: each definition builds one `Report`, and renderers write it in every format."""
