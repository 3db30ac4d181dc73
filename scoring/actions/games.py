"""Everything that changes the record of a game. Guards first, one transaction, the log entry inside it."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import IntegrityError, transaction
from django.utils import timezone

from scoring import catalogue
from scoring.actions.activity import Actor, log
from scoring.actions.history import remember
from scoring.engine.legality import Fault, faults
from scoring.engine.record import Record
from scoring.engine.rulesets import RuleSet
from scoring.engine.turns import Kind, Turn
from scoring.models import Game, GamePlayer, Ruling, TurnEntry
from scoring.queries.sheets import GameSheet, sheet
from scoring.signals import game_finished, game_reopened


class Refused(Exception):
    """An action that is impossible as asked; the message says what to do instead."""


class CannotLie(Refused):
    """The tiles cannot lie as written; `faults` has every reason."""

    def __init__(self, found: Sequence[Fault]) -> None:
        super().__init__(" ".join(fault.message for fault in found))
        self.faults = tuple(found)


class NeedsConfirmation(Refused):
    """Possible, but irregular; the same action with ``confirmed=True`` records it."""

    def __init__(self, found: Sequence[Fault]) -> None:
        super().__init__(
            " ".join(fault.message for fault in found)
            + " Enter it again to record it all the same."
        )
        self.faults = tuple(found)


class SomebodyElseEntered(Refused):
    """Another browser changed the game since the page was read."""

    def __init__(self) -> None:
        super().__init__(
            "Somebody else has entered something in this game meanwhile. Look at the sheet, then enter it again."
        )


class GameFinished(Refused):
    """The game is closed; it must be reopened first."""

    def __init__(self) -> None:
        super().__init__("This game is finished. Reopen it to change its turns.")


class NotYetOver(Refused):
    """The game has not come to an end."""


def open_game(
    names: Sequence[str],
    rules: str,
    actor: Actor,
    *,
    title: str = "",
    lexicon: str = "",
    tile_set: str | None = None,
    layout: str | None = None,
) -> Game:
    """Open the record of a game; the first name begins. Raises `Refused` for an unfit number of players."""
    chosen = catalogue.rule_set(rules)
    if not chosen.players_min <= len(names) <= chosen.players_max:
        raise Refused(f"{chosen.name} is for {_players(chosen)}; {len(names)} were given.")
    with transaction.atomic():
        game = Game.objects.create(
            rules=rules,
            tile_set=catalogue.tile_set(tile_set or chosen.tile_set).key,
            layout=catalogue.layout(layout or chosen.layout).key,
            lexicon=lexicon,
            title=title,
            created_at=timezone.now(),
            created_by=actor.user,
        )
        GamePlayer.objects.bulk_create(
            GamePlayer(game=game, seat=seat, name=name) for seat, name in enumerate(names, 1)
        )
        log(actor, "open_game", f"Opened {game}: {', '.join(names)}", scope=scope_of(game))
    return game


def record_turn(
    game: Game, turn: Turn, actor: Actor, *, seen: int | None = None, confirmed: bool = False
) -> TurnEntry:
    """Add a turn to the end of the record.

    `seen` is `GameSheet.last_entry_id` as the page had it; another value than the present one is a
    conflict. Raises `CannotLie`, `NeedsConfirmation` (irregular, not `confirmed`),
    `SomebodyElseEntered`, `GameFinished`.
    """
    with transaction.atomic():
        now = open_sheet(game, seen)
        turn = checked(now, turn, confirmed=confirmed)
        last = now.entries[-1].position if now.entries else 0
        entry = save_entry(game, turn, last + TurnEntry.STEP, actor, now)
        remember(game, actor, after=entry)
        summary = f"{game}, turn {len(now.entries) + 1}: {now.names[turn.player]} {said(turn, now)}"
        log(actor, "record_turn", summary, scope=scope_of(game), after=figures(entry))
    return entry


def correct_turn(
    entry: TurnEntry,
    turn: Turn,
    actor: Actor,
    *,
    reason: str = "",
    seen: int | None = None,
    confirmed: bool = False,
) -> TurnEntry:
    """Put `turn` in the place of an entry, which is kept as superseded. Later turns replay on it.

    Raises as `record_turn` does; later turns that no longer fit are kept and shown, not refused.
    """
    game = entry.game
    with transaction.atomic():
        now = open_sheet(game, seen)
        index = index_of(now, entry)
        turn = checked(now, turn, confirmed=confirmed, before=index)
        entry.superseded_at = timezone.now()
        entry.superseded_why = reason
        entry.save(update_fields=["superseded_at", "superseded_why"])
        fresh = save_entry(game, turn, entry.position, actor, now)
        entry.superseded_by = fresh
        entry.save(update_fields=["superseded_by"])
        remember(game, actor, before=entry, after=fresh)
        summary = f"{game}, turn {index + 1} corrected: {now.names[turn.player]} {said(turn, now)}"
        log(
            actor, "correct_turn", summary,
            scope=scope_of(game), reason=reason, before=figures(entry), after=figures(fresh),
        )  # fmt: skip
    return fresh


def take_back(game: Game, actor: Actor, *, seen: int | None = None, reason: str = "") -> TurnEntry:
    """Undo the last turn of the record; it is kept as taken back. Raises `Refused` when there is none."""
    with transaction.atomic():
        now = open_sheet(game, seen)
        if not now.entries:
            raise Refused("There is no turn to take back.")
        entry = now.entries[-1]
        entry.superseded_at = timezone.now()
        entry.superseded_why = reason
        entry.save(update_fields=["superseded_at", "superseded_why"])
        remember(game, actor, before=entry)
        summary = f"{game}, turn {len(now.entries)} taken back: {now.shown(len(now.entries) - 1)}"
        log(actor, "take_back", summary, scope=scope_of(game), reason=reason, before=figures(entry))
    return entry


def rule(entry: TurnEntry, decision: str, actor: Actor, *, reason: str = "") -> Ruling:
    """Decide what counts where announced and correct differ; an earlier ruling is superseded.

    `decision` is a `Ruling.Decision`. Raises `Refused` when the turn does not differ, `GameFinished`.
    """
    game = entry.game
    with transaction.atomic():
        now = open_sheet(game, None)
        row = now.rows[index_of(now, entry)]
        if not row.differs or row.announced is None:
            raise Refused(
                f"Turn {row.number}: announced and correct score are the same; there is nothing to rule on."
            )
        Ruling.objects.filter(entry=entry, superseded_at__isnull=True).update(
            superseded_at=timezone.now()
        )
        ruling = Ruling.objects.create(
            entry=entry, decision=Ruling.Decision(decision), announced=row.announced, correct=row.correct,
            reason=reason, ruled_at=timezone.now(), ruled_by=actor.user,
        )  # fmt: skip
        log(
            actor,
            "rule",
            f"{game}, turn {row.number}: {ruling}",
            scope=scope_of(game),
            reason=reason,
        )
    return ruling


def finish_game(game: Game, actor: Actor, *, seen: int | None = None) -> tuple[int, ...]:
    """Close the record of a game that has ended, writing the end-rack lines nobody wrote; return the finals.

    Raises `NotYetOver` with what is missing; `SomebodyElseEntered`; `GameFinished`.
    """
    with transaction.atomic():
        now = open_sheet(game, seen)
        if not (now.replay.ended or now.replay.may_end):
            raise NotYetOver(
                "The game has not ended: nobody is out, and there were not enough scoreless turns in a row."
            )
        settlement = now.replay.settlement
        for seat, amount in enumerate(settlement.amounts):
            if amount is None:
                raise NotYetOver(
                    f"Enter the tiles left with {now.names[seat]} first: they are not known."
                )
        position = now.entries[-1].position
        for turn in _end_racks(now):
            position += TurnEntry.STEP
            remember(game, actor, after=save_entry(game, turn, position, actor, now))
        game.finished_at = timezone.now()
        game.save(update_fields=["finished_at"])
        done = sheet(game)
        finals = tuple(final or 0 for final in done.finals)
        score = ", ".join(f"{name} {final}" for name, final in zip(done.names, finals, strict=True))
        log(
            actor,
            "finish_game",
            f"{game} finished: {score}",
            scope=scope_of(game),
            after={"finals": list(finals)},
        )
        game_finished.send(Game, game=game, scores=finals, actor=actor)
    return finals


def reopen_game(game: Game, actor: Actor, *, reason: str) -> None:
    """Open a finished game again. Raises `Refused` when it is open or no reason is given."""
    if not reason.strip():
        raise Refused("Say why the game is reopened: its result has been posted.")
    with transaction.atomic():
        held = Game.objects.select_for_update().get(pk=game.pk)
        if held.finished_at is None:
            raise Refused("This game is open already.")
        held.finished_at = game.finished_at = None
        held.save(update_fields=["finished_at"])
        log(actor, "reopen_game", f"{game} reopened", scope=scope_of(game), reason=reason)
        game_reopened.send(Game, game=held, actor=actor)


def record_games_turns(game: Game, record: Record, actor: Actor) -> None:
    """Enter every turn of a record read from a file, as written, in one action. The game must be empty."""
    with transaction.atomic():
        now = open_sheet(game, None)
        if now.entries:
            raise Refused(f"{game} has turns already; a file is read into an empty game.")
        for number, turn in enumerate(record.turns, 1):
            save_entry(game, turn, number * TurnEntry.STEP, actor, now)
        summary = f"{game}: {len(record.turns)} turns read from a file"
        log(actor, "record_games_turns", summary, scope=scope_of(game))


def open_sheet(game: Game, seen: int | None) -> GameSheet:
    """The game's sheet, read under lock; refused when finished or changed since `seen`."""
    held = Game.objects.select_for_update().get(pk=game.pk)
    if held.finished_at is not None:
        raise GameFinished
    now = sheet(held)
    if seen is not None and seen != now.last_entry_id:
        raise SomebodyElseEntered
    return now


