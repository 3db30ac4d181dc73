"""The letter by which a list names how a game ended, in the language of now: W in English, S in German."""

from django.utils.translation import gettext as _

CODES = "WLTBFV"
"""Won, lost, tie, bye, forfeit, void, as `ProgressStep.letter` has them."""


def letters() -> dict[str, str]:
    """Return the letter of each code."""
    # Translators: a letter each for won, lost, tie, bye, forfeit, void: six different ones
    return dict(zip(CODES, _("W L T B F V").split(), strict=True))


def letter(code: str) -> str:
    """Return the letter of a code; empty for a game without result."""
    return letters()[code] if code else ""


def named_letters() -> dict[str, str]:
    """Return the letters by what they stand for, to fill in a legend."""
    names = ("won", "lost", "tied", "bye", "forfeit", "void")
    return dict(zip(names, letters().values(), strict=True))
