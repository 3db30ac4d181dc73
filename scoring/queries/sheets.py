"""The score sheet of a game: its replayed entries with the announced scores, the correct ones and those that count."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import cached_property
from zlib import crc32

from django.db.models import Prefetch
from django.utils.timezone import localtime

from scoring import catalogue
from scoring.engine.audit.audit import Audit, audit_replay
from scoring.engine.audit.findings import Finding
from scoring.engine.board.diagram import Diagram, diagram
from scoring.engine.board.proof import Proof, prove
from scoring.engine.game.outcome import (
    Outcome,
    announced_outcome,
    counted_scores,
    outcome_of,
    withdrawn_play,
)
from scoring.engine.game.progress import Progress
from scoring.engine.game.record import Pragma, Record, Seat
from scoring.engine.game.replay import Replay, replay
from scoring.engine.game.turns import Turn, TurnKind
from scoring.models import Edit, Game, Ruling, TurnEntry
from scoring.wording.phrases import format_date
from scoring.wording.sheets import sheet_sentence


@dataclass(frozen=True)
class SheetRow:
    """One line of the sheet. `seat` counts from 0; `counts` is the score that counts towards the result."""

    number: int
    entry: TurnEntry
    turn: Turn
    seat: int
    word: str
    """The turn as shown on the sheet: the word in full, or ``exchanged AB``, ``pass`` ..."""
    announced: int | None
    correct: int
    counts: int
    total: int
    """The running total of the scores that count."""
    findings: tuple[Finding, ...]
    ruling: Ruling | None
    taken_back: bool
    """Whether the play was challenged off, so that its difference needs no ruling."""

    @property
    def play(self) -> str:
        """The turn in the notation of the sheet, such as ``8H ZONE`` or ``pass``."""
        return f"{self.turn.coordinate} {self.word}".strip()

    @property
    def label(self) -> str:
        """The turn in the notation of the sheet, marked if it was taken back."""
        return sheet_sentence("play_taken_back", play=self.play) if self.taken_back else self.play

    @property
    def differs(self) -> bool:
        """Whether the announced score differs from the correct one.

        A withdrawal never differs, because it deducts the points that were given.
        """
        if self.turn.kind is TurnKind.WITHDRAWN:
            return False
        return self.announced is not None and self.announced != self.correct

    @property
    def needs_ruling(self) -> bool:
        """Whether the announced score is wrong and not ruled on, and the play was not challenged off."""
        return self.differs and self.ruling is None and not self.taken_back


class GameSheet:
    """A game replayed from its entries. `sheet` reads it in three queries, regardless of its length."""

    def __init__(
        self, game: Game, entries: list[TurnEntry], names: list[str], replayed: Replay | None = None
    ) -> None:
        self.game = game
        self.entries = entries
        self.names = names
        self.rules = catalogue.rule_set(game.rules)
        self.tile_set = catalogue.tile_set(game.tile_set)
        self.layout = catalogue.layout(game.layout)
        seats = tuple(Seat(name, name) for name in names)
        words = [("lexicon", game.lexicon)] if game.lexicon else []
        pragmas = tuple(Pragma(name, value) for name, value in [*words, *game.pragmas])
        around: list[tuple[int, Game | TurnEntry]] = [(-1, game), *enumerate(entries)]
        record = Record(
            seats,
            tuple(turn_from_entry(entry) for entry in entries),
            {at: tuple(row.notes) for at, row in around if row.notes},
            pragmas,
            bracketed=True,
            as_written={
                at: entry.as_written for at, entry in enumerate(entries) if entry.as_written
            },
            stray_lines={at: tuple(row.stray_lines) for at, row in around if row.stray_lines},
        )
        self.record = record.split_into_tiles(self.tile_set)
        # An existing replay is used only if it has exactly these turns.
        if replayed is None or tuple(replayed.turns) != self.record.turns:
            replayed = replay(self.record.turns, self.rules, self.tile_set, self.layout, len(names))
        self.replay: Replay = replayed
        self._positions: dict[int, Replay] = {}

    @cached_property
    def audit(self) -> Audit:
        """The comparison of announced and correct scores."""
        return audit_replay(self.record, self.replay)

    @cached_property
    def rows(self) -> list[SheetRow]:
        """The lines of the sheet in order."""
        by_turn: dict[int, list[Finding]] = {}
        for finding in self.audit.findings:
            by_turn.setdefault((finding.turn or 0) - 1, []).append(finding)
        running = [0] * len(self.names)
        counts = counted_scores(self.replay, self.turns_let_stand)
        rows: list[SheetRow] = []
        for index, (entry, turn) in enumerate(zip(self.entries, self.record.turns, strict=True)):
            running[turn.player] += counts[index]
            rows.append(
                SheetRow(
                    number=index + 1,
                    entry=entry,
                    turn=turn,
                    seat=turn.player,
                    word=self.turn_text(index),
                    announced=turn.announced,
                    correct=self.replay.scores[index],
                    counts=counts[index],
                    total=running[turn.player],
                    findings=tuple(by_turn.get(index, ())),
                    ruling=self.rulings.get(index),
                    taken_back=index in self._taken_back,
                )
            )
        return rows

    @cached_property
    def _taken_back(self) -> frozenset[int | None]:
        """The indexes of the plays that were challenged off, and None."""
        return frozenset(withdrawn_play(self.replay, at) for at in range(len(self.entries)))

    @property
    def totals(self) -> tuple[int, ...]:
        """Each player's running total of the scores that count."""
        totals = [0] * len(self.names)
        for row in self.rows:
            totals[row.seat] = row.total
        return tuple(totals)

    @cached_property
    def rulings(self) -> dict[int, Ruling]:
        """The rulings in force, by index of the turn."""
        standing: dict[int, Ruling] = {}
        for index, entry in enumerate(self.entries):
            for ruling in entry.rulings.all():
                if ruling.superseded_at is None:
                    standing.setdefault(index, ruling)
        return standing

    @property
    def turns_let_stand(self) -> frozenset[int]:
        """The indexes of turns whose announced score was ruled to count."""
        return frozenset(
            index
            for index, ruling in self.rulings.items()
            if ruling.decision == Ruling.Decision.LET_STAND
        )

    @cached_property
    def outcome(self) -> Outcome:
        """The final scores that count and the winner, without a winner during the game."""
        return outcome_of(self.replay, self.turns_let_stand)

    def outcome_basis(self, today: date) -> str:
        """Return the basis of the outcome: ``as ruled at 14:05``, with the date if it was not today.

        Without rulings, return ``by the correct scores`` if an announced score is wrong, or "".
        """
        if self.rulings:
            last = localtime(max(ruling.ruled_at for ruling in self.rulings.values()))
            if last.date() == today:
                return sheet_sentence("ruled_at", time=format_date(last, "H:i"))
            return sheet_sentence("ruled_on", time=format_date(last, "j M, H:i"))
        if any(row.needs_ruling for row in self.rows):
            return sheet_sentence("correct_scores")
        return ""

    @cached_property
    def announced_outcome(self) -> Outcome:
        """The outcome by the announced scores, without a winner during the game."""
        return announced_outcome(self.replay)

    @property
    def fingerprint(self) -> int:
        """A checksum of the current entries, or 0 if there are none. Pages send it back to detect changes."""
        return crc32(" ".join(str(entry.pk) for entry in self.entries).encode())

    @property
    def version(self) -> int:
        """A checksum of the current turns, notes and rulings, and of the times of finishing and signing."""
        shown = [self.fingerprint, self.game.finished_at, self.game.signed_at]
        shown += [ruling.pk for ruling in self.rulings.values()]
        shown += [entry.notes for entry in self.entries]
        return crc32(repr(shown).encode())

    def turn_text(self, index: int) -> str:
        """Return turn `index` as shown on the sheet."""
        turn = self.record.turns[index]
        if turn.kind is TurnKind.PLAY:
            return self._word(index)
        tiles = self.tile_set.format_tiles(turn.tiles)
        exchanged = tiles or turn.exchanged
        match turn.kind:
            case TurnKind.EXCHANGE if exchanged:
                return sheet_sentence("exchanged_tiles", tiles=exchanged)
            case TurnKind.EXCHANGE:
                return sheet_sentence("exchanged")
            case TurnKind.PASS if turn.remark:
                return sheet_sentence("pass_with_remark", remark=turn.remark)
            case TurnKind.PASS:
                return sheet_sentence("pass")
            case TurnKind.WITHDRAWN:
                return sheet_sentence("taken_back")
            case TurnKind.CHALLENGE_BONUS:
                return sheet_sentence("challenge")
            case TurnKind.OVERTIME:
                return sheet_sentence("overtime")
            case TurnKind.END_RACK:
                return sheet_sentence("rack", tiles=tiles)
            case TurnKind.ADJUSTMENT:
                return sheet_sentence("adjustment", remark=turn.remark)

    def _word(self, index: int) -> str:
        """Return the word of a play with the tiles played through, or its typed tiles if it starts off the board."""
        turn = self.record.turns[index]
        words = self.words.get(index)
        return words if words is not None else self.tile_set.format_tiles(turn.tiles)

    @cached_property
    def words(self) -> dict[int, str]:
        """The word of every play that starts on the board, with tiles played through in round brackets."""
        progress = Progress(self.replay)
        words = {}
        for index, turn in enumerate(self.record.turns):
            if turn.kind is TurnKind.PLAY and turn.coordinate in self.layout.spellings:
                cell, step = self.layout.spellings[turn.coordinate][:2]
                grid = progress.board_before(index).grid
                faces = [
                    f"({grid[at]})" if grid[at] else self.tile_set.format_tiles([tile])
                    for at, tile in zip(
                        range(cell, cell + step * len(turn.tiles), step), turn.tiles, strict=False
                    )
                    if at < self.layout.cells
                ]
                words[index] = "".join(faces).replace(")(", "")
        return words

    @cached_property
    def proofs(self) -> dict[int, Proof]:
        """The proof of every play that can be laid, by index, computed in one pass through the game."""
        progress = Progress(self.replay)
        proofs = {}
        for index, turn in enumerate(self.record.turns):
            fits = not any(fault.prevents_laying for fault in self.replay.faults.get(index, ()))
            if turn.kind is TurnKind.PLAY and fits:
                proofs[index] = prove(progress.board_before(index), turn.coordinate, turn.tiles)
        return proofs

    def position_before(self, index: int) -> Replay:
        """Return the position before turn `index` (from 0), or the current position for the next turn.

        The sheet owns the position; try turns on a copy.
        """
        if index >= len(self.record.turns):
            return self.replay
        if index not in self._positions:
            self._positions[index] = replay(
                self.record.turns[:index], self.rules, self.tile_set, self.layout, len(self.names)
            )
        return self._positions[index]

    def proof(self, number: int) -> Proof | None:
        """Return the proof of the play on line `number` (from 1), or None if it is not a play or cannot be laid."""
        return self.audit.proof(number - 1)

    def board(self, number: int | None = None) -> Diagram:
        """Return the board after line `number`, by default the last; if that line is a play, it is outlined."""
        fold = self.replay
        if number is not None:
            fold = self.position_before(number)
        plays = bool(fold.turns) and fold.turns[-1].kind is TurnKind.PLAY
        return diagram(fold.board, fold.board.laid if plays else ())


