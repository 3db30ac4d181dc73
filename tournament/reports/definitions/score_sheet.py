"""The score sheet of a recorded game, in two columns as on paper, with the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.engine.audit.findings import Finding, Severity
from scoring.engine.game.turns import TurnKind
from scoring.lexicon import lexicons
from scoring.models import Game
from scoring.queries.sheets import GameSheet, SheetRow, sheet
from scoring.wording.engine import finding_sentence
from scoring.wording.names import name_of
from scoring.wording.outcomes import outcome_sentence
from tournament.models import Event
from tournament.reports.definition import Definition
from tournament.reports.framing import options_for_recorded_games
from tournament.reports.one_game import SEAT_LABELS, GameHeading, line_count, ruling_sentence
from tournament.reports.report import (
    BoardDrawing,
    Cell,
    Column,
    Columns,
    Emphasis,
    Group,
    Kind,
    Report,
    Row,
    Section,
    Table,
    Text,
    Value,
)
from tournament.reports.report_options import GameOptions, requested_recorded_game

TURN_COLUMNS = (
    Column("turn", _lazy("Turn"), Kind.INTEGER),
    Column("kind", _lazy("Kind"), data_only=True),
    Column("square", _lazy("Square"), width=3),
    Column("word", _lazy("Word")),
    Column("announced", _lazy("Announced"), Kind.SCORE, data_only=True),
    Column("correct", _lazy("Correct"), Kind.SCORE, data_only=True),
    Column("counts", _lazy("Score"), Kind.SCORE, name=_lazy("Counts")),
    Column("difference", "±", Kind.SPREAD, name=_lazy("Difference")),
    Column("announced_total", _lazy("Announced total"), Kind.SCORE, data_only=True),
    Column("correct_total", _lazy("Correct total"), Kind.SCORE, data_only=True),
    Column("total", _lazy("Total"), Kind.SCORE, name=_lazy("Total that counts")),
)
PLAYER_COLUMNS = (
    Column("name", _lazy("Name")),
    Column("goes", _lazy("Goes")),
    Column("announced_final", _lazy("Announced final"), Kind.SCORE),
    Column("correct_final", _lazy("Correct final"), Kind.SCORE),
    Column("final", _lazy("Final that counts"), Kind.SCORE),
    Column("difference", _lazy("Difference"), Kind.SPREAD),
)
UNREMARKABLE = ("unfinished", "total_missing")
"""The codes of findings that the sheet does not list, because its subtitle and its totals already show them."""

LINES_BESIDE_THE_BOARD = 30
CHARACTERS_BESIDE_THE_BOARD = 38
"""The number of characters that fit in a line of text beside the board on an A4 page."""
STARTING_ORDER_LABELS = (_lazy("first"), _lazy("second"), _lazy("third"), _lazy("fourth"))
"""Labels for the players in starting order, for use in a table."""


class ScoreSheet(Definition):
    """A game recorded turn by turn: announced and correct scores, totals, errors and the board.

    Two columns as on paper. A tick marks turns whose announced score is correct; otherwise the announced
    score is struck through, with the difference beside it.
    """

    title = "Score sheet"
    group = "Recorded games"

    Options = GameOptions
    folder_options = staticmethod(options_for_recorded_games)

    def build(self, event: Event, options: GameOptions, printed_at: datetime) -> Report:
        """Return the score sheet of the game on one board.

        Raise `CannotReport` for an unknown division, round or board, or if the game has not been recorded.
        """
        pairing, game = requested_recorded_game(event, options, _("A score sheet"))
        return score_sheet_report(GameHeading.of_pairing(event, pairing), sheet(game), printed_at)

    @staticmethod
    def of_game(game: Game, printed_at: datetime, turn: int | None = None) -> Report:
        """Return the score sheet of a single game, always up to its last turn."""
        del turn
        return score_sheet_report(GameHeading.of_game(game), sheet(game), printed_at)


def score_sheet_report(head: GameHeading, game: GameSheet, printed_at: datetime) -> Report:
    """Return the sheet of one game, finished or not."""
    lines = list(_lines(game))
    seats = range(len(game.names))
    sides = [_player_table(seat, lines, game) for seat in seats]
    pairs: list[Section] = [
        Columns(tuple((side,) for side in sides[start : start + 2]), weights=(1.0, 1.0))
        for start in range(0, len(sides), 2)
    ]
    board = BoardDrawing(game.board().cells, _board_title(game), key="diagram")
    beside, beneath = _texts_beside_and_beneath(list(_texts(game)))
    facts = (
        (_("Board"), head.board),
        *((str(SEAT_LABELS[seat]), game.names[seat]) for seat in seats),
        (_("Rules"), name_of(game.rules)),
        (_("Word list"), _word_list(game.game)),
    )
    return head.report(
        "score_sheet",
        _("Score sheet"),
        printed_at,
        subtitle=_outcome_text(game),
        facts=tuple((label, value) for label, value in facts if value),
        sections=(
            _players_table(game),
            *pairs,
            Columns(((board,), beside), weights=(3.0, 2.0)),
            *beneath,
        ),
    )


@dataclass(frozen=True, slots=True)
class _Line:
    """One line of the sheet. None means unknown."""

    seat: int
    turn: int | None
    kind: TurnKind
    square: str
    word: str
    announced: int | None
    correct: int
    counts: int
    announced_total: int | None
    correct_total: int
    total: int


def _lines(game: GameSheet) -> Iterator[_Line]:
    """Yield every turn of the record; once the game has ended, also the rack lines missing from the record."""
    before: list[int | None] = [0] * len(game.names)
    for index, row in enumerate(game.rows):
        announced, was, written_total = row.announced, before[row.seat], row.turn.total
        if announced is None and written_total is not None and was is not None:
            announced = written_total - was
        before[row.seat] = written_total
        if written_total is None and was is not None and announced is not None:
            before[row.seat] = was + announced
        yield _line(row, announced, game.replay.totals[index])
    if not _has_ended(game):
        return
    settled = {turn.player for turn in game.record.turns if turn.kind is TurnKind.END_RACK}
    for seat, amount in enumerate(game.replay.settlement.amounts):
        final, correct = game.outcome.finals[seat], game.audit.outcome.finals[seat]
        if seat in settled or not amount or final is None or correct is None:
            continue
        word = _("final rack, not on the sheet")
        rack = TurnKind.END_RACK
        yield _Line(seat, None, rack, "", word, None, amount, amount, None, correct, final)


def _line(row: SheetRow, announced: int | None, correct_total: int) -> _Line:
    return _Line(
        seat=row.seat,
        turn=row.number,
        kind=row.turn.kind,
        square=row.turn.coordinate,
        word=row.word,
        announced=announced,
        correct=row.correct,
        counts=row.counts,
        announced_total=row.turn.total,
        correct_total=correct_total,
        total=row.total,
    )


def _player_table(seat: int, lines: Sequence[_Line], game: GameSheet) -> Table:
    turns: list[Row] = []
    ends: list[Row] = []
    parted = 0  # announced total minus the total that counts, in the previous line
    for line in lines:
        if line.seat != seat:
            continue
        gap = parted if line.announced_total is None else line.announced_total - line.total
        at_end = line.kind in (TurnKind.END_RACK, TurnKind.OVERTIME)
        (ends if at_end else turns).append(_row(line, newly_apart=bool(gap) and gap != parted))
        parted = gap
    announced, final = game.audit.announced_finals[seat], game.outcome.finals[seat]
    last: Row = (
        *(None,) * 3,
        Cell(_("Final") if _has_ended(game) else _("So far"), Emphasis.STRONG),
        *(None,) * 6,
        Cell(final, Emphasis.STRONG, announced if announced != final else None),
    )
    groups = [Group(tuple(rows)) for rows in (turns, ends) if rows]
    groups.append(Group((last,), paper_only=True))
    return Table("turns", TURN_COLUMNS, tuple(groups), title=game.names[seat], part=_("Player"))


def _row(line: _Line, *, newly_apart: bool) -> Row:
    difference = None if line.announced is None else line.announced - line.correct
    mark: Value | Cell = None
    if difference is not None:
        mark = Cell(difference, Emphasis.DIFFERENCE if difference else Emphasis.TICK)
    score: Value | Cell = line.counts
    if difference:
        replaced = line.announced if line.counts != line.announced else None
        score = Cell(line.counts, Emphasis.STRONG, replaced)
    total: Value | Cell = line.total
    if newly_apart:
        total = Cell(line.total, instead_of=line.announced_total)
    played = line.kind is TurnKind.PLAY
    return (
        line.turn,
        line.kind.value,
        line.square,
        line.word if played else Cell(line.word, Emphasis.QUIET),
        line.announced,
        line.correct,
        score,
        mark,
        line.announced_total,
        line.correct_total,
        total,
    )


def _word_list(game: Game) -> str:
    """Return the name of the game's word list, or its key if the list is not on this computer."""
    lexicon = lexicons(game.organisation_id).get(game.lexicon)
    return name_of(lexicon) if lexicon else game.lexicon


