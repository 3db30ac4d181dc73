"""Practice for scorekeepers: typing a made-up game as called out, with some wrong scores."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring import catalogue
from scoring.actions.activity import Actor, log
from scoring.actions.games import open_game
from scoring.actions.refusals import Refused
from scoring.actions.turns import scope_of
from scoring.engine.game.record import Record
from scoring.engine.game.replay import Replay
from scoring.engine.game.turns import TurnKind
from scoring.engine.typing.lines import typed_line
from scoring.models import Game, PracticeGame
from scoring.wording.log import say

RULES = "naspa_nwl"
PACES = (0, 10, 20, 30, 45)
"""The paces to choose from, in seconds between turns; 0 waits for the scorekeeper."""
LENGTHS = (8, 16, 24)
MAX_KEYSTROKES = 100_000


def begin_practice(actor: Actor, record: Record, *, pace: int, turns: int) -> PracticeGame:
    """Open a separate game in which the first `turns` of `record` are to be recorded as called out.

    `record` is a made-up game under `RULES`. Raise `Refused` for an unknown pace or length.
    """
    if pace not in PACES or turns not in LENGTHS:
        raise Refused(_("Choose a pace and the number of turns from the lists."))
    with transaction.atomic():
        game = open_game(
            [seat.name for seat in record.seats], RULES, actor, title=_("Practice for scorekeepers")
        )
        return PracticeGame.objects.create(
            game=game,
            turns=practice_turns(record, turns),
            pace=pace,
            begun_at=timezone.now(),
            begun_by=actor.user,
        )


def practice_turns(record: Record, most: int) -> list[dict[str, object]]:
    """Return at most `most` turns before the end racks as they are called out, each with the line that records it."""
    rules = catalogue.rule_set(RULES)
    position = Replay(rules, catalogue.tile_set("english"), catalogue.layout("standard"))
    calls: list[dict[str, object]] = []
    for turn in record.split_into_tiles(position.tile_set).turns:
        plain = turn._replace(rack=None, total=None)
        if turn.kind is TurnKind.END_RACK or len(calls) == most:
            break
        line = typed_line(plain, position)
        position.add_turns([turn])
        calls.append(
            {
                "player": record.seats[turn.player].name,
                "kind": turn.kind.value,
                "line": line,
                "announced": turn.announced,
                "correct": position.scores[-1],
            }
        )
    return calls


def end_practice(game: Game, actor: Actor, *, keys: int) -> PracticeGame:
    """Record the end of the practice and its number of keystrokes. Raise `Refused` if it has ended."""
    with transaction.atomic():
        practice = PracticeGame.objects.select_for_update().get(game=game)
        if practice.ended_at is not None:
            raise Refused(_("This practice has ended."))
        practice.ended_at, practice.keys = timezone.now(), max(0, min(keys, MAX_KEYSTROKES))
        practice.save(update_fields=["ended_at", "keys"])
        log(actor, "end_practice", say("end_practice", game=game), scope=scope_of(game))
    return practice
