"""The common parts of tsh files: text, lines and configuration."""
