"""The recount of a disputed game: both sheets beside the record, findings in order, boards, rulings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from scoring.engine.dispute.dispute import Dispute, Line, Said, SlipKind
from scoring.models import Game
from scoring.queries.disputes import GameDispute, dispute_of, slip_messages
from scoring.wording.engine import proof_line
from tournament.models import Event, ResultEntry
from tournament.queries.rounds.rounds import result_history
from tournament.reports.definition import Definition
from tournament.reports.framing import every_recorded_game
from tournament.reports.one_game import PlayedAt, ruling_told
from tournament.reports.recounted import change_of, finals_of, title_of
from tournament.reports.report import (
    Board,
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
        pairing = one_pairing(division, options.round, options.board, "A recount")
        found = dispute_of(pairing.game) if pairing.game is not None else None
        if found is None or found.comparison is None:
            raise CannotReport(
                _(
                    "No player’s sheet was typed for board {board} of round {number}. Open the "
                    "board’s score pad, then its dispute page."
                ).format(board=pairing.board, number=pairing.round.number)
            )
        head = PlayedAt.of_pairing(event, pairing)
        results = [row for row in result_history(pairing) if row.is_game]
        return recount(head, found, found.comparison, results, printed_at)

    @staticmethod
    def of_game(game: Game, printed_at: datetime, turn: int | None = None) -> Report:
        """The same for a game of no event. Raises `CannotReport` where no sheet was typed."""
        del turn
        found = dispute_of(game)
        if found.comparison is None:
            raise CannotReport(_("No player’s sheet was typed for this game."))
        return recount(PlayedAt.of_game(game), found, found.comparison, [], printed_at)


def recount(
    head: PlayedAt,
    found: GameDispute,
    comparison: Dispute,
    results: Sequence[ResultEntry],
    printed_at: datetime,
) -> Report:
    """The recount of one game; `results` are those ever entered for it, the oldest first."""
    names = comparison.names
    change = change_of(found, results)
    letters = [LETTERS[keeper - 1] for keeper in sorted({place.keeper for place in found.read})]
    facts = [("Board", head.board)]
    facts += [
        (
            _("Sheet {letter}").format(letter=letter),
            _("kept by {keeper}").format(keeper=sheet.keeper),
        )
        for letter, sheet in zip(letters, comparison.sheets, strict=True)
    ]
    facts += [("Rules", found.sheet.rules.name), ("Plays", _plays(found))]
    return Report(
        key="recount",
        title=_("Recount"),
        event=head.event,
        event_slug=head.event_slug,
        printed_at=printed_at,
        division=head.division,
        round_number=head.round_number,
        subtitle=f"{' – '.join(names)}{title_of(comparison, change)}",
        facts=tuple((label, value) for label, value in facts if value),
        sections=(
            finals_of(found, comparison, letters, change),
            _turns(found, comparison, letters),
            *_texts(found, comparison),
            *_boards(found, comparison),
            _signatures(names),
        ),
    )


def _plays(found: GameDispute) -> str:
    if not found.with_plays:
        return "not recorded"
    game = found.sheet.replay
    whole = "" if game.ended or game.may_end else ", not to the end"
    return _("{rows} turns recorded{whole}").format(rows=len(found.sheet.rows), whole=whole)


def _turns(found: GameDispute, comparison: Dispute, letters: Sequence[str]) -> Table:
    correct = "Correct" if comparison.with_plays else "Agreed"
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
        Column("correct", correct, Kind.SCORE, name=_("{correct} score").format(correct=correct)),
        Column(
            "correct_total",
            _("Total"),
            Kind.SCORE,
            name=_("{correct} total").format(correct=correct),
        ),
        Column("here", _("Here")),
    ]
    rows = tuple(_turn(line, found, comparison) for line in comparison.lines)
    return Table("turns", tuple(columns), (Group(rows),), title=_("Turn by turn"))


def _turn(line: Line, found: GameDispute, comparison: Dispute) -> Row:
    cells: list[Value | Cell] = [line.turn, comparison.names[line.seat], _what(line, found)]
    for at, said in enumerate(line.said):
        cells += _figures(line, at, said, comparison)
    here = []
    if line is comparison.sheets_part:
        here.append("the sheets part")
    elif line is comparison.first_divergence:
        here.append("first difference")
    if _is_ruled(line, found):
        here.append("ruled")
    if any(slip.kind is SlipKind.LEFT_OUT for slip in line.slips):
        here.append("left out")
    cells += [Cell(line.correct, Emphasis.STRONG), line.total, ", ".join(here)]
    return tuple(cells)


def _figures(line: Line, at: int, said: Said | None, comparison: Dispute) -> list[Value | Cell]:
    if said is None:
        return [None, None]
    kinds = {slip.kind for slip in line.slips if slip.sheet == at}
    wrong = kinds - {SlipKind.ADDING} or (line.scores_differ and not comparison.with_plays)
    amber = Emphasis.DIFFERENCE
    return [
        Cell(said.score, amber if wrong else None),
        Cell(said.total, amber if SlipKind.ADDING in kinds else None),
    ]


def _what(line: Line, found: GameDispute) -> str:
    row = found.row(line)
    if row is None:
        if not found.with_plays:
            return ""
        return "no turn recorded" if line.kind is None else "rack, not recorded"
    taken_back = ", taken back" if row.taken_back else ""
    return f"{row.turn.coordinate} {row.word}{taken_back}".strip()


def _texts(found: GameDispute, comparison: Dispute) -> Iterator[Text]:
    findings = [
        sentence
        for line in comparison.lines
        if line.disputed
        for sentence in _sentences(line, found, comparison)
    ]
    if findings:
        yield Text(tuple(findings), _("What differs, in order"), key="findings", marked=True)
    else:
        yield Text(("Every figure agrees.",), _("What differs, in order"), key="findings")
    ruled = tuple(
        ruling_told(row.number, ruling)
        for row in found.sheet.rows
        for ruling in row.entry.rulings.all()
    )
    if ruled:
        yield Text(ruled, _("Rulings"), key="rulings", marked=True)
    else:
        yield Text(("None.",), _("Rulings"), key="rulings")


def _sentences(line: Line, found: GameDispute, comparison: Dispute) -> Iterator[str]:
    where = found.where(line)
    where = f"{where[:1].upper()}{where[1:]}"
    if line is comparison.sheets_part:
        where += ", where the sheets part"
    elif line is comparison.first_divergence:
        where += ", the first difference"
    for slip in slip_messages(line, comparison):
        yield f"{where}. {slip}"
    if not line.slips and line.scores_differ:
        said = " and ".join(
            f"{sheet.keeper}’s sheet has {'no row' if one is None else one.score}"
            for sheet, one in zip(comparison.sheets, line.said, strict=True)
            if sheet.columns[line.seat] is not None
        )
        yield _("{where}. The sheets part: {said}.").format(where=where, said=said)
    if line.proof is not None:
        yield f"{where}. {proof_line(line.proof)}."


def _boards(found: GameDispute, comparison: Dispute) -> Iterator[Section]:
    played = [line for line in comparison.lines if line.disputed and found.board(line) is not None]
    # Where the sheets part comes before where both are wrong alike; a ruling before none.
    weighty = sorted(played, key=lambda line: (not line.apart, not _is_ruled(line, found)))
    chosen = [line for line in played if line in weighty[:MOST_BOARDS]]
    drawn = []
    for line in chosen:
        diagram = found.board(line)
        if diagram is not None:
            title = _("Turn {turn}, {name}: {what}").format(
                turn=line.turn, name=comparison.names[line.seat], what=_what(line, found)
            )
            drawn.append(Board(diagram.cells, title, key=f"board_turn_{line.turn}"))
    for start in range(0, len(drawn), 2):
        pair = drawn[start : start + 2]
        items: list[tuple[Section, ...]] = [(board,) for board in pair]
        if len(items) == 1:
            items.append(())
        yield Columns(tuple(items))
    if len(played) > MOST_BOARDS:
        rest = _(
            "Boards are drawn for {MOST_BOARDS} of {played} disputed turns: those where the "
            "sheets part or that were ruled on come first."
        ).format(MOST_BOARDS=MOST_BOARDS, played=len(played))
        yield Text((rest,), key="boards_left_out")


def _is_ruled(line: Line, found: GameDispute) -> bool:
    row = found.row(line)
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
            ("First player", "Second player", "Third player", "Fourth player"), names, strict=False
        ),
        ("Director", "_" * 24),
    ]
    # The role stands in a row of its own, for a hand needs room above its line.
    rows = tuple(row for role, name in signing for row in ((role, "", ""), (name, *line)))
    group = Group(rows, paper_only=True)
    return Table("signatures", columns, (group,), title=_("Agreed and signed"))
