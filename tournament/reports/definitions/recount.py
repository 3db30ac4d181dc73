"""The recount of a disputed game with announced and correct scores, rulings, and lines for signatures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scoring.engine.dispute.dispute import Dispute, DisputeLine, SheetEntry, SlipKind
from scoring.models import Game, Ruling
from scoring.queries.disputes import (
    GameDispute,
    dispute_of,
    disputes_of,
    recorded_slip_messages,
    slip_messages,
    superseded_rulings,
)
from scoring.queries.flips import Flip, flips_of_game
from scoring.queries.sheets import SheetRow
from scoring.wording.engine import proof_line
from scoring.wording.names import name_of
from scoring.wording.phrases import and_list, comma_list
from tournament.models import Event, Pairing, ResultEntry
from tournament.queries.rounds.rounds import result_history
from tournament.reports.definition import Definition
from tournament.reports.disputed_boards import closing_sections
from tournament.reports.one_game import (
    SEAT_LABELS,
    GameHeading,
    row_ruling_sentences,
    ruling_sentence,
)
from tournament.reports.recount_summary import (
    finals_table,
    flips_of_rulings,
    recount_conclusion,
    result_change,
    turns_by_player,
)
from tournament.reports.report import (
    Cell,
    Column,
    Emphasis,
    Group,
    Kind,
    Report,
    Row,
    Table,
    Text,
    Value,
)
from tournament.reports.report_options import CannotReport, GameOptions, requested_pairing

SHEET_LETTERS = "ABCD"
"""The letters that name the players' sheets. Sheet A belongs to the player who went first."""


class Recount(Definition):
    """A disputed game for signature: the score that counts, announced and correct scores of each turn, rulings.

    Available for every game with a difference, a ruling or a typed sheet. Typed sheets of players are shown
    beside the record. Findings follow the order of the game, each with the calculation and the likely error; the
    board is drawn at every disputed turn; rulings are shown with their reason and their effect on the result.
    """

    title = "Recount"
    group = "Recorded games"
    for_paper = True

    Options = GameOptions

    def folder_options(self, event: Event) -> list[Any]:
        """Return options for every game with a typed sheet, a difference or a ruling."""
        boards = (
            Pairing.objects.filter(
                round__division__event=event, replaced_at=None, game__isnull=False
            )
            .select_related("round__division", "game")
            .order_by("round__division__position", "round__number", "board")
        )
        recorded = [(pairing, pairing.game) for pairing in boards if pairing.game is not None]
        disputes = disputes_of([game for _pairing, game in recorded])
        return [
            GameOptions(pairing.round.division.slug, pairing.round.number, pairing.board)
            for (pairing, _game), dispute in zip(recorded, disputes, strict=True)
            if dispute.is_disputed
        ]

    def build(self, event: Event, options: GameOptions, printed_at: datetime) -> Report:
        """Return the recount of the game on one board.

        Raise `CannotReport` for an unknown division, round or board, if the game has not been recorded, or if
        nothing is disputed.
        """
        pairing = requested_pairing(event, options, _("A recount"))
        if pairing.game is None:
            raise CannotReport(
                _(
                    "Board {board} of round {number} was not recorded, and no player’s sheet "
                    "was typed. Open the board and choose “Settle a dispute”."
                ).format(board=pairing.board, number=pairing.round.number)
            )
        return _recount_of_game(
            GameHeading.of_pairing(event, pairing), pairing.game, pairing, printed_at
        )

    @staticmethod
    def of_game(game: Game, printed_at: datetime, turn: int | None = None) -> Report:
        """Return the recount of a single game. Raise `CannotReport` if nothing is disputed."""
        del turn
        pairing = Pairing.objects.select_related("round").filter(game=game).first()
        return _recount_of_game(GameHeading.of_game(game), game, pairing, printed_at)


def _recount_of_game(
    head: GameHeading, game: Game, pairing: Pairing | None, printed_at: datetime
) -> Report:
    game_dispute = dispute_of(game)
    if not game_dispute.is_disputed:
        raise CannotReport(
            _("Nothing is disputed: all announced scores are correct, and there are no rulings.")
            if game_dispute.has_plays
            else _(
                "No turns have been recorded and no player’s sheet has been typed, so there is "
                "nothing to recount."
            )
        )
    results = [row for row in result_history(pairing) if row.is_game] if pairing else []
    flips = flips_of_game(game, game_dispute.sheet.names)
    return recount_of_dispute(
        head, game_dispute, results, printed_at, flips, superseded_rulings(game_dispute)
    )


