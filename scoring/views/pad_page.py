"""Data of the score pad: the sheet in columns, the board, the entry line, and possible entries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.engine.board.tiles import BLANK
from scoring.engine.game.replay import Replay
from scoring.engine.typing.lines import typed_line
from scoring.engine.typing.racks import known_leave
from scoring.lexicon import lexicons
from scoring.models import Edit, Game, TurnEntry
from scoring.queries.finishes import Finish, finish_of
from scoring.queries.flips import current_flip, flips_of_game
from scoring.queries.sheets import GameSheet, UndoableChanges, undoable_changes
from scoring.queries.turn_preview import TurnPreview
from scoring.signals import game_reports, receiver_results
from scoring.views.drawing import Drawing, draw
from scoring.views.game_page import GamePage
from scoring.views.pad_sheet import PadLine, columns_of, lines_of
from scoring.views.proposals import Proposal, proposals
from scoring.views.sentences import turn_sentence
from scoring.wording.names import name_of
from scoring.wording.phrases import and_list


@dataclass(frozen=True)
class ConcurrentChange:
    """A change that another user made to the game while a line was being typed."""

    sentence: str
    their_turn: str
    who: str = ""
    at: datetime | None = None
    is_recorded: bool = False
    """Whether the other user recorded the same turn as the typed one."""


@dataclass
class EntryLine:
    """The entry line: its text, and the messages about it."""

    text: str = ""
    errors: Sequence[str] = ()
    questions: Sequence[str] = ()
    """Irregularities; entering the same line a second time accepts them."""
    conflict: ConcurrentChange | None = None
    trial: TurnPreview | None = None
    hint: str = ""
    """A message about an incomplete line, shown while it is being typed."""
    corrected_entry: TurnEntry | None = None
    following_entry: TurnEntry | None = None
    """The turn before which the line is inserted."""
    cased: bool = False
    clock: str = ""
    """The player's clock after the turn, as typed."""
    reason: str = ""
    awaits_confirmation: bool = False
    """Whether the questions were shown, so that Enter accepts them."""
    message: str = ""
    """A message about an action other than entering a line."""

    @property
    def target_entry(self) -> TurnEntry | None:
        """The turn that the line corrects or precedes, or None for the next turn."""
        return self.corrected_entry or self.following_entry


