"""The parts of a report's workbook other than its cells."""
