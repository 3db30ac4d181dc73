"""Suggestions for recording a new game: rules last used and names of known people."""

from __future__ import annotations

from scoring.models import Game, GamePlayer
from scoring.models.organisation import current_tenant_filter
from scoring.signals import known_people

RECENT_GAME_COUNT = 200
"""Number of games searched for the rules last used."""
MAX_PEOPLE = 1000


def rules_last_used() -> list[str]:
    """Return the keys of the rule sets of the latest games, most recent first, without repeats.

    This takes one query.
    """
    latest = Game.objects.order_by("-id").values_list("rules", flat=True)[:RECENT_GAME_COUNT]
    return list(dict.fromkeys(latest))


def names_for_new_games() -> list[str]:
    """Return the names of people with recorded games and of other known people, in alphabetical order.

    At most `MAX_PEOPLE` names are returned. This takes one query, plus those of the receivers of
    `known_people`.
    """
    rows = GamePlayer.objects.filter(current_tenant_filter("game__organisation")).order_by("-id")
    names = set(rows.values_list("name", flat=True)[:MAX_PEOPLE])
    for _receiver, people in known_people.send(GamePlayer):
        names.update(people or ())
    return sorted(names, key=str.casefold)[:MAX_PEOPLE]
