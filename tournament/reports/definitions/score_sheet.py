"""The score sheet of a recorded game: two columns as on paper, announced beside correct, the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from scoring.engine.audit import Audit
from scoring.engine.findings import Finding, Severity
from scoring.engine.replay import Replay
from scoring.engine.turns import Kind as TurnKind
from scoring.engine.turns import Turn
from tournament.models import Division, Event, Pairing
from tournament.queries.rounds import boards_of, rounds_of
from tournament.reports.asking import CannotReport, asked_for, one_division
from tournament.reports.figures import written
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
    SquareLike,
    Table,
    Text,
    Value,
)

TURN_COLUMNS = (
    Column("turn", "Turn", Kind.INTEGER),
    Column("kind", "Kind", data_only=True),
    Column("square", "Square", width=3),
    Column("word", "Word"),
    Column("announced", "Announced", Kind.SCORE, data_only=True),
    Column("correct", "Score", Kind.SCORE, name="Correct"),
    Column("difference", "±", Kind.SPREAD, name="Difference"),
    Column("announced_total", "Announced total", Kind.SCORE, data_only=True),
    Column("correct_total", "Total", Kind.SCORE, name="Correct total"),
)
PLAYER_COLUMNS = (
    Column("name", "Name"),
    Column("goes", "Goes"),
    Column("announced_final", "Announced final", Kind.SCORE),
    Column("correct_final", "Correct final", Kind.SCORE),
    Column("difference", "Difference", Kind.SPREAD),
)
ORDER = ("first", "second", "third", "fourth")


class ScoreSheet:
    """A game recorded turn by turn: announced and correct scores, totals, slips and the board.

    Two columns as on paper. A tick says that announced and correct agree; where they do not, the
    announced figure is struck through and the difference stands beside it.
    """

    title = "Score sheet"

    @dataclass(frozen=True, slots=True)
    class Options:
        """Which game."""

        division: str = asked_for("The division; needed where there are several.", "")
        round: int | None = asked_for("The round.", None)
        board: int | None = asked_for("The board.", None)

    def build(self, event: Event, options: Options, printed_at: datetime) -> Report:
        """The sheet of one board. Raises `CannotReport` where no game was recorded there."""
        division = one_division(event, options.division)
        pairing = _pairing(division, options.round, options.board)
        raise CannotReport(
            f"Board {pairing.board} of round {pairing.round.number} was not recorded turn by turn."
        )


def _pairing(division: Division, round_number: int | None, board: int | None) -> Pairing:
    """The pairing asked for. Raises `CannotReport` naming the rounds or boards there are."""
    rounds = {summary.round.number: summary.round for summary in rounds_of(division)}
    if not rounds:
        raise CannotReport(f"Division {division.name} has no rounds yet.")
    if round_number is None or board is None:
        raise CannotReport("A score sheet is of one game: give the round and the board.")
    if round_number not in rounds:
        known = ", ".join(str(number) for number in rounds)
        raise CannotReport(
            f"Division {division.name} has no round {round_number}. Rounds: {known}."
        )
    pairings = [each.pairing for each in boards_of(rounds[round_number]) if each.pairing.board]
    for pairing in pairings:
        if pairing.board == board:
            return pairing
    known = ", ".join(str(pairing.board) for pairing in pairings) or "none"
    raise CannotReport(f"Round {round_number} has no board {board}. Boards: {known}.")


@dataclass(frozen=True, slots=True)
class SheetHead:
    """What stands above a score sheet: where and when it was played, and by which rules."""

    event: str
    event_slug: str
    names: tuple[str, ...]
    """The players in seat order; the first begins."""
    division: str = ""
    round_number: int | None = None
    board: str = ""
    rules: str = ""
    word_list: str = ""


def score_sheet(
    head: SheetHead,
    audit: Audit,
    squares: Sequence[Sequence[SquareLike]],
    printed_at: datetime,
    rulings: Sequence[str] = (),
) -> Report:
    """The sheet of one game. `squares` is the board at its end, `rulings` one sentence each."""
    lines = list(_lines(audit))
    seats = range(len(head.names))
    sides = [_side(head.names[seat], seat, lines, audit) for seat in seats]
    pairs: list[Section] = [
        Columns(tuple((side,) for side in sides[start : start + 2]), weights=(1.0, 1.0))
        for start in range(0, len(sides), 2)
    ]
    board = Board(tuple(map(tuple, squares)), _board_title(audit), key="diagram")
    facts = (
        ("Board", head.board),
        *((ORDER[seat].capitalize(), head.names[seat]) for seat in seats),
        ("Rules", head.rules),
        ("Word list", head.word_list),
    )
    return Report(
        key="score_sheet",
        title="Score sheet",
        event=head.event,
        event_slug=head.event_slug,
        printed_at=printed_at,
        division=head.division,
        round_number=head.round_number,
        subtitle=_outcome(head.names, audit),
        facts=tuple((label, value) for label, value in facts if value),
        sections=(
            _players(head.names, audit),
            *pairs,
            Columns(((board,), tuple(_texts(audit, rulings))), weights=(3.0, 2.0)),
        ),
    )


@dataclass(frozen=True, slots=True)
class _Line:
    """One line of the sheet; None is not known."""

    seat: int
    turn: int | None
    kind: TurnKind
    square: str
    word: str
    announced: int | None
    correct: int | None
    announced_total: int | None
    correct_total: int | None


def _lines(audit: Audit) -> Iterator[_Line]:
    """Every turn of the record, then the rack lines the record lacks."""
    game = audit.game
    words = _words(audit)
    before: list[int | None] = [0] * game.players
    for index, turn in enumerate(game.turns):
        said = turn.announced
        was = before[turn.player]
        if said is None and turn.total is not None and was is not None:
            said = turn.total - was
        before[turn.player] = (
            turn.total
            if turn.total is not None
            else None
            if was is None or said is None
            else was + said
        )
        yield _Line(
            turn.player,
            index + 1,
            turn.kind,
            turn.coordinate,
            words[index],
            said,
            game.scores[index],
            turn.total,
            game.totals[index],
        )
    if not audit.finished:
        return
    settled = {turn.player for turn in game.turns if turn.kind is TurnKind.END_RACK}
    for seat, amount in enumerate(game.settlement.amounts):
        if seat not in settled and amount:
            total = game.running[seat] + amount
            kind = TurnKind.END_RACK
            yield _Line(seat, None, kind, "", "rack, not on the sheet", None, amount, None, total)


def _words(audit: Audit) -> list[str]:
    """What stands in the column of words for every turn: `F(A)X`, `exchange 3`, `rack QV`."""
    game = audit.game
    unfolding = Replay(game.rules, game.tile_set, game.board.layout, game.players)
    words = []
    for index, turn in enumerate(game.turns):
        unfolding.take([turn])
        if turn.kind is not TurnKind.PLAY or _unfit(game, index):
            words.append(_what(game, turn))
            continue
        laid = set(unfolding.board.laid)
        start, step, _ = game.board.layout.spellings[turn.coordinate]
        text, through = "", ""
        for place in range(len(turn.tiles)):
            cell = start + place * step
            face = str(unfolding.board.grid[cell])
            if cell not in laid:
                through += face
                continue
            text += (f"({through})" if through else "") + game.tile_set.write([face])
            through = ""
        words.append(text + (f"({through})" if through else ""))
    return words


def _unfit(game: Replay, index: int) -> bool:
    return any(fault.stops for fault in game.faults.get(index, ()))


def _what(game: Replay, turn: Turn) -> str:
    tiles = game.tile_set.write(turn.tiles) if turn.tiles else ""
    if turn.kind is TurnKind.PLAY:
        return f"{tiles} (does not fit)"
    if turn.kind is TurnKind.EXCHANGE:
        return f"exchange {tiles or turn.exchanged or ''}".rstrip()
    if turn.kind is TurnKind.END_RACK:
        return f"rack {tiles}".rstrip()
    words = {
        TurnKind.PASS: "pass",
        TurnKind.WITHDRAWN: "phony withdrawn",
        TurnKind.CHALLENGE_BONUS: "challenge",
        TurnKind.OVERTIME: "overtime",
        TurnKind.ADJUSTMENT: f"adjustment: {turn.remark}" if turn.remark else "adjustment",
    }
    return words[turn.kind]


def _side(name: str, seat: int, lines: Sequence[_Line], audit: Audit) -> Table:
    turns: list[Row] = []
    ends: list[Row] = []
    parted = 0  # how far announced and correct totals were apart on the line before
    for line in lines:
        if line.seat != seat:
            continue
        gap = parted
        if line.announced_total is not None and line.correct_total is not None:
            gap = line.announced_total - line.correct_total
        at_end = line.kind in (TurnKind.END_RACK, TurnKind.OVERTIME)
        (ends if at_end else turns).append(_row(line, newly_apart=bool(gap) and gap != parted))
        parted = gap
    said, correct = audit.announced_finals[seat], audit.finals[seat]
    final: Row = (
        *(None,) * 3,
        Cell("Final" if audit.finished else "So far", Emphasis.STRONG),
        *(None,) * 4,
        Cell(correct, Emphasis.STRONG, said if said != correct else None),
    )
    groups = [Group(tuple(turns))] if turns else []
    groups += [Group(tuple(ends))] if ends else []
    groups.append(Group((final,), paper_only=True))
    return Table("turns", TURN_COLUMNS, tuple(groups), title=name, part="Player")


def _row(line: _Line, *, newly_apart: bool) -> Row:
    difference = None
    if line.announced is not None and line.correct is not None:
        difference = line.correct - line.announced
    score: Value | Cell = line.correct
    if difference:
        score = Cell(line.correct, Emphasis.STRONG, line.announced)
    elif line.correct is None and line.announced is not None:
        score = Cell(None, instead_of=line.announced)
    mark: Value | Cell = None
    if difference is not None:
        mark = Cell(difference, Emphasis.DIFFERENCE if difference else Emphasis.TICK)
    total: Value | Cell = line.correct_total
    if newly_apart:
        total = Cell(line.correct_total, instead_of=line.announced_total)
    played = line.kind is TurnKind.PLAY
    return (
        line.turn,
        line.kind.value,
        line.square,
        line.word if played else Cell(line.word, Emphasis.QUIET),
        line.announced,
        score,
        mark,
        line.announced_total,
        total,
    )


def _players(names: Sequence[str], audit: Audit) -> Table:
    rows: list[Row] = []
    for seat, name in enumerate(names):
        said, correct = audit.announced_finals[seat], audit.finals[seat]
        difference = None if said is None or correct is None else correct - said
        rows.append((name, ORDER[seat], said, correct, difference))
    return Table("players", PLAYER_COLUMNS, (Group(tuple(rows)),), title="Players", data_only=True)


def _texts(audit: Audit, rulings: Sequence[str]) -> Iterator[Text]:
    wrong = [f for f in audit.findings if f.severity is Severity.ERROR]
    odd = [f for f in audit.findings if f.severity is Severity.WARNING]
    if wrong:
        yield Text(tuple(map(_sentence, wrong)), "Differences", key="differences", marked=True)
    else:
        yield Text(("Every announced score is correct.",), "Differences", key="differences")
    if rulings:
        yield Text(tuple(rulings), "Rulings", key="rulings", marked=True)
    if odd:
        yield Text(tuple(map(_sentence, odd)), "Also noticed", key="noticed", marked=True)


def _sentence(finding: Finding) -> str:
    return f"Turn {finding.turn}. {finding}" if finding.turn else str(finding)


def _outcome(names: Sequence[str], audit: Audit) -> str:
    """Who won, by the correct scores: "Ann wins, 412 to 389"."""
    if not audit.finished:
        return "not finished"
    finals = [written(Kind.SCORE, final) for final in audit.finals]
    best = audit.winners
    if not best:
        return "final scores not known"
    if len(best) > 1:
        return f"Tie, {finals[best[0]]} each"
    others = [final for seat, final in enumerate(finals) if seat != best[0]]
    return f"{names[best[0]]} wins, {finals[best[0]]} to {' and '.join(others)}"


def _board_title(audit: Audit) -> str:
    if audit.finished:
        return "The board at the end"
    return f"The board after turn {len(audit.game.turns)}" if audit.game.turns else "The board"
