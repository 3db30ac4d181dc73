"""The letter of a game's outcome in the active language, such as W in English and S in German."""

from django.utils.text import capfirst
from django.utils.translation import gettext as _

OUTCOME_CODES = "WLTBFV"
"""The codes for won, lost, tie, bye, forfeit and void, as in `ProgressStep.letter`."""


def outcome_letters() -> dict[str, str]:
    """Return the letter of each code."""
    # Translators: one letter each for won, lost, tie, bye, forfeit and void, all different
    return dict(zip(OUTCOME_CODES, _("W L T B F V").split(), strict=True))


def outcome_letter(code: str) -> str:
    """Return the letter of a code, or "" for an empty code (a game without a result)."""
    return outcome_letters()[code] if code else ""


def forfeit_in_words(code: str) -> str:
    """Return “Forfeit” or “Opponent’s forfeit” for the code of a round without a game, or "" if it is no forfeit."""
    return capfirst({"F": _("forfeit"), "W": _("opponent’s forfeit")}.get(code, ""))


def outcome_letters_by_name() -> dict[str, str]:
    """Return the letters by the name of the outcome, such as "won", to fill in a legend."""
    names = ("won", "lost", "tied", "bye", "forfeit", "void")
    return dict(zip(names, outcome_letters().values(), strict=True))