class PadPage(GamePage):
    """The context of the pad templates."""

    def __init__(
        self, sheet: GameSheet, entering: EntryLine | None = None, step: int | None = None
    ) -> None:
        self.sheet = sheet
        self.game: Game = sheet.game
        self.entering = entering or EntryLine()
        count = len(sheet.rows)
        self.step = None if step is None else max(0, min(step, count))
        self.finish: Finish | None = finish_of(sheet)
        over = self.finish is not None and bool(sheet.outcome.winners)
        flips = flips_of_game(self.game, self.names) if over else ()
        self.flip = current_flip(flips, sheet.outcome, self.names)
        self.lines = lines_of(sheet, flips)
        self.columns = columns_of(sheet, self.lines)

    @property
    def names(self) -> list[str]:
        """The players' names in the order of the seats."""
        return self.sheet.names

    @property
    def title(self) -> str:
        """The players' names as a heading."""
        return " – ".join(self.names)

    @property
    def lexicon(self) -> str:
        """The name of the game's word list, its key if the list is not installed, or "" if the game has none."""
        words = lexicons(self.game.organisation_id).get(self.game.lexicon)
        return name_of(words) if words else self.game.lexicon

    @property
    def player_to_move(self) -> str:
        """The name of the player to move."""
        return self.names[self.sheet.replay.to_move]

    @property
    def entry_label(self) -> str:
        """The label of the entry line for the next turn."""
        turn = _("Turn {number}: {player} to move").format(
            number=self.turn_number, player=self.player_to_move
        )
        if self.finish is None:
            return turn
        if self.sheet.replay.has_ended:
            if self.finish.players_without_rack:
                names = [line.name for line in self.finish.players_without_rack]
                return _("Type the remaining tiles of {players}").format(players=and_list(names))
            return _("Play has ended. Finish the game, or type what is missing")
        return _("{turn}, or finish the game here").format(turn=turn)

    @property
    def example(self) -> str:
        """An example of the expected line."""
        if self.finish is None or not self.sheet.replay.has_ended:
            return "8H FROZEN 38"
        missing = self.finish.players_without_rack
        if missing:
            return "rack ABC" if len(missing) == 1 else f"{missing[0].seat + 1}: rack ABC"
        return "1: time 10" if self.sheet.rules.overtime_per_minute else "1: adjust -5 why"

    @property
    def kept_tiles(self) -> str:
        """The tiles that the player to move kept on their last turn; "" if unknown or if play has ended."""
        game = self.sheet.replay
        left = None if game.has_ended else known_leave(game, game.to_move)
        return self.sheet.tile_set.format_tiles(left) if left else ""

    @property
    def turn_number(self) -> int:
        """The number of the turn to be entered next."""
        return len(self.lines) + 1

    @property
    def target_line(self) -> PadLine | None:
        """The line being corrected, or the one before which a line is inserted; None for the next turn."""
        entry = self.entering.target_entry
        return next((line for line in self.lines if entry and line.row.entry.pk == entry.pk), None)

    @property
    def stepped_pad_line(self) -> PadLine | None:
        """The line after which the board is shown when stepping through the game, otherwise None."""
        return self.lines[self.step - 1] if self.step else None

    @property
    def stepped_line(self) -> str:
        """The typed line of the turn after which the board is shown, or "" when not stepping."""
        return typed_line_of_turn(self.sheet, self.step - 1) if self.step else ""

    @property
    def can_undo_correction(self) -> bool:
        """Whether the last change to the game is a correction, which can be undone directly."""
        undo = self.changes.undo
        return undo is not None and bool(undo.before_id and undo.after_id)

    @property
    def shown_turn_number(self) -> int | None:
        """The number of the turn after which the board is shown, or None for the current board.

        While a turn is corrected or inserted, the board is shown as it was before that turn.
        """
        if self.step is None and self.target_line is not None:
            return self.target_line.row.number - 1
        return self.step

    @property
    def drawing(self) -> Drawing:
        """The drawing of the displayed board."""
        return draw(self.sheet.board(self.shown_turn_number))

    @property
    def caption(self) -> str:
        """The board in words."""
        shown = self.shown_turn_number
        number = len(self.lines) if shown is None else shown
        if not number:
            return _("The board before the first turn.")
        line = self.lines[number - 1]
        return _("The board after turn {turn}. {play}").format(
            turn=number, play=turn_sentence(line.row.turn, self.sheet, line.row.word)
        )

    @cached_property
    def position(self) -> Replay:
        """The position of the displayed board."""
        shown = self.shown_turn_number
        return self.sheet.replay if shown is None else self.sheet.position_before(shown)

    @property
    def unseen_tiles(self) -> list[tuple[str, int]]:
        """The tiles not on the board, each with its count."""
        counts = self.sheet.tile_set.unpack(self.position.unseen)
        return [(_("blank") if tile == BLANK else tile, number) for tile, number in counts.items()]

    @property
    def blank_count(self) -> int:
        """Number of blanks in the set."""
        return self.sheet.tile_set.counts.get(BLANK, 0)

    @property
    def unseen_count(self) -> int:
        """Number of tiles not on the board."""
        return sum(number for tile, number in self.unseen_tiles)

    @property
    def proposals(self) -> list[Proposal]:
        """Entries other than a play that are possible now."""
        return proposals(self.sheet)

    @property
    def can_challenge(self) -> bool:
        """Whether the last play can still be challenged."""
        return any(proposal.is_challenge for proposal in self.proposals)

    @cached_property
    def changes(self) -> UndoableChanges:
        """The changes that can be undone and redone."""
        return undoable_changes(self.game)

    @property
    def can_take_back(self) -> bool:
        """Whether taking back the last turn differs from undoing the last change."""
        if not self.lines:
            return False
        undo = self.changes.undo
        last = self.lines[-1].row.entry
        return undo is None or bool(undo.before_id) or _position_after_edit(undo) != last.position

    @property
    def last_line(self) -> PadLine | None:
        """The last line, shown for checking after Enter, or None if there are no turns."""
        return self.lines[-1] if self.lines else None

    @property
    def trial_is_provisional(self) -> bool:
        """Whether the total of the typed line includes a difference without a ruling."""
        trial = self.entering.trial
        if trial is None:
            return False
        before = self.lines[: trial.checked_turn.index]
        mine = [line.provisional for line in before if line.row.seat == trial.turn.player]
        return bool(trial.difference) or mine[-1:] == [True]

    @property
    def preview_sentence(self) -> str:
        """The typed turn as a sentence, or "" if the line is not valid."""
        trial = self.entering.trial
        return "" if trial is None else turn_sentence(trial.turn, self.sheet, trial.word)

    @property
    def record_address(self) -> str:
        """The address to which the entry line is submitted."""
        entry = self.entering.target_entry
        if entry is not None:
            name = "scoring:correct" if self.entering.corrected_entry else "scoring:insert"
            return reverse(name, args=[self.game.pk, entry.pk])
        return reverse("scoring:record", args=[self.game.pk])

    @property
    def papers(self) -> list[tuple[str, str]]:
        """The printable papers about the game, as (text, address)."""
        return receiver_results(game_reports, self.game)


def _position_after_edit(edit: Edit) -> int | None:
    return edit.after.position if edit.after is not None else None


def typed_line_of_turn(sheet: GameSheet, index: int) -> str:
    """Return the line that would enter turn `index`."""
    clock = sheet.entries[index].clock
    line = typed_line(sheet.record.turns[index], sheet.position_before(index))
    return f"{line} ~{clock}" if clock else line
