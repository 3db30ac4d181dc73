"""How a report is set on paper: type, ink, tables, boards, pages. For the PDF renderer alone."""
