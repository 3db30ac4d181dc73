"""Record and correct the turns of a game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor, log
from scoring.actions.flips import log_flip
from scoring.actions.locking import lock_game, reassign_seats, record_edit
from scoring.actions.refusals import EditConflict, Refused
from scoring.engine.board.tiles import TileSet
from scoring.engine.game.record import Record
from scoring.engine.game.turns import Turn, TurnKind
from scoring.models import Game, TurnEntry
from scoring.models.turn import CLOCK, is_clock
from scoring.queries.sheets import GameSheet, sheet
from scoring.queries.turn_preview import CheckedTurn, check_turn
from scoring.wording.engine import sentence
from scoring.wording.log import say
from scoring.wording.sentence import Sentence

_DERIVED_PRAGMAS = frozenset(
    {
        "character-encoding", "title", "lexicon", "tile-set", "board-layout",
        "rack1", "rack2", "rack3", "rack4", "incomplete",
    }
)  # fmt: skip
"""Names of pragmas that are not stored: they are derived from the game or describe where the file stopped."""


def record_turn(
    game: Game, turn: Turn, actor: Actor, *, seen: int | None = None, confirmed: bool = False
) -> TurnEntry:
    """Add a turn to the end of the record, and return its entry.

    `seen` is the `GameSheet.fingerprint` shown on the page, or None to skip the check. Raise
    `EditConflict` if the current one differs. Raise `Refused` if the game is finished or has no
    such seat. May raise the exceptions of `refuse_unfit_turn`.
    """
    with locked_sheet(game, seen) as now:
        return record_checked_turn(now, checked_turn(now, turn), actor, confirmed=confirmed)


def record_checked_turn(
    now: GameSheet, judged: CheckedTurn, actor: Actor, *, confirmed: bool = False, clock: str = ""
) -> TurnEntry:
    """Add a turn checked on `now`, a `locked_sheet`, as the next turn of the game.

    `clock` is the player's clock after the turn, such as ``12:34``, and is stored as a note. Raise
    `EditConflict` if the position of the turn is taken. May raise the exceptions of
    `refuse_unfit_turn`.
    """
    refuse_unfit_turn(judged, confirmed=confirmed)
    game, turn = now.game, judged.turn
    last = now.entries[-1].position if now.entries else 0
    entry = save_entry(game, turn, last + TurnEntry.STEP, actor, now, clock=clock)
    record_edit(game, actor, after=entry)
    done = say(
        "record_turn",
        game=game,
        turn=len(now.entries) + 1,
        player=now.names[turn.player],
        what=turn_for_log(turn, now),
    )
    log(actor, "record_turn", done, scope=scope_of(game), after=entry_values(entry))
    return entry


def correct_turn(
    entry: TurnEntry,
    turn: Turn,
    actor: Actor,
    *,
    reason: str = "",
    seen: int | None = None,
    confirmed: bool = False,
    notes_flip: bool = True,
) -> TurnEntry:
    """Replace an entry with `turn`, keep the old entry as superseded, and replay later turns.

    If the correction changes the player, later turns are reassigned too if that puts them in order.
    With `notes_flip` false, the caller logs any change of the winner.

    Raise `Refused` if the slip is signed and no reason is given. May raise the exceptions of
    `record_turn`. Later turns that become irregular are recorded and shown, not refused.
    """
    with locked_sheet(entry.game, seen) as now:
        judged = checked_turn(now, turn, index_of(now, entry))
        return correct_with_checked_turn(
            now, judged, actor, reason=reason, confirmed=confirmed, notes_flip=notes_flip
        )


def correct_with_checked_turn(
    now: GameSheet,
    judged: CheckedTurn,
    actor: Actor,
    *,
    reason: str = "",
    confirmed: bool = False,
    clock: str | None = None,
    notes_flip: bool = True,
) -> TurnEntry:
    """Save a turn checked on `now`, a `locked_sheet`, at its position, superseding the entry there.

    `clock` replaces the clock noted there; None leaves it unchanged. Raise `Refused` if the slip is
    signed and no reason is given. May raise the exceptions of `refuse_unfit_turn`.
    """
    require_reason_if_signed(now.game, reason)
    refuse_unfit_turn(judged, confirmed=confirmed)
    game, turn, index, won = now.game, judged.turn, judged.index, now.outcome
    entry = now.entries[index]
    entry.superseded_at = timezone.now()
    entry.superseded_why = reason
    entry.save(update_fields=["superseded_at", "superseded_why"])
    fresh = save_entry(game, turn, entry.position, actor, now, instead_of=entry, clock=clock)
    entry.superseded_by = fresh
    entry.save(update_fields=["superseded_by"])
    edit = record_edit(game, actor, before=entry, after=fresh)
    entries = [*now.entries[:index], fresh, *now.entries[index + 1 :]]
    moved = reassign_seats(game, entries, judged.after.turns, actor, edit.made_at)
    done = say(
        "correct_turn",
        game=game,
        turn=index + 1,
        player=now.names[turn.player],
        what=turn_for_log(turn, now),
    )
    log(
        actor, "correct_turn", sentence_with_reassignment(done, moved),
        scope=scope_of(game), reason=reason, before=entry_values(entry), after=entry_values(fresh),
    )  # fmt: skip
    if notes_flip:
        why = say("corrected", turn=index + 1)
        log_flip(game, actor, won, why, reason=reason, replayed=judged.after)
    return fresh


def take_back_turn(
    game: Game, actor: Actor, *, seen: int | None = None, reason: str = ""
) -> TurnEntry:
    """Remove the last turn of the record; return its entry, which is kept as superseded.

    Raise `Refused` if there is none. May raise the exceptions of `lock_sheet`.
    """
    with transaction.atomic():
        now = lock_sheet(game, seen)
        if not now.entries:
            raise Refused(_("There is no turn to take back."))
        entry = now.entries[-1]
        entry.superseded_at = timezone.now()
        entry.superseded_why = reason
        entry.save(update_fields=["superseded_at", "superseded_why"])
        record_edit(game, actor, before=entry)
        number = len(now.entries)
        done = say("take_back", game=game, turn=number, what=now.turn_text(number - 1))
        log(
            actor,
            "take_back",
            done,
            scope=scope_of(game),
            reason=reason,
            before=entry_values(entry),
        )
    return entry


def record_all_turns(game: Game, record: Record, actor: Actor) -> None:
    """Enter every turn of a record read from a file, and its notes, stray lines and pragmas.

    Raise `Refused` if the game has turns or is finished.
    """
    with transaction.atomic():
        now = lock_sheet(game, None)
        if now.entries:
            raise Refused(
                _(
                    "{game} already has turns. A file can be imported only into a game without "
                    "turns."
                ).format(game=game)
            )
        TurnEntry.objects.bulk_create(entries_of(game, record, actor, now.tile_set))
        fields = game_fields(record)
        for name, value in fields.items():
            setattr(game, name, value)
        game.save(update_fields=list(fields))
        log(
            actor,
            "record_games_turns",
            imported_record_sentence(game, record),
            scope=scope_of(game),
        )


def entries_of(game: Game, record: Record, actor: Actor, tile_set: TileSet) -> Iterator[TurnEntry]:
    """Yield unsaved entries for every turn of a record, with the notes and stray lines after it."""
    for at, turn in enumerate(record.turns):
        entry = entry_of(game, turn, (at + 1) * TurnEntry.STEP, actor, tile_set)
        entry.notes = list(record.notes.get(at, ()))
        entry.stray_lines = list(record.stray_lines.get(at, ()))
        entry.as_written = record.as_written.get(at, "")
        yield entry


def game_fields(record: Record) -> dict[str, Sequence[object]]:
    """Return the notes, stray lines and pragmas of a file that belong to the whole game, by `Game` field."""
    return {
        "notes": list(record.notes.get(-1, ())),
        "stray_lines": list(record.stray_lines.get(-1, ())),
        "pragmas": [
            [pragma.name, pragma.value]
            for pragma in record.pragmas
            if pragma.name not in _DERIVED_PRAGMAS
        ],
    }


def imported_record_sentence(game: Game, record: Record) -> Sentence:
    """Return the log sentence for a record that was entered as a whole."""
    return say("record_games_turns", game=game, turns=len(record.turns))


@contextmanager
def locked_sheet(game: Game, seen: int | None = None) -> Iterator[GameSheet]:
    """Yield the game's sheet, locked until the block ends, so that a checked turn is written as checked.

    The block is one transaction. May raise the exceptions of `lock_sheet`.
    """
    with transaction.atomic():
        yield lock_sheet(game, seen)


def lock_sheet(game: Game, seen: int | None, *, posts: bool = False) -> GameSheet:
    """Return the game's sheet, locked by `lock_game`.

    Raise `Refused` if the game is finished, or `EditConflict` if it changed since `seen`, unless
    that is None.
    """
    held = lock_game(game, posts=posts)
    if held.finished_at is not None:
        raise Refused(_("This game is finished. Reopen it to change its turns."))
    now = sheet(held)
    if seen is not None and seen != now.fingerprint:
        raise EditConflict
    return now


def require_reason_if_signed(game: Game, reason: str) -> None:
    """Raise `Refused` if the slip is signed and no reason is given."""
    if game.signed_at is not None:
        require_reason(reason)


def require_reason(reason: str) -> None:
    """Raise `Refused`, saying that the slip is signed, if no reason is given."""
    if not reason.strip():
        raise Refused(
            _(
                "The slip of this game has been signed. Give a reason for the change; the reason "
                "is saved with the game."
            )
        )


def checked_turn(
    now: GameSheet, turn: Turn, index: int | None = None, *, inserting: bool = False
) -> CheckedTurn:
    """Return the turn checked by `turn_preview.check_turn`. Raise `Refused` for a seat not in the game."""
    if not 0 <= turn.player < len(now.names):
        raise Refused(_("There is no seat {seat} in this game.").format(seat=turn.player + 1))
    return check_turn(now, turn, index, inserting=inserting)


def refuse_unfit_turn(judged: CheckedTurn, *, confirmed: bool) -> None:
    """Raise `Refused` if a turn cannot be recorded, or if it is irregular and not `confirmed`."""
    faults = " ".join(sentence(fault.message) for fault in judged.faults)
    if not judged.can_be_recorded:
        raise Refused(faults)
    if faults and not confirmed:
        raise Refused(_("{faults} Enter the turn again to record it anyway.").format(faults=faults))


def save_entry(
    game: Game,
    turn: Turn,
    position: int,
    actor: Actor,
    now: GameSheet,
    *,
    instead_of: TurnEntry | None = None,
    clock: str | None = None,
) -> TurnEntry:
    """Save `turn` at `position`, with the notes of `instead_of`, the entry it replaces, if any.

    `clock` replaces the clock among the notes; "" removes it, and None leaves it unchanged. Raise
    `EditConflict` if the position is taken.
    """
    entry = entry_of(game, turn, position, actor, now.tile_set)
    if instead_of is not None:
        entry.notes, entry.stray_lines = instead_of.notes, instead_of.stray_lines
    if clock is not None:
        others = [note for note in entry.notes if not is_clock(note)]
        entry.notes = [*([f"{CLOCK}{clock}"] if clock else []), *others]
    try:
        with transaction.atomic():
            entry.save(force_insert=True)
    except IntegrityError:
        raise EditConflict from None
    return entry


def entry_of(game: Game, turn: Turn, position: int, actor: Actor, tile_set: TileSet) -> TurnEntry:
    """Return an unsaved entry for `turn` at `position`, with tiles in GCG notation."""
    write = tile_set.format_tiles
    return TurnEntry(
        game=game, position=position, kind=turn.kind.value, seat=turn.player + 1,
        rack=None if turn.rack is None else write(turn.rack), coordinate=turn.coordinate.upper(),
        tiles=write(turn.tiles), exchanged=turn.exchanged, announced=turn.announced, total=turn.total,
        remark=turn.remark, entered_at=timezone.now(), entered_by=actor.user,
    )  # fmt: skip


def index_of(now: GameSheet, entry: TurnEntry) -> int:
    """Return the index of a current entry in the game. Raise `EditConflict` if it was replaced."""
    for index, standing in enumerate(now.entries):
        if standing.pk == entry.pk:
            return index
    raise EditConflict


def turn_for_log(turn: Turn, now: GameSheet) -> Sentence:
    """Return the log sentence for a turn: ``8H FROZEN 38``."""
    tiles = now.tile_set.format_tiles(turn.tiles)
    if turn.kind is TurnKind.PLAY:
        what = say("play", coordinate=turn.coordinate, tiles=tiles)
    elif turn.kind is TurnKind.EXCHANGE:
        what = say("exchange", tiles=tiles or turn.exchanged)
    else:
        what = say(turn.kind.value)
    return what if turn.announced is None else say("announced", what=what, announced=turn.announced)


def sentence_with_reassignment(done: Sentence, moved: int | None) -> Sentence:
    """Return the sentence, extended with the number of the first reassigned turn if `moved` is not None."""
    return done if moved is None else say("turns_moved", change=done, turn=moved)


def entry_values(entry: TurnEntry) -> dict[str, object]:
    """Return the values of an entry that the log stores as `before` or `after`."""
    return {
        "id": entry.pk, "kind": entry.kind, "seat": entry.seat, "coordinate": entry.coordinate,
        "tiles": entry.tiles, "announced": entry.announced, "remark": entry.remark,
    }  # fmt: skip


def scope_of(game: Game) -> str:
    """Return the scope of a game in the activity log."""
    return f"game:{game.pk}"