def _players_table(game: GameSheet) -> Table:
    rows: list[Row] = []
    for seat, name in enumerate(game.names):
        announced, correct = game.audit.announced_finals[seat], game.audit.outcome.finals[seat]
        difference = None if announced is None or correct is None else announced - correct
        rows.append(
            (
                name,
                str(STARTING_ORDER_LABELS[seat]),
                announced,
                correct,
                game.outcome.finals[seat],
                difference,
            )
        )
    return Table(
        "players", PLAYER_COLUMNS, (Group(tuple(rows)),), title=_("Players"), data_only=True
    )


def _texts(game: GameSheet) -> Iterator[Text]:
    findings = game.audit.findings
    wrong = [f for f in findings if f.severity is Severity.ERROR]
    odd = [f for f in findings if f.severity is Severity.WARNING and f.code not in UNREMARKABLE]
    if wrong:
        yield Text(tuple(map(_sentence, wrong)), _("Differences"), key="differences", marked=True)
    else:
        yield Text((_("All announced scores are correct."),), _("Differences"), key="differences")
    ruled = tuple(
        ruling_sentence(row.number, row.ruling) for row in game.rows if row.ruling is not None
    )
    if ruled:
        yield Text(ruled, _("Rulings"), key="rulings", marked=True)
    if odd:
        yield Text(tuple(map(_sentence, odd)), _("Other remarks"), key="noticed", marked=True)