def sheet(game: Game, replayed: Replay | None = None) -> GameSheet:
    """Return the sheet of `game`: players, current entries and rulings in three queries.

    A game already `replayed`, for example by `turn_preview.check_turn`, is used if its turns are
    the current ones.
    """
    names = [player.name for player in game.players.all()]
    entries = list(
        TurnEntry.objects.filter(game=game, superseded_at__isnull=True).prefetch_related(
            Prefetch("rulings", Ruling.objects.select_related("ruled_by"))
        )
    )
    return GameSheet(game, entries, names, replayed)


def turn_from_entry(entry: TurnEntry) -> Turn:
    """Return the engine's turn for an entry. Seats count from 0 in the engine."""
    return Turn(
        kind=TurnKind(entry.kind),
        player=entry.seat - 1,
        rack=entry.rack,
        coordinate=entry.coordinate,
        tiles=entry.tiles,
        announced=entry.announced,
        total=entry.total,
        exchanged=entry.exchanged,
        remark=entry.remark,
    )


@dataclass(frozen=True)
class UndoableChanges:
    """The changes that undo and redo would affect; None if there is nothing to undo or redo."""

    undo: Edit | None
    redo: Edit | None


def undoable_changes(game: Game) -> UndoableChanges:
    """Return the next changes of a game to undo and to redo. This takes one query."""
    edits = list(
        Edit.objects.filter(game=game, state__in=(Edit.State.MADE, Edit.State.UNDONE))
        .select_related("after")
        .order_by("id")
    )
    made = [edit for edit in edits if edit.state == Edit.State.MADE]
    undone = [edit for edit in edits if edit.state == Edit.State.UNDONE]
    return UndoableChanges(made[-1] if made else None, undone[0] if undone else None)
