"""Sentences about the origin of initial ratings, and the agreement of new ones with those in force."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_noop as _
from django.utils.translation import ngettext

from scoring.wording.sentence import Counted, Wording, fill

SENTENCES: Mapping[str, Wording] = {
    "list_unknown": _(
        "The ratings before are those saved when it was rated. The list they came from was not saved, "
        "so the figures cannot be calculated again here."
    ),
    "since": _(
        "Results were entered or corrected since it was rated, and these figures are as they would "
        "be now. Undo the rating with a reason and rate again."
    ),
    "unsure": _(
        "Results were entered or corrected since it was rated. These are the figures that were kept "
        "then; rate it again on the laptop that has the list it stood on."
    ),
    "otherwise": _(
        "These are the figures that were kept when it was rated. Worked out again they would be "
        "others, though no result has changed since: a rating, a name, a date or the number of "
        "rounds has. Undo the rating with a reason and rate again, if that is to count."
    ),
    "unknown_games": _("Career games are not known of {names}."),
    "unknown_deviation": _("How sure the rating is, is not known of {names}."),
    "unknown_volatility": _("The volatility is not known of {names}."),
    "unknown_form": _("What the last games brought is not known of {names}."),
    "from_run": _(
        "Ratings before are those the rating run had come to, begun from the list {list}."
    ),
    "no_list": _(
        "Ratings before count as they were entered: there is no list of {system} ratings here."
    ),
    "list_too_late": _(
        "Ratings before count as they were entered: the list {list} is later than this "
        "event, which was on {date}."
    ),
    "entered_then": _(
        "Ratings before count as they were entered: no list told them when it was rated."
    ),
    "stays_on_list": _(
        "It was rated on that list before and stays on it; to rate by {list}, take that list "
        "back first."
    ),
    "stored_then": _(
        "Ratings before are those kept when it was rated, by the list {list}, which is not "
        "on this laptop."
    ),
    "from_list": _("Ratings before come from the list {list}."),
    "nobody_listed": _("Nobody here is on it, so everybody counts as entered."),
    "everybody_listed": _("Everybody here is on it."),
    "all_but_one_listed": Counted(
        "count",
        lambda n: ngettext(
            "{count} of {people} here is on it; the other one counts as entered.",
            "{count} of {people} here are on it; the other one counts as entered.",
            n,
        ),
    ),
    "some_listed": Counted(
        "count",
        lambda n: ngettext(
            "{count} of {people} here is on it; the others count as entered.",
            "{count} of {people} here are on it; the others count as entered.",
            n,
        ),
    ),
    "later_list": _("The list {list} is later than this event and is not used."),
    "later_list_of_club": _(
        "The list {list} is later than this event and is not used. What this session brings "
        "is not in it."
    ),
    "first_rating": _("first rating"),
    "and_others": Counted(
        "count", lambda n: ngettext("{names} and {count} other", "{names} and {count} others", n)
    ),
    "by_list": _("by the list {name}"),
    "as_entered": _("as entered"),
}


def of_rating(code: str, /, **values: Any) -> str:
    """Return the sentence of a code, filled with these values."""
    return fill(SENTENCES[code], values)
