"""Everything derived, derived once more from what was typed; each module answers for one kind."""