def checked(now: GameSheet, turn: Turn, *, confirmed: bool, before: int | None = None) -> Turn:
    """The turn in tiles, refused when it cannot lie, questioned when it is irregular."""
    position = now.replay
    if before is not None:
        position = type(position)(now.rules, now.tile_set, now.layout, len(now.names)).take(
            now.record.turns[:before]
        )
    if not 0 <= turn.player < len(now.names):
        raise Refused(f"There is no seat {turn.player + 1} in this game.")
    turn = Record((), (turn,), bracketed=True).in_tiles(now.tile_set).turns[0]
    found = faults(position, turn)
    if any(fault.stops for fault in found):
        raise CannotLie(found)
    if found and not confirmed:
        raise NeedsConfirmation(found)
    return turn


def _end_racks(now: GameSheet) -> list[Turn]:
    """The end-rack lines still to be written: for everybody whose score the racks change."""
    settlement = now.replay.settlement
    written = {turn.player for turn in now.record.turns if turn.kind is Kind.END_RACK}
    lines = []
    for seat, amount in enumerate(settlement.amounts):
        if seat in written or not amount:
            continue
        own = settlement.racks[seat] or ()
        others = [
            tile
            for other, rack in enumerate(settlement.racks)
            if other != seat
            for tile in rack or ()
        ]
        if seat == settlement.out:
            lines.append(Turn(Kind.END_RACK, seat, None, tiles=others, announced=amount))
        else:
            lines.append(Turn(Kind.END_RACK, seat, own, tiles=own, announced=amount))
    return lines


