"""Elements that reports share around their tables: heads, division headings, and options for the event folder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from scoring.wording.phrases import comma_list
from tournament.models import Division, Event, Pairing, Round
from tournament.models.rounds import Phase
from tournament.queries.results.division_games import DivisionGames
from tournament.reports.definition import Definition, Variant
from tournament.reports.report import Report, Table, division_title
from tournament.reports.report_options import CannotReport, GameOptions, RoundOptions
from tournament.wording.plugins import translate_text


def report_on(
    named: Definition | Variant,
    event: Event,
    divisions: Sequence[Division],
    printed_at: datetime,
    **more: Any,
) -> Report:
    """Return a report with the event in its head, and the division if it covers only one.

    The key and the title default to those of `named`; `more` contains other fields of the `Report`.
    """
    head: dict[str, Any] = {
        "key": named.key,
        "title": translate_text(named.title),
        "division": divisions[0].name if len(divisions) == 1 else "",
    }
    return Report(
        event=event.name, event_slug=event.slug, printed_at=printed_at, **{**head, **more}
    )


def add_full_stop(sentence: str) -> str:
    """Return the sentence with a full stop, unless a name such as “Ivy Q.” already ends with one."""
    return sentence if sentence.endswith(".") else f"{sentence}."


def with_division_heading(table: Table, division: Division, *, single: bool) -> Table:
    """Return a division's table, named after the division if the report covers several."""
    if single:
        return table
    heading = division_title(division.name)
    if table.title:
        heading = _("{division}: {title}").format(division=heading, title=table.title)
    return replace(table, title=division.name, heading=heading, part=_("Division"))


def requested_round_number(play: DivisionGames, round_number: int | None) -> int:
    """Return the requested round, by default the latest published one, or the latest draft if none is published.

    Raise `CannotReport` if the division has no rounds, or does not have the requested one.
    """
    division = division_title(play.division.name)
    if round_number is not None:
        if round_number not in play.phases:
            known = comma_list(play.rounds) or _("none yet")
            raise CannotReport(
                _("{division} has no round {round}. Rounds: {known}.").format(
                    division=division, round=round_number, known=known
                )
            )
        return round_number
    published = [number for number, phase in play.phases.items() if phase != Phase.DRAFT]
    if not play.phases:
        raise CannotReport(
            _("{division} has no rounds yet. Pair the first one.").format(division=division)
        )
    return max(published or play.phases)


def require_known_number(plays: Sequence[DivisionGames], player: int | None) -> None:
    """Raise `CannotReport` if no player in these divisions has the given number; None is accepted."""
    numbers = {person.number for play in plays for person in play.people}
    if player is not None and player not in numbers:
        raise CannotReport(_("There is no player with number {player}.").format(player=player))


def withheld_results_note(held_back: bool) -> tuple[str, ...]:
    """Return a tuple with the note that results are withheld, or an empty tuple if they are not."""
    return (_("The results of later rounds are held back until the end."),) if held_back else ()


def options_for_recorded_games(event: Event, options: type[Any] = GameOptions) -> list[Any]:
    """Return options for every game recorded turn by turn."""
    games = Pairing.objects.filter(
        round__division__event=event,
        replaced_at=None,
        game__entries__superseded_at=None,
        game__entries__isnull=False,
    )
    places = games.order_by("round__division__position", "round__number", "board").distinct()
    return [
        options(division=division, round=number, board=board)
        for division, number, board in places.values_list(
            "round__division__slug", "round__number", "board"
        )
    ]


def options_for_division_rounds(event: Event, options: type[Any]) -> list[Any]:
    """Return options for every round of each division, for a report on one division."""
    rounds = Round.objects.filter(division__event=event).order_by("division__position", "number")
    return [
        options(division=division, round=number)
        for division, number in rounds.values_list("division__slug", "number")
    ]


def options_for_rounds(event: Event, options: type[Any] = RoundOptions) -> list[Any]:
    """Return options for each round number of the event, for the event folder."""
    numbers = event.divisions.values_list("rounds__number", flat=True).distinct()
    return [options(round=number) for number in sorted(number for number in numbers if number)]