def recount_of_dispute(
    head: GameHeading,
    game_dispute: GameDispute,
    results: Sequence[ResultEntry],
    printed_at: datetime,
    flips: Sequence[Flip] = (),
    superseded: Sequence[tuple[int | None, Ruling]] = (),
) -> Report:
    """Return the recount of one game. `results` are all results ever entered for it, oldest first.

    `superseded` are rulings on entries that a correction replaced, each with its turn number.
    """
    comparison, names = game_dispute.comparison, game_dispute.sheet.names
    change = result_change(game_dispute, results)
    letters = [
        SHEET_LETTERS[keeper - 1]
        for keeper in sorted({place.keeper for place in game_dispute.parsed_columns})
    ]
    facts = [(_("Board"), head.board)]
    facts += [(str(seat), name) for seat, name in zip(SEAT_LABELS, names, strict=False)]
    facts += [
        (
            _("Sheet {letter}").format(letter=letter),
            _("kept by {keeper}").format(keeper=sheet.keeper),
        )
        for letter, sheet in zip(letters, comparison.sheets if comparison else (), strict=True)
    ]
    facts += [
        (_("Rules"), name_of(game_dispute.sheet.rules)),
        (_("Plays"), _recorded_turns_text(game_dispute)),
    ]
    return head.report(
        "recount",
        _("Recount"),
        printed_at,
        subtitle=recount_conclusion(game_dispute, change, printed_at),
        facts=tuple((label, value) for label, value in facts if value),
        sections=(
            finals_table(game_dispute, comparison, letters, change),
            *(
                (_turns_table(game_dispute, comparison, letters),)
                if comparison is not None
                else turns_by_player(game_dispute.sheet)
            ),
            *closing_sections(
                game_dispute,
                (
                    _findings_text(game_dispute),
                    *_rulings_text(game_dispute, superseded),
                    *flips_of_rulings(game_dispute, change, flips),
                ),
            ),
        ),
    )


def _recorded_turns_text(game_dispute: GameDispute) -> str:
    if not game_dispute.has_plays:
        return _("not recorded")
    game = game_dispute.sheet.replay
    turns = len(game_dispute.sheet.rows)
    if game.has_ended or game.may_end:
        sentence = ngettext("{count} turn recorded", "{count} turns recorded", turns)
    else:
        sentence = ngettext(
            "{count} turn recorded, game incomplete",
            "{count} turns recorded, game incomplete",
            turns,
        )
    return sentence.format(count=turns)