def _texts_beside_and_beneath(texts: Sequence[Text]) -> tuple[tuple[Text, ...], tuple[Text, ...]]:
    """Return the texts that fit beside the board, and the remaining ones, which go below it across the page."""
    room = LINES_BESIDE_THE_BOARD
    beside: list[Text] = []
    beneath: list[Text] = []
    # Shortest first, so that rulings stay beside the board even with many differences.
    for text in sorted(texts, key=_line_count_beside):
        room -= _line_count_beside(text)
        (beside if room >= 0 else beneath).append(text)
    return (
        tuple(text for text in texts if text in beside),
        tuple(text for text in texts if text in beneath),
    )


def _line_count_beside(text: Text) -> int:
    return line_count((text,), CHARACTERS_BESIDE_THE_BOARD)


def _sentence(finding: Finding) -> str:
    return (
        _("Turn {turn}. {finding}").format(turn=finding.turn, finding=finding_sentence(finding))
        if finding.turn
        else finding_sentence(finding)
    )


def _has_ended(game: GameSheet) -> bool:
    return game.replay.has_ended or game.replay.may_end


def _outcome_text(game: GameSheet) -> str:
    """Return the result according to the scores that count, such as "Ann wins, 412 to 389".

    If the game has not ended or its final scores are unknown, the text says so instead.
    """
    if not _has_ended(game):
        return _("not finished")
    outcome = game.outcome
    return outcome_sentence(outcome, game.names) if outcome.winners else _("final scores not known")


def _board_title(game: GameSheet) -> str:
    if _has_ended(game):
        return _("The board at the end")
    if not game.rows:
        return _("The board")
    return _("The board after turn {turn}").format(turn=len(game.rows))
