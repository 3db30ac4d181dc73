"""The recount of a disputed game: both sheets beside the record, findings in order, boards, rulings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scoring.engine.dispute.dispute import Dispute, Line, SheetEntry, SlipKind
from scoring.models import Game
from scoring.queries.disputes import GameDispute, dispute_of, slip_messages
from scoring.wording.engine import proof_line
from scoring.wording.names import name_of
from scoring.wording.phrases import and_list, comma_list
from tournament.models import Event, ResultEntry
from tournament.queries.rounds.rounds import result_history
from tournament.reports.definition import Definition
from tournament.reports.framing import every_recorded_game
from tournament.reports.one_game import PlayedAt, ruling_sentence
from tournament.reports.recounted import change_of, finals_of, subtitle_of
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
from tournament.reports.request import CannotReport, WhichGame, one_division, one_pairing

LETTERS = "ABCD"
"""Sheet A is kept by who began."""
MOST_BOARDS = 6
"""More diagrams than this say no more than the list does."""


class Recount(Definition):
    """A disputed game for signature: both sheets beside the record, what differs, and what was ruled.

    Findings stand in the order of the game, with the sum and the likely slip; the board is drawn at
    every disputed turn; the final is given before and after.
    """

    title = "Recount"
    group = "Recorded games"
    for_paper = True

    Options = WhichGame

    def folder(self, event: Event) -> list[Any]:
        """Every game of which a player’s sheet was typed."""
        return every_recorded_game(event, WhichGame, disputed=True)

    def build(self, event: Event, options: WhichGame, printed_at: datetime) -> Report:
        """The recount of one board. Raises `CannotReport` where no sheet was typed."""
        division = one_division(event, options.division)
        pairing = one_pairing(division, options.round, options.board, _("A recount"))
        game_dispute = dispute_of(pairing.game) if pairing.game is not None else None
        if game_dispute is None or game_dispute.comparison is None:
            raise CannotReport(
                _(
                    "No player’s sheet was typed for board {board} of round {number}. Open the "
                    "board, then “Settle a dispute”."
                ).format(board=pairing.board, number=pairing.round.number)
            )
        head = PlayedAt.of_pairing(event, pairing)
        results = [row for row in result_history(pairing) if row.is_game]
        return recount(head, game_dispute, game_dispute.comparison, results, printed_at)

    @staticmethod
    def of_game(game: Game, printed_at: datetime, turn: int | None = None) -> Report:
        """The same for a game of no event. Raises `CannotReport` where no sheet was typed."""
        del turn
        game_dispute = dispute_of(game)
        if game_dispute.comparison is None:
            raise CannotReport(_("No player’s sheet was typed for this game."))
        return recount(
            PlayedAt.of_game(game), game_dispute, game_dispute.comparison, [], printed_at
        )


def recount(
    head: PlayedAt,
    game_dispute: GameDispute,
    comparison: Dispute,
    results: Sequence[ResultEntry],
    printed_at: datetime,
) -> Report:
    """The recount of one game; `results` are those ever entered for it, the oldest first."""
    names = comparison.names
    change = change_of(game_dispute, results)
    letters = [
        LETTERS[keeper - 1] for keeper in sorted({place.keeper for place in game_dispute.read})
    ]
    facts = [(_("Board"), head.board)]
    facts += [
        (
            _("Sheet {letter}").format(letter=letter),
            _("kept by {keeper}").format(keeper=sheet.keeper),
        )
        for letter, sheet in zip(letters, comparison.sheets, strict=True)
    ]
    facts += [(_("Rules"), name_of(game_dispute.sheet.rules)), (_("Plays"), _plays(game_dispute))]
    return head.report(
        "recount",
        _("Recount"),
        printed_at,
        subtitle=subtitle_of(comparison, change),
        facts=tuple((label, value) for label, value in facts if value),
        sections=(
            finals_of(game_dispute, comparison, letters, change),
            _turns(game_dispute, comparison, letters),
            *_texts(game_dispute, comparison),
            *_boards(game_dispute, comparison),
            _signatures(names),
        ),
    )


def _plays(game_dispute: GameDispute) -> str:
    if not game_dispute.with_plays:
        return _("not recorded")
    game = game_dispute.sheet.replay
    turns = len(game_dispute.sheet.rows)
    if game.ended or game.may_end:
        sentence = ngettext("{count} turn recorded", "{count} turns recorded", turns)
    else:
        sentence = ngettext(
            "{count} turn recorded, not to the end", "{count} turns recorded, not to the end", turns
        )
    return sentence.format(count=turns)


def _turns(game_dispute: GameDispute, comparison: Dispute, letters: Sequence[str]) -> Table:
    if comparison.with_plays:
        correct, score, total = _("Correct"), _("Correct score"), _("Correct total")
    else:
        correct, score, total = _("Agreed"), _("Agreed score"), _("Agreed total")
    columns = [
        Column("turn", _("Turn"), Kind.INTEGER),
        Column("player", _("Player")),
        Column("play", _("Play")),
    ]
    for letter, sheet in zip(letters, comparison.sheets, strict=True):
        key, whose = f"sheet_{letter.lower()}", _("{keeper}’s sheet").format(keeper=sheet.keeper)
        columns += [
            Column(
                f"{key}_score", letter, Kind.SCORE, name=_("{whose}: score").format(whose=whose)
            ),
            Column(
                f"{key}_total", _("Total"), Kind.SCORE, name=_("{whose}: total").format(whose=whose)
            ),
        ]
    columns += [
        Column("correct", correct, Kind.SCORE, name=score),
        Column(
            "correct_total",
            _("Total"),
            Kind.SCORE,
            name=total,
        ),
        Column("here", pgettext("in this turn", "Here")),
    ]
    rows = tuple(_turn(line, game_dispute, comparison) for line in comparison.lines)
    return Table("turns", tuple(columns), (Group(rows),), title=_("Turn by turn"))


def _turn(line: Line, game_dispute: GameDispute, comparison: Dispute) -> Row:
    cells: list[Value | Cell] = [line.turn, comparison.names[line.seat], _what(line, game_dispute)]
    for at, written in enumerate(line.written):
        cells += _figures(line, at, written, comparison)
    here = []
    if line is comparison.sheets_part:
        here.append(_("the sheets differ"))
    elif line is comparison.first_divergence:
        here.append(_("first difference"))
    if _is_ruled(line, game_dispute):
        here.append(_("ruled"))
    if any(slip.kind is SlipKind.LEFT_OUT for slip in line.slips):
        here.append(_("left out"))
    cells += [Cell(line.correct, Emphasis.STRONG), line.total, comma_list(here)]
    return tuple(cells)


def _figures(
    line: Line, at: int, written: SheetEntry | None, comparison: Dispute
) -> list[Value | Cell]:
    if written is None:
        return [None, None]
    kinds = {slip.kind for slip in line.slips if slip.sheet == at}
    wrong = kinds - {SlipKind.ADDING} or (line.scores_differ and not comparison.with_plays)
    amber = Emphasis.DIFFERENCE
    return [
        Cell(written.score, amber if wrong else None),
        Cell(written.total, amber if SlipKind.ADDING in kinds else None),
    ]


def _what(line: Line, game_dispute: GameDispute) -> str:
    row = game_dispute.row(line)
    if row is None:
        if not game_dispute.with_plays:
            return ""
        return _("no turn recorded") if line.kind is None else _("rack, not recorded")
    play = f"{row.turn.coordinate} {row.word}".strip()
    return _("{play}, taken back").format(play=play) if row.taken_back else play


def _texts(game_dispute: GameDispute, comparison: Dispute) -> Iterator[Text]:
    findings = [
        sentence
        for line in comparison.lines
        if line.disputed
        for sentence in _sentences(line, game_dispute, comparison)
    ]
    if findings:
        yield Text(tuple(findings), _("What differs, in order"), key="findings", marked=True)
    else:
        yield Text((_("Every figure agrees."),), _("What differs, in order"), key="findings")
    ruled = tuple(
        ruling_sentence(row.number, ruling)
        for row in game_dispute.sheet.rows
        for ruling in row.entry.rulings.all()
    )
    if ruled:
        yield Text(ruled, _("Rulings"), key="rulings", marked=True)
    else:
        yield Text((_("None."),), _("Rulings"), key="rulings")


def _sentences(line: Line, game_dispute: GameDispute, comparison: Dispute) -> Iterator[str]:
    where = game_dispute.where(line)
    where = f"{where[:1].upper()}{where[1:]}"
    if line is comparison.sheets_part:
        pattern = _("{where}, where the sheets differ. {sentence}")
    elif line is comparison.first_divergence:
        pattern = _("{where}, the first difference. {sentence}")
    else:
        pattern = _("{where}. {sentence}")
    for slip in slip_messages(line, comparison):
        yield pattern.format(where=where, sentence=slip)
    if not line.slips and line.scores_differ:
        sheets = and_list(
            _score_on_sheet(sheet.keeper, written)
            for sheet, written in zip(comparison.sheets, line.written, strict=True)
            if sheet.columns[line.seat] is not None
        )
        sentence = _("The sheets differ: {sheets}.").format(sheets=sheets)
        yield pattern.format(where=where, sentence=sentence)
    if line.proof is not None:
        yield pattern.format(where=where, sentence=f"{proof_line(line.proof)}.")


def _score_on_sheet(keeper: str, written: SheetEntry | None) -> str:
    """What the sheet of a player has for a turn."""
    if written is None:
        return _("{keeper}’s sheet has no row").format(keeper=keeper)
    return _("{keeper}’s sheet has {score}").format(keeper=keeper, score=written.score)


def _boards(game_dispute: GameDispute, comparison: Dispute) -> Iterator[Section]:
    played = [
        line for line in comparison.lines if line.disputed and game_dispute.board(line) is not None
    ]
    # Where the sheets part comes before where both are wrong alike; a ruling before none.
    weighty = sorted(played, key=lambda line: (not line.apart, not _is_ruled(line, game_dispute)))
    chosen = [line for line in played if line in weighty[:MOST_BOARDS]]
    drawn = []
    for line in chosen:
        diagram = game_dispute.board(line)
        if diagram is not None:
            title = _("Turn {turn}, {name}: {what}").format(
                turn=line.turn, name=comparison.names[line.seat], what=_what(line, game_dispute)
            )
            drawn.append(BoardDrawing(diagram.cells, title, key=f"board_turn_{line.turn}"))
    for start in range(0, len(drawn), 2):
        pair = drawn[start : start + 2]
        items: list[tuple[Section, ...]] = [(board,) for board in pair]
        if len(items) == 1:
            items.append(())
        yield Columns(tuple(items))
    if len(played) > MOST_BOARDS:
        rest = _(
            "Boards are drawn for {drawn} of {played} disputed turns: those where the sheets "
            "differ or that were ruled on come first."
        ).format(drawn=MOST_BOARDS, played=len(played))
        yield Text((rest,), key="boards_left_out")


def _is_ruled(line: Line, game_dispute: GameDispute) -> bool:
    row = game_dispute.row(line)
    return row is not None and row.ruling is not None


def _signatures(names: Sequence[str]) -> Table:
    columns = (
        Column("name", _("Name")),
        Column("signature", _("Signature")),
        Column("when", _("Date and time")),
    )
    line = ("_" * 38, "_" * 20)
    signing = [
        *zip(
            (_("First player"), _("Second player"), _("Third player"), _("Fourth player")),
            names,
            strict=False,
        ),
        (_("Director"), "_" * 24),
    ]
    # The role stands in a row of its own, for a hand needs room above its line.
    rows = tuple(row for role, name in signing for row in ((role, "", ""), (name, *line)))
    group = Group(rows, paper_only=True)
    return Table("signatures", columns, (group,), title=_("Agreed and signed"))