def _turns_table(game_dispute: GameDispute, comparison: Dispute, letters: Sequence[str]) -> Table:
    if comparison.with_plays:
        correct, score, total = _("Correct"), _("Correct score"), _("Correct total")
    else:
        correct, score, total = _("Agreed"), _("Agreed score"), _("Agreed total")
    columns = [
        Column("turn", _("Turn") if comparison.with_plays else _("Row"), Kind.INTEGER),
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
    columns.append(Column("correct", correct, Kind.SCORE, name=score))
    if game_dispute.sheet.rulings:
        columns += [
            Column("ruled", _("Ruled"), Kind.SCORE, name=_("As ruled")),
            Column("total", _("Total"), Kind.SCORE, name=_("Running total that counts")),
        ]
    else:
        columns.append(Column("correct_total", _("Total"), Kind.SCORE, name=total))
    columns.append(Column("here", pgettext("in this turn", "Remarks")))
    rows = tuple(_turn_row(line, game_dispute, comparison) for line in comparison.lines)
    return Table("turns", tuple(columns), (Group(rows),), title=_("Turn by turn"))


def _turn_row(line: DisputeLine, game_dispute: GameDispute, comparison: Dispute) -> Row:
    number = line.turn if comparison.with_plays else game_dispute.row_number(line)
    play = _turn_text(line, game_dispute)
    cells: list[Value | Cell] = [number, comparison.names[line.seat], play]
    for at, written in enumerate(line.written):
        cells += _score_cells(line, at, written, comparison)
    here = []
    if line is comparison.first_sheet_difference:
        here.append(_("the sheets differ"))
    elif line is comparison.first_divergence:
        here.append(_("first difference"))
    if game_dispute.is_ruled(line):
        here.append(_("ruled"))
    if any(slip.kind is SlipKind.LEFT_OUT for slip in line.slips):
        here.append(_("left out"))
    row = game_dispute.row(line)
    cells.append(Cell(line.correct, Emphasis.STRONG))
    if game_dispute.sheet.rulings:
        cells += [row.counts, row.total] if row is not None else [line.correct, line.total]
    else:
        cells.append(line.total)
    cells.append(comma_list(here))
    return tuple(cells)


def _score_cells(
    line: DisputeLine, at: int, written: SheetEntry | None, comparison: Dispute
) -> list[Value | Cell]:
    if written is None:
        return [None, None]
    return [
        Cell(figure, Emphasis.DIFFERENCE if is_wrong else None)
        for figure, is_wrong in zip(
            (written.score, written.total), comparison.wrong_figures(line, at), strict=True
        )
    ]


def _turn_text(line: DisputeLine, game_dispute: GameDispute) -> str:
    row = game_dispute.row(line)
    if row is None:
        if not game_dispute.has_plays:
            return ""
        return _("no turn recorded") if line.kind is None else _("final rack, not recorded")
    return row.label


def _findings_text(game_dispute: GameDispute) -> Text:
    comparison = game_dispute.comparison
    if comparison is not None:
        sentences = [
            sentence
            for line in comparison.lines
            for sentence in _errors_in_line(line, game_dispute, comparison)
        ]
    else:
        sentences = [
            sentence
            for row in game_dispute.sheet.rows
            for sentence in _errors_in_row(row, game_dispute)
        ]
    title = _("Differences, in order")
    if not sentences:
        return Text((_("All figures agree."),), title, key="findings")
    return Text(tuple(sentences), title, key="findings", marked=True)


def _errors_in_line(line: DisputeLine, game: GameDispute, comparison: Dispute) -> Iterator[str]:
    """Yield sentences on the errors in one turn: on the sheets if the turn is disputed, otherwise in the record."""
    row = game.row(line)
    if line.is_disputed:
        yield from _line_sentences(line, game, comparison)
    elif row is not None and row.differs:
        yield from _errors_in_row(row, game)


def _errors_in_row(row: SheetRow, game_dispute: GameDispute) -> Iterator[str]:
    """Yield a sentence on each error in the record of a turn, with the calculation for an error in the score."""
    messages = recorded_slip_messages(row)
    pattern = _("Turn {number}, {name}: {play}. {sentence}")
    place = {"number": row.number, "name": game_dispute.sheet.names[row.seat], "play": row.label}
    for message in messages:
        sentence = str(message)
        proof = game_dispute.sheet.proofs.get(row.number - 1)
        if message.kind is SlipKind.SCORING and proof is not None:
            sentence = f"{sentence} {proof_line(proof)}."
        yield pattern.format(sentence=sentence, **place)


def _rulings_text(
    game_dispute: GameDispute, superseded: Sequence[tuple[int | None, Ruling]]
) -> Iterator[Text]:
    """Yield one text with all rulings, including superseded ones; it reads "None." if there are none.

    Rulings on turns come in the order in which they were made, then those on rows and final scores.
    """
    rulings: list[tuple[int | None, Ruling]] = [
        (row.number, ruling)
        for row in game_dispute.sheet.rows
        for ruling in row.entry.rulings.all()
    ]
    rulings = sorted([*rulings, *superseded], key=lambda ruled: ruled[1].ruled_at)
    sentences = tuple(ruling_sentence(number, ruling) for number, ruling in rulings)
    sentences += row_ruling_sentences(game_dispute)
    if sentences:
        yield Text(sentences, _("Rulings"), key="rulings", marked=True)
    else:
        yield Text((_("None."),), _("Rulings"), key="rulings")


def _line_sentences(line: DisputeLine, game: GameDispute, comparison: Dispute) -> Iterator[str]:
    where = game.line_name(line)
    where = f"{where[:1].upper()}{where[1:]}"
    if line is comparison.first_sheet_difference:
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
    """Return a clause that gives the score for a turn on a player's sheet."""
    if written is None:
        return _("{keeper}’s sheet has no row for this turn").format(keeper=keeper)
    return _("{keeper}’s sheet has {score}").format(keeper=keeper, score=written.score)
