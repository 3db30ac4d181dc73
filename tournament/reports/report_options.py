"""The options of reports, and the errors for invalid ones."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from django.utils.translation import gettext as _

from scoring.models import Game
from scoring.wording.phrases import comma_list
from tournament.engine.plugins import option
from tournament.models import Division, Event, Pairing
from tournament.queries.rounds.rounds import boards_of, round_summaries
from tournament.reports.definition import EVERYBODY, CannotReport, unknown_options_error
from tournament.reports.report import division_title


class CodesNotUnderstood(CannotReport):
    """The value of the option `codes` is neither empty nor `no`."""

    def __init__(self, codes: str) -> None:
        super().__init__(_("“codes” must be “no” or empty, not “{codes}”.").format(codes=codes))


def report_option(
    help_text: str, default: Any, choices: Sequence[tuple[str, str]] = (), *, hidden: bool = False
) -> Any:
    """Return an option of a report with its help text for the director.

    `choices` are pairs of value and label for forms; without them the option is a text field. Forms
    omit `hidden` options.
    """
    return option(default, help_text, choices=choices, hidden=hidden)


def division_option() -> Any:
    """Return the option to select one division."""
    return report_option("The division. Default: all divisions.", "")


def round_option(otherwise: str) -> Any:
    """Return the option to select a round; `otherwise` describes the default."""
    return report_option(f"The round. Default: {otherwise}.", None)


def audience_option() -> Any:
    """Return the option for the audience of a report that may contain withheld results."""
    return report_option(
        "`everybody` leaves out drafts and rounds held back, which the desk can see.", ""
    )


def selection_option(what: str) -> Any:
    """Return the option to select some papers by number; `what` names the numbered items."""
    return report_option(
        f"Only these {what}, such as `3, 7-9`, or `a.3` for division A only. Default: all {what}.",
        "",
    )


_NUMBERS = re.compile(r"(?:(?P<division>.+)\.)?(?P<first>[0-9]{1,6})(?:[-–](?P<last>[0-9]{1,6}))?")


def selection_filter(only: str) -> Callable[[Division, int | None], bool]:
    """Return a function that tells whether a number is selected by a string such as "3, 7-9" or "a.3".

    "3, 7-9" selects numbers in every division, "a.3" in one, and an empty string selects everything.
    Raise `CannotReport` for any other string.
    """
    chosen: list[tuple[str, range]] = []
    for word in only.replace(",", " ").split():
        match = _NUMBERS.fullmatch(word.casefold())
        if match is None:
            raise CannotReport(
                _(
                    "“{word}” is not a valid number or range. Type 3 or 7-9, or a.3 for one "
                    "division only."
                ).format(word=word)
            )
        first = int(match["first"])
        chosen.append((match["division"] or "", range(first, int(match["last"] or first) + 1)))
    return lambda division, number: (
        not chosen
        or any(number in numbers and slug in ("", division.slug) for slug, numbers in chosen)
    )


@dataclass(frozen=True, slots=True)
class DivisionOptions:
    """The option to select one division."""

    division: str = division_option()


@dataclass(frozen=True, slots=True)
class ResultsOptions:
    """The options for the results of one or all divisions, as far as the audience may see them."""

    division: str = division_option()
    audience: str = audience_option()


@dataclass(frozen=True, slots=True)
class RoundOptions:
    """The options for a round of one or all divisions, as far as the audience may see it."""

    division: str = division_option()
    round: int | None = round_option("the latest published round")
    audience: str = audience_option()


@dataclass(frozen=True, slots=True)
class StandingsOptions:
    """The options for the standings of one or all divisions, as far as the audience may see them."""

    division: str = division_option()
    round: int | None = round_option("the latest with a result")
    audience: str = audience_option()


@dataclass(frozen=True, slots=True)
class GameOptions:
    """The options to select one game of an event."""

    division: str = report_option("The division. Required if the event has several divisions.", "")
    round: int | None = report_option("The round.", None)
    board: int | None = report_option("The board.", None)


def requested_grid(
    per_page: int, grids: Mapping[int, tuple[int, int]], refusal: str
) -> tuple[int, int]:
    """Return the grid with so many cards on a page, as (across, down).

    Raise `CannotReport` with the sentence `refusal` if `grids` has none.
    """
    if per_page not in grids:
        raise CannotReport(refusal.format(per_page=per_page))
    return grids[per_page]


def is_public(audience: str) -> bool:
    """Return whether the audience is everybody. Raise `CannotReport` for an unknown audience."""
    if audience not in ("", EVERYBODY):
        raise CannotReport(
            _("“audience” must be “{everybody}” or empty, not “{audience}”.").format(
                everybody=EVERYBODY, audience=audience
            )
        )
    return audience == EVERYBODY


def options_from(options: type[Any], given: Mapping[str, Any]) -> Any:
    """Return the options of a report with the `given` values; None and empty values are ignored.

    Raise `CannotReport`, which names the known options, for an unknown one.
    """
    known = [field.name for field in fields(options)]
    values = {name: value for name, value in given.items() if value not in (None, "")}
    if unknown := [name for name in values if name not in known]:
        raise unknown_options_error(unknown, known)
    return options(**values)


def requested_divisions(event: Event, name: str) -> list[Division]:
    """Return the division with that name or slug as a list, or every division if the name is empty.

    Raise `CannotReport` if the event has no divisions, or if none matches; the message then names the
    known ones.
    """
    divisions = list(event.divisions.select_related("event").order_by("position"))
    if not divisions:
        raise CannotReport(
            _("{event} has no divisions yet. Add one and its players first.").format(
                event=event.name
            )
        )
    if not name:
        return divisions
    wanted = name.casefold()
    chosen = [d for d in divisions if wanted in (d.name.casefold(), d.slug.casefold())]
    if not chosen:
        names = comma_list(division.name for division in divisions)
        raise CannotReport(
            _("{event} has no division “{name}”. Divisions: {names}.").format(
                event=event.name, name=name, names=names
            )
        )
    return chosen


def requested_division(event: Event, name: str) -> Division:
    """Return the named division, or the event's only one if the name is empty.

    Raise `CannotReport` if there are several and none is named, or as `requested_divisions` does.
    """
    chosen = requested_divisions(event, name)
    if len(chosen) > 1:
        names = comma_list(division.name for division in chosen)
        raise CannotReport(
            _("{event} has several divisions. Choose one: {names}.").format(
                event=event.name, names=names
            )
        )
    return chosen[0]


def requested_pairing(event: Event, options: GameOptions, what: str) -> Pairing:
    """Return the requested pairing; `what` names the report at the start of the message.

    Raise `CannotReport` as `requested_division` does, if the division has no rounds, if the round or the
    board is not given, or if there is no such round or board; the message then names the known ones.
    """
    division = requested_division(event, options.division)
    round_number, board = options.round, options.board
    rounds = {summary.round.number: summary.round for summary in round_summaries(division)}
    if not rounds:
        raise CannotReport(
            _("{division} has no rounds yet.").format(division=division_title(division.name))
        )
    if round_number is None or board is None:
        raise CannotReport(
            _("{report} covers one game. Choose the round and the board.").format(report=what)
        )
    if round_number not in rounds:
        known = comma_list(rounds)
        raise CannotReport(
            _("{division} has no round {round}. Rounds: {known}.").format(
                division=division_title(division.name), round=round_number, known=known
            )
        )
    pairings = [board.pairing for board in boards_of(rounds[round_number]) if board.pairing.board]
    for pairing in pairings:
        if pairing.board == board:
            return pairing
    known = comma_list(pairing.board for pairing in pairings) or _("none")
    raise CannotReport(
        _("Round {round} has no board {board}. Boards: {known}.").format(
            round=round_number, board=board, known=known
        )
    )


def requested_recorded_game(event: Event, options: GameOptions, what: str) -> tuple[Pairing, Game]:
    """Return the requested pairing with its recorded game.

    Raise `CannotReport` as `requested_pairing` does, and if the game has not been recorded.
    """
    pairing = requested_pairing(event, options, what)
    if pairing.game is None:
        raise CannotReport(
            _(
                "Board {board} of round {number} has a result but was not recorded turn by turn."
            ).format(board=pairing.board, number=pairing.round.number)
        )
    return pairing, pairing.game
