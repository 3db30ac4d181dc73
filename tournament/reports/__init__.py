"""Everything a director prints or hands over: one `Report` per form, every format from it."""
