"""Files that come from elsewhere or go there, one file per format."""
