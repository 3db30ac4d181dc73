"""What the workbook of a report is made of, beside its cells."""
