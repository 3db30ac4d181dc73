"""What the files of tsh have in common: their text, their lines, their configuration."""
