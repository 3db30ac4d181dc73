"""Who wins a game as it stands or as it was announced, and when that last changed by a ruling or a correction."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scoring.engine.dispute import Outcome
from scoring.engine.endings import lost_on_time, winners
from scoring.engine.replay import AFTER_THE_PLAYS
from scoring.engine.turns import Kind
from scoring.models import Activity, Game
from scoring.queries.sheets import GameSheet

FLIPPED = "result_flips"
"""The verb of the activity log under which a flip is entered."""
RULED_ON = "Turn {} was ruled on"
"""How a flip tells that it came of a ruling."""


@dataclass(frozen=True)
class Flip:
    """A change after which somebody else wins, or a tie comes or goes; sentences for both states."""

    before: str
    after: str
    why: str
    """What was done: ``Turn 7 was corrected``."""
    by: str
    at: datetime
    reason: str
    finals: tuple[int, ...]
    """Final scores by seat afterwards."""
    winners: tuple[str, ...]

    def came_of(self, turn: int) -> bool:
        """Whether it was the ruling on this turn that did it."""
        return self.why.startswith(f"{RULED_ON.format(turn)}:")


def outcome_of(sheet: GameSheet, *, standing: int | None = None) -> Outcome | None:
    """Finals and winners as they count; None while the game goes on or a rack is not known.

    With `standing`, the number of a turn, as they would be if its announced score counted.
    """
    finals = [final for final in sheet.finals if final is not None]
    if len(finals) < len(sheet.names) or not (sheet.replay.ended or sheet.replay.may_end):
        return None
    before = list(sheet.before_racks)
    if standing is not None:
        row = sheet.rows[standing - 1]
        more = 0 if row.announced is None else row.announced - row.counts
        finals[row.seat] += more
        if row.turn.kind not in AFTER_THE_PLAYS:
            before[row.seat] += more
    late = lost_on_time(sheet.replay)
    return Outcome(tuple(finals), winners(finals, before, sheet.rules.tie_rule, late))


def announced_outcome(sheet: GameSheet) -> Outcome | None:
    """Finals and winners by what was announced, racks still to be written added.

    None while the game goes on, and where a final is not known.
    """
    if not (sheet.replay.ended or sheet.replay.may_end):
        return None
    written = {turn.player for turn in sheet.record.turns if turn.kind is Kind.END_RACK}
    finals = []
    for seat, said in enumerate(_announced(sheet)):
        amount = 0 if seat in written else sheet.replay.settlement.amounts[seat]
        if said is None or amount is None:
            return None
        finals.append(said + amount)
    before = [0] * len(sheet.names)
    for row in sheet.rows:
        if row.turn.kind not in AFTER_THE_PLAYS:
            before[row.seat] += row.correct if row.announced is None else row.announced
    late = lost_on_time(sheet.replay)
    return Outcome(tuple(finals), winners(finals, before, sheet.rules.tie_rule, late))


def _announced(sheet: GameSheet) -> list[int | None]:
    """What each seat was said to have in the end; None where the score of a play was not said.

    For a pass nobody says anything; nothing is what it scores.
    """
    finals: list[int | None] = [0] * len(sheet.names)
    for row in sheet.rows:
        said, before = row.announced, finals[row.seat]
        if said is None and row.turn.kind is not Kind.PLAY:
            said = row.correct
        if row.turn.total is not None:
            finals[row.seat] = row.turn.total
        else:
            finals[row.seat] = None if before is None or said is None else before + said
    return finals


def last_flip(game: Game, outcome: Outcome | None, names: Collection[str]) -> Flip | None:
    """The last flip of a game, while its result is still what it became then. One query."""
    if outcome is None:
        return None
    flip = flips_of([game]).get(game.pk)
    winning = tuple(name for seat, name in enumerate(names) if seat in outcome.winners)
    return flip if flip is not None and flip.winners == winning else None


def flips_of(games: Collection[Game]) -> dict[int, Flip]:
    """The last flip of each of these games that had one, by the game's key. One query."""
    keys = {f"game:{game.pk}": game.pk for game in games}
    entries = Activity.objects.filter(scope__in=keys, verb=FLIPPED).order_by("id")
    return {keys[entry.scope]: _flip(entry) for entry in entries}


def _flip(entry: Activity) -> Flip:
    before: dict[str, Any] = entry.before or {}
    after: dict[str, Any] = entry.after or {}
    return Flip(
        before=before["sentence"],
        after=after["sentence"],
        why=after["why"],
        by=entry.actor,
        at=entry.at,
        reason=entry.reason,
        finals=tuple(after["finals"]),
        winners=tuple(after["winners"]),
    )
