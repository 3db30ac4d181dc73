"""What a report can be asked for: its options, and the sentence when there is no such thing."""

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
from tournament.queries.rounds.rounds import boards_of, rounds_of
from tournament.reports.definition import EVERYBODY, CannotReport, takes_no
from tournament.reports.report import division_called


class CodesNotUnderstood(CannotReport):
    """The option `codes` is neither empty nor `no`."""

    def __init__(self, codes: str) -> None:
        super().__init__(_("Codes are “no” or empty, not “{codes}”.").format(codes=codes))


def report_option(
    help_text: str,
    default: Any,
    choices: Sequence[tuple[str, str]] = (),
    *,
    hidden: bool = False,
) -> Any:
    """An option of a report with the sentence the director reads beside it.

    `choices` are what it can be, each with its words in a form; without them it is typed. No form asks for one that
    is `hidden`.
    """
    return option(default, help_text, choices=choices, hidden=hidden)


def division_option() -> Any:
    """The option of a report on one division or on all."""
    return report_option("The division; all of them when not given.", "")


def round_option(otherwise: str) -> Any:
    """The option of a round; `otherwise` says which it is when none is given."""
    return report_option(f"The round; {otherwise} when not given.", None)


def audience_option() -> Any:
    """The option of who reads it, for a report that shows what may be held back."""
    return report_option(
        "`everybody` leaves out drafts and the rounds held back; the desk has them all.", ""
    )


def only_option(what: str) -> Any:
    """The option that leaves out all but some; `what` says what is numbered."""
    return report_option(
        f"Only these {what}: `3, 7-9`, of one division `a.3`; all of them when not given.", ""
    )


_NUMBERS = re.compile(r"(?:(?P<division>.+)\.)?(?P<first>[0-9]{1,6})(?:[-–](?P<last>[0-9]{1,6}))?")


def chosen_only(only: str) -> Callable[[Division, int | None], bool]:
    """Whether a number is among those chosen: "3, 7-9" in every division, "a.3" in that one.

    Raises `CannotReport` for what names none.
    """
    chosen: list[tuple[str, range]] = []
    for word in only.replace(",", " ").split():
        match = _NUMBERS.fullmatch(word.casefold())
        if match is None:
            raise CannotReport(
                _("“{word}” is not a number such as 3, 7-9 or, of one division, a.3.").format(
                    word=word
                )
            )
        first = int(match["first"])
        chosen.append((match["division"] or "", range(first, int(match["last"] or first) + 1)))
    return lambda division, number: (
        not chosen
        or any(number in numbers and slug in ("", division.slug) for slug, numbers in chosen)
    )


@dataclass(frozen=True, slots=True)
class WhichDivision:
    """A division, or all."""

    division: str = division_option()


@dataclass(frozen=True, slots=True)
class WhichPlay:
    """What was played in a division, or in all, as far as the reader may see it."""

    division: str = division_option()
    audience: str = audience_option()


@dataclass(frozen=True, slots=True)
class WhichRound:
    """A round of a division, or of all, as far as the reader may see it."""

    division: str = division_option()
    round: int | None = round_option("the latest published")
    audience: str = audience_option()


@dataclass(frozen=True, slots=True)
class WhichStandings:
    """The standings of a division, or of all, as far as the reader may see them."""

    division: str = division_option()
    round: int | None = report_option("After this round; the latest with a result.", None)
    audience: str = audience_option()


@dataclass(frozen=True, slots=True)
class WhichGame:
    """One game of an event."""

    division: str = report_option("The division; needed where there are several.", "")
    round: int | None = report_option("The round.", None)
    board: int | None = report_option("The board.", None)


def is_public(audience: str) -> bool:
    """Whether the report is for everybody. Raises `CannotReport` for no audience there is."""
    if audience not in ("", EVERYBODY):
        raise CannotReport(
            _("The audience is “{everybody}” or empty, not “{audience}”.").format(
                everybody=EVERYBODY, audience=audience
            )
        )
    return audience == EVERYBODY


def options_from(options: type[Any], given: Mapping[str, Any]) -> Any:
    """The options of a report from what was typed; what is None or empty counts as not given.

    Raises `CannotReport` for an option the report does not have, naming those it has.
    """
    known = [field.name for field in fields(options)]
    values = {name: value for name, value in given.items() if value not in (None, "")}
    if unknown := [name for name in values if name not in known]:
        raise takes_no(unknown, known)
    return options(**values)


def requested_divisions(event: Event, name: str) -> list[Division]:
    """The division of that name, or every division when the name is empty.

    Raises `CannotReport` naming the divisions there are.
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


def one_division(event: Event, name: str) -> Division:
    """The division of that name, or the only one. Raises `CannotReport` where there is a choice."""
    chosen = requested_divisions(event, name)
    if len(chosen) > 1:
        names = comma_list(division.name for division in chosen)
        raise CannotReport(
            _("{event} has several divisions. Choose one: {names}.").format(
                event=event.name, names=names
            )
        )
    return chosen[0]


def one_pairing(
    division: Division, round_number: int | None, board: int | None, what: str
) -> Pairing:
    """The pairing asked for; `what` names the report, at the beginning of the refusal.

    Raises `CannotReport` naming the rounds or boards there are.
    """
    rounds = {summary.round.number: summary.round for summary in rounds_of(division)}
    if not rounds:
        raise CannotReport(
            _("{division} has no rounds yet.").format(division=division_called(division.name))
        )
    if round_number is None or board is None:
        raise CannotReport(
            _("{report} is of one game: give the round and the board.").format(report=what)
        )
    if round_number not in rounds:
        known = comma_list(rounds)
        raise CannotReport(
            _("{division} has no round {round}. Rounds: {known}.").format(
                division=division_called(division.name), round=round_number, known=known
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


def one_recorded_game(
    division: Division, round_number: int | None, board: int | None, what: str
) -> tuple[Pairing, Game]:
    """The pairing asked for with its game recorded turn by turn.

    Raises `CannotReport` as `one_pairing` does, and where nobody recorded the game.
    """
    pairing = one_pairing(division, round_number, board, what)
    if pairing.game is None:
        raise CannotReport(
            _(
                "Board {board} of round {number} was not recorded turn by turn; there is only "
                "its result."
            ).format(board=pairing.board, number=pairing.round.number)
        )
    return pairing, pairing.game
