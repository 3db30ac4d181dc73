"""Typesetting of reports on paper: type, ink, tables, boards and pages, for the PDF renderer."""
