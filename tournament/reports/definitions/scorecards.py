"""The scorecards of players, filled in for the rounds so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament.engine.progress import ProgressStep
from tournament.queries.results.division_games import DivisionGames, PrintedEntry
from tournament.reports.codes import address_option, codes_of, codes_option
from tournament.reports.framing import require_known_number
from tournament.reports.per_division import DivisionDefinition
from tournament.reports.report import (
    Column,
    Group,
    Kind,
    Look,
    Row,
    Section,
    Sheet,
    Sheets,
    Table,
    division_title,
)
from tournament.reports.report_options import (
    audience_option,
    division_option,
    is_public,
    report_option,
    selection_filter,
    selection_option,
)
from tournament.reports.seating import no_opponent_text
from tournament.reports.ties import record_cells, record_columns
from tournament.wording.letters import outcome_letter

COLUMNS = (
    Column("round", _lazy("Round"), Kind.INTEGER),
    Column("board", _lazy("Board"), Kind.INTEGER),
    Column("goes", _lazy("Goes"), width=6, wraps=False),
    Column("opponent_number", _lazy("No."), Kind.INTEGER, name=_lazy("Opponent’s number")),
    Column("opponent", _lazy("Opponent"), width=18),
    Column("result", _lazy("W/L/T"), width=2),
    Column("own", _lazy("Own"), Kind.SCORE, name=_lazy("Own score"), width=4),
    Column("theirs", _lazy("Theirs"), Kind.SCORE, name=_lazy("Opponent’s score"), width=4),
    Column("spread", _lazy("Spread"), Kind.SPREAD, width=5),
    *record_columns(_lazy("Record"), width=6),
    Column("total", _lazy("Total"), Kind.SPREAD, name=_lazy("Total spread"), width=6),
)
CARDS_PER_PAGE = ((7, 3), (20, 2))
"""Pairs of a maximum number of rounds and the number of cards on a page; with more rounds, there is one card."""


class Scorecards(DivisionDefinition):
    """A scorecard for each player, with the rounds so far filled in and room for the rest.

    While phones have access, a QR code leads to the player's own page; four letters can be typed instead. All
    cards are in one file.
    """

    title = "Scorecards"
    group = "Standings and records"
    single = "players"

    @dataclass(frozen=True, slots=True)
    class Options:
        """The cards to print."""

        division: str = division_option()
        player: int | None = report_option("The player’s number. Default: all players.", None)
        only: str = selection_option("players")
        address: str = address_option()
        codes: str = codes_option()
        audience: str = audience_option()

    def sections(self, plays: Sequence[DivisionGames], options: Options) -> tuple[Section]:
        """Return the cards of the selected players, or an empty table if there are none.

        Raise `CannotReport` for an unknown player number or an invalid selection.
        """
        require_known_number(plays, options.player)
        codes = codes_of(options)
        public = is_public(options.audience)
        is_wanted = selection_filter(options.only)
        sheets: list[Sheet] = []
        for play in plays:
            numbers = [person.number for person in play.people]
            pages = codes.player_addresses(play.division, numbers, public=public) if codes else {}
            sheets += [
                _card(play, person, *pages.get(person.number, ("", "")))
                for person in play.people
                if options.player in (None, person.number)
                and is_wanted(play.division, person.number)
            ]
        if not sheets:
            return (Table("rows", COLUMNS, (), empty=_("No players yet.")),)
        rounds = max((_round_count(play) for play in plays), default=0)
        down = next((many for most, many in CARDS_PER_PAGE if rounds <= most), 1)
        return (Sheets(tuple(sheets), down=down),)


def _card(play: DivisionGames, person: PrintedEntry, code: str, letters: str) -> Sheet:
    steps = {step.round: step for step in play.steps[person.number]}
    last = max((step.round for step in steps.values()), default=0)
    rows = tuple(
        _row(play, steps[number]) if number in steps else _empty_row(number)
        for number in range(1, max(_round_count(play), last) + 1)
    )
    facts = [("", play.division.event.name), ("", division_title(play.division.name))]
    facts += [(_("Rating"), str(person.rating))] if person.rating is not None else []
    facts += [(_("Class"), person.rating_class)] if person.rating_class else []
    facts += [(_("Team"), person.team)] if person.team else []
    if letters:
        facts.append((_("Code for the phone"), letters))
    table = Table(
        "rows",
        COLUMNS,
        (Group(rows),),
        title=person.name,
        untitled=True,
        part=_("Player"),
        empty=_("No round has been paired yet."),
        look=Look.GRID,
    )
    return Sheet(f"{person.number}  {person.name}", (table,), tuple(facts), code)


def _row(play: DivisionGames, step: ProgressStep) -> Row:
    decided = step.outcome is not None
    apart = play.division.event.rules.ties_apart
    start = {True: _("first"), False: _("second"), None: ""}[step.goes_first]
    return (
        step.round,
        step.board,
        start if step.opponent else "",
        step.opponent or None,
        play.name(step.opponent) or no_opponent_text(step.outcome),
        outcome_letter(step.letter),
        step.own,
        step.theirs,
        step.spread,
        *(
            record_cells(step, step.record_text(ties_apart=apart))
            if decided
            else (None, None, None)
        ),
        step.total_spread if decided else None,
    )


def _empty_row(number: int) -> Row:
    return (number, None, "", None, "", "", *(None,) * 7)


def _round_count(play: DivisionGames) -> int:
    """Return the number of rounds that the cards have room for."""
    return max(play.division.rounds_planned or 0, *play.rounds, 0)
