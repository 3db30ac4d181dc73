"""What is offered to whoever begins the record of a game: the rules last used, the people known."""

from __future__ import annotations

from scoring.models import Game, GamePlayer
from scoring.models.organisation import of_here
from scoring.signals import known_people

LATEST = 200
"""How many games back the rules that were used are looked for."""
MOST_PEOPLE = 1000


def rules_last_used() -> list[str]:
    """The keys of the rule sets of the latest games, the last used first, each once. One query."""
    latest = Game.objects.order_by("-id").values_list("rules", flat=True)[:LATEST]
    return list(dict.fromkeys(latest))


def people_known() -> list[str]:
    """The names of those who played a recorded game or are known otherwise, in alphabetical order.

    One query, and those of the receivers of `known_people`.
    """
    rows = GamePlayer.objects.filter(of_here("game__organisation")).order_by("-id")
    names = set(rows.values_list("name", flat=True)[:MOST_PEOPLE])
    for _receiver, people in known_people.send(GamePlayer):
        names.update(people or ())
    return sorted(names, key=str.casefold)[:MOST_PEOPLE]
