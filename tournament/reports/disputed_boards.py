"""The end of a recount: differences and rulings, boards of disputed plays, and signature lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from scoring.engine.game.turns import TurnKind
from scoring.queries.disputes import GameDispute
from scoring.queries.sheets import SheetRow
from tournament.reports.one_game import line_count
from tournament.reports.report import BoardDrawing, Column, Columns, Group, Section, Table, Text

MAX_BOARDS = 6
"""Maximum number of board diagrams; further plays appear in the list of differences only."""
BOARDS_PER_ROW = 3
LETTERS_BESIDE_BOARDS = {1: 60, 2: 32}
"""The number of characters that fit in a line of text, by the number of boards that it is printed beside."""
LINES_BESIDE_BOARDS = 20


def closing_sections(game_dispute: GameDispute, texts: Sequence[Text]) -> Iterator[Section]:
    """Yield the texts, at most `MAX_BOARDS` boards and the signature lines; texts go beside the boards if they fit.

    The boards are in the order of the game. If there are too many, plays on which the sheets differ are
    chosen first, then plays with a ruling, and a note gives the number of disputed turns.
    """
    names = game_dispute.sheet.names
    played = _disputed_plays(game_dispute)
    # Plays on which the sheets differ come first, then plays with a ruling.
    weighty = sorted(played, key=lambda play: (not play[1], play[0].ruling is None))
    chosen = [play for play in played if play in weighty[:MAX_BOARDS]]
    boards = [
        BoardDrawing(
            game_dispute.sheet.board(row.number).cells,
            _("Turn {turn}, {name}: {what}").format(
                turn=row.number, name=game_dispute.sheet.names[row.seat], what=row.label
            ),
            key=f"board_turn_{row.number}",
        )
        for row, _apart in chosen
    ]
    letters = LETTERS_BESIDE_BOARDS.get(len(boards))
    if letters and line_count(texts, letters) <= LINES_BESIDE_BOARDS:
        weights = (*(3.0,) * len(boards), 5.0 if len(boards) == 1 else 3.0)
        yield Columns((*((board,) for board in boards), tuple(texts)), weights=weights)
        yield _signature_table(names)
        return
    yield from texts
    rows = [
        boards[start : start + BOARDS_PER_ROW] for start in range(0, len(boards), BOARDS_PER_ROW)
    ]
    signed = False
    for row in rows:
        beside: list[tuple[Section, ...]] = [()] * (BOARDS_PER_ROW - len(row))
        if len(beside) == 1:
            beside, signed = [(_narrow_signature_table(names),)], True
        yield Columns((*((board,) for board in row), *beside))
    if len(played) > MAX_BOARDS:
        rest = _(
            "Boards are drawn for {drawn} of {played} disputed turns; turns on which the sheets "
            "differ or that have a ruling come first."
        ).format(drawn=MAX_BOARDS, played=len(played))
        yield Text((rest,), key="boards_left_out")
    if not signed:
        yield _signature_table(names)


def _disputed_plays(game_dispute: GameDispute) -> list[tuple[SheetRow, bool]]:
    """Return the disputed plays in the order of the game, each with whether the players' sheets differ on it."""
    apart: dict[int, bool] = {}
    for line in game_dispute.comparison.lines if game_dispute.comparison else ():
        if line.is_disputed and line.turn is not None:
            apart[line.turn] = line.sheets_differ
    return [
        (row, apart.get(row.number, False))
        for row in game_dispute.sheet.rows
        if row.turn.kind is TurnKind.PLAY
        and (row.number in apart or row.ruling is not None or (row.differs and not row.taken_back))
    ]


def _signatories(names: Sequence[str]) -> list[tuple[str, str]]:
    """Return the signatories as (role, name). The director's name is left empty, to be written by hand."""
    roles = (_("First player"), _("Second player"), _("Third player"), _("Fourth player"))
    return [*zip(roles, names, strict=False), (_("Director"), "")]


def _signature_table(names: Sequence[str]) -> Table:
    columns = (
        Column("name", _("Name")),
        Column("signature", _("Signature")),
        Column("when", _("Date and time")),
    )
    line = ("_" * 38, "_" * 20)
    # The role has its own row to leave room for writing above the line.
    groups = tuple(
        Group(((role, "", ""), (name or "_" * 24, *line)), paper_only=True)
        for role, name in _signatories(names)
    )
    return Table("signatures", columns, groups, title=_("Agreed and signed"))


def _narrow_signature_table(names: Sequence[str]) -> Table:
    """Return the signature lines as a table with one narrow column."""
    columns = (Column("signature", _("Name, signature")),)
    groups = tuple(
        Group(((name or role,), ("",), ("_" * 30,)), paper_only=True)
        for role, name in _signatories(names)
    )
    return Table("signatures", columns, groups, title=_("Agreed and signed"))
