"""Sentences about the origin of initial ratings, and whether new ones agree with those in force."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_noop as _
from django.utils.translation import ngettext

from scoring.wording.sentence import PluralSentence, Wording, fill_wording

SENTENCES: Mapping[str, Wording] = {
    "list_unknown": _(
        "The ratings before the event are those saved when it was rated. The list they came "
        "from was not saved, so the figures cannot be recalculated here."
    ),
    "since": _(
        "Results have been entered or corrected since the division was rated. These figures "
        "include them. To use the new figures, undo the rating with a reason and rate the "
        "division again."
    ),
    "unsure": _(
        "Results have been entered or corrected since the division was rated. These are the "
        "figures saved at that time; rate the division again on the laptop that has the rating "
        "list."
    ),
    "otherwise": _(
        "These are the figures saved when the division was rated. They would now be different, "
        "although no result has changed: a rating, a name, a date or the number of rounds has "
        "changed since. To use the new figures, undo the rating with a reason and rate the "
        "division again."
    ),
    "unknown_games": _("The career games of {names} are not known."),
    "unknown_deviation": _("The rating deviation of {names} is not known."),
    "unknown_volatility": _("The volatility of {names} is not known."),
    "unknown_form": _("The results of the last games of {names} are not known."),
    "from_run": _(
        "The ratings before the event are the latest of the rating run, which began with the "
        "list {list}."
    ),
    "no_list": _(
        "The ratings entered with the players are used: no list of {system} ratings has been added."
    ),
    "list_too_late": _(
        "The ratings entered with the players are used: the list {list} is later than this "
        "event, which was on {date}."
    ),
    "entered_then": _(
        "The ratings entered with the players are used: no list had them when the event was rated."
    ),
    "stays_on_list": _(
        "The event has already been rated with that list, so it is used again. To rate with "
        "{list}, first withdraw the list used so far."
    ),
    "stored_then": _(
        "The ratings before the event are those saved when it was rated with the list {list}, "
        "which is not on this laptop."
    ),
    "from_list": _("The ratings before the event come from the list {list}."),
    "nobody_listed": _(
        "No player in the division is on the list, so the ratings entered are used."
    ),
    "everybody_listed": _("All players in the division are on the list."),
    "all_but_one_listed": PluralSentence(
        "count",
        lambda n: ngettext(
            "{count} of {people} players in the division is on the list; the other keeps the "
            "rating entered.",
            "{count} of {people} players in the division are on the list; the other keeps the "
            "rating entered.",
            n,
        ),
    ),
    "some_listed": PluralSentence(
        "count",
        lambda n: ngettext(
            "{count} of {people} players in the division is on the list; the others keep the "
            "ratings entered.",
            "{count} of {people} players in the division are on the list; the others keep the "
            "ratings entered.",
            n,
        ),
    ),
    "later_list": _("The list {list} is later than this event and is not used."),
    "later_list_of_club": _(
        "The list {list} is later than this event and is not used. The results of this session "
        "are not in it."
    ),
    "first_rating": _("first rating"),
    "and_others": PluralSentence(
        "count", lambda n: ngettext("{names} and {count} other", "{names} and {count} others", n)
    ),
    "by_list": _("according to the list {name}"),
    "as_entered": _("as entered"),
}


def rating_sentence(code: str, /, **values: Any) -> str:
    """Return the sentence for a code, filled with these values."""
    return fill_wording(SENTENCES[code], values)