def save_entry(game: Game, turn: Turn, position: int, actor: Actor, now: GameSheet) -> TurnEntry:
    write = now.tile_set.write
    try:
        with transaction.atomic():
            return TurnEntry.objects.create(
                game=game, position=position, kind=turn.kind.value, seat=turn.player + 1,
                rack=None if turn.rack is None else write(turn.rack), coordinate=turn.coordinate.upper(),
                tiles=write(turn.tiles), exchanged=turn.exchanged, announced=turn.announced, total=turn.total,
                remark=turn.remark, entered_at=timezone.now(), entered_by=actor.user,
            )  # fmt: skip
    except IntegrityError:
        raise SomebodyElseEntered from None


def index_of(now: GameSheet, entry: TurnEntry) -> int:
    for index, standing in enumerate(now.entries):
        if standing.pk == entry.pk:
            return index
    raise SomebodyElseEntered


def said(turn: Turn, now: GameSheet) -> str:
    tiles = now.tile_set.write(turn.tiles)
    what = {
        Kind.PLAY: f"{turn.coordinate} {tiles}",
        Kind.EXCHANGE: f"exchanged {tiles or turn.exchanged}",
    }
    said = what.get(turn.kind, turn.kind.value.replace("_", " "))
    return said if turn.announced is None else f"{said} {turn.announced}"


def figures(entry: TurnEntry) -> dict[str, object]:
    return {
        "id": entry.pk, "kind": entry.kind, "seat": entry.seat, "coordinate": entry.coordinate,
        "tiles": entry.tiles, "announced": entry.announced, "remark": entry.remark,
    }  # fmt: skip


def _players(rules: RuleSet) -> str:
    if rules.players_min == rules.players_max:
        return f"{rules.players_min} players"
    return f"{rules.players_min} to {rules.players_max} players"


def scope_of(game: Game) -> str:
    return f"game:{game.pk}"
