"""A whole game entered at once, as a file has it: opened, its turns recorded, finished where it reached its end.

It comes to the same as `open_game`, `record_games_turns` and `finish_game` one after the other, with the same
entries in the log, but nothing is read back between them: a folder of a thousand games is no long wait.
"""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from scoring.actions.activity import Actor, Told, log_all
from scoring.actions.flips import told
from scoring.actions.games import end_racks_due, refuse_unfit_number
from scoring.actions.turns import (
    entries_of,
    entry_of,
    game_fields,
    read_from_file,
    scope_of,
)
from scoring.engine.verification import Verification
from scoring.models import Edit, Game, GamePlayer, TurnEntry
from scoring.signals import game_finished


def record_whole_game(
    done: Verification, names: list[str], actor: Actor, *, title: str = "", lexicon: str = ""
) -> Game:
    """Enter the game that was verified, under the rules it was verified by; one transaction.

    It stays open where it has not ended or a rack nobody wrote down is missing. Raises `Refused` for an
    unfit number of players.
    """
    record, replayed, setting = done.audit.record, done.audit.game, done.setting
    refuse_unfit_number(setting.rules, names)
    now = timezone.now()
    amounts = replayed.settlement.amounts if done.audit.finished else (None,)
    ends = None not in amounts
    with transaction.atomic():
        game = Game.objects.create(
            rules=setting.rules.key,
            tile_set=setting.tile_set.key,
            layout=setting.layout.key,
            lexicon=lexicon,
            title=title,
            created_at=now,
            created_by=actor.user,
            finished_at=now if ends else None,
            **game_fields(record),
        )
        scope = scope_of(game)
        GamePlayer.objects.bulk_create(
            GamePlayer(game=game, seat=seat, name=name) for seat, name in enumerate(names, 1)
        )
        entries = list(entries_of(game, record, actor, setting.tile_set))
        racks = end_racks_due(replayed) if ends else []
        written = [
            entry_of(game, turn, number * TurnEntry.STEP, actor, setting.tile_set)
            for number, turn in enumerate(racks, len(entries) + 1)
        ]
        TurnEntry.objects.bulk_create(entries + written)
        Edit.objects.bulk_create(
            Edit(game=game, after=entry, made_at=now, made_by=actor.user) for entry in written
        )
        tell = [
            Told("open_game", f"Opened {game}: {', '.join(names)}", scope),
            Told("record_games_turns", read_from_file(game, record), scope),
        ]
        if ends:
            outcome = done.audit.outcome
            finals = tuple(final or 0 for final in outcome.finals)
            score = ", ".join(f"{name} {final}" for name, final in zip(names, finals, strict=True))
            tell.append(
                Told(
                    "finish_game",
                    f"{game} finished: {score}",
                    scope,
                    after=told(outcome, names),
                )
            )
        log_all(actor, tell)
        if ends:
            game_finished.send(Game, game=game, scores=finals, winners=outcome.winners, actor=actor)
    return game
