"""The charts and the rows of a report's workbook."""
