"""Text damaged by chance, as typists and other programs damage it."""

from collections.abc import Callable
from random import Random


def spoilt(text: str, draw: Random, others: str = "QE?.9-( ") -> str:
    """Return the text with one character removed, doubled, exchanged with the next, or replaced by one of `others`."""
    at = draw.randrange(len(text) or 1)
    other = draw.choice(others)
    ways: tuple[Callable[[], str], ...] = (
        lambda: text[:at] + text[at + 1 :],
        lambda: text[:at] + text[at : at + 1] + text[at:],
        lambda: text[:at] + text[at + 1 : at + 2] + text[at : at + 1] + text[at + 2 :],
        lambda: text[:at] + other + text[at + 1 :],
    )
    return draw.choice(ways)()
