"""Finding people by what somebody types at the door: any part of any name, or the number."""

from tournament.engine.roster import without_accents


def matches(search: str, name: str, number: int) -> bool:
    """Whether every word typed begins a word of the name, or is the number; blank finds all."""
    words = without_accents(search).split()
    parts = without_accents(name).split()
    return all(
        word == str(number) or any(part.startswith(word) for part in parts) for word in words
    )
