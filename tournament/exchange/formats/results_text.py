"""Results as plain text, for bodies without a known file format."""

from __future__ import annotations

import re
from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament.engine.interchange import PortableDivision, PortableEvent, PortableMeeting
from tournament.engine.results import GAMES, Outcome
from tournament.exchange.event_files import EventFormat, NamedFile
from tournament.exchange.preflight import (
    Detail,
    details_of_kind,
    missing_results,
    unsupported_penalties,
)


class ResultsText(EventFormat):
    """The results as plain text for reading: players with ratings, then every game of every round.

    For rating bodies whose file format Ninetimer cannot write.
    """

    label = _lazy("Results (plain text)")
    reads = False

    def details(self, event: PortableEvent) -> Iterator[Detail]:
        """Yield messages on missing results and on penalties."""
        yield from details_of_kind("missing_results", missing_results(event))
        yield from details_of_kind("penalties", unsupported_penalties(event))

    def refusals(self, event: PortableEvent) -> tuple[str, ...]:  # noqa: ARG002 - of any event
        """Return (), since every event can be written."""
        return ()

    def write(self, event: PortableEvent) -> tuple[NamedFile, ...]:
        """Return the file."""
        lines = [event.name, *filter(None, (event.date, event.place))]
        for division in event.divisions:
            lines += ["", _("Division {division}").format(division=division.name), ""]
            width = max((len(entrant.name) for entrant in division.entrants), default=0)
            for entrant in division.entrants:
                rating = "" if entrant.rating is None else str(entrant.rating)
                line = (
                    f"{entrant.number:>4}  {entrant.name:<{width}}  {rating:>5}  {entrant.member}"
                )
                lines.append(line.rstrip())
            for round_ in division.rounds:
                lines += ["", _("Round {round}").format(round=round_.number)]
                lines += [_result_line(division, meeting, width) for meeting in round_.meetings]
            if division.playoffs:
                lines += ["", _("Games that are not part of a round")]
            lines += [
                f"{game.label}: {division.name_of(game.first)} {game.first_score}, "
                f"{division.name_of(game.second)} {game.second_score}"
                for game in division.playoffs
            ]
        stem = re.sub(r"\W+", "-", event.name).strip("-").lower() or "event"
        return (NamedFile(f"{stem}.txt", "".join(f"{line}\n" for line in lines).encode()),)


def _result_line(division: PortableDivision, meeting: PortableMeeting, width: int) -> str:
    """Return the players with both scores, or a label for a bye, forfeit or void round."""
    one = f"{division.name_of(meeting.first):<{width}}"
    if meeting.is_alone:
        text = {Outcome.BYE: _("bye"), Outcome.HALF_BYE: _("half bye")}.get(
            Outcome(meeting.outcome), _("no game")
        )
        return f"  {one}  {text}"
    other = division.name_of(meeting.second)
    if not meeting.has_result:
        return f"  {one}    –  {other:<{width}}    –"
    if meeting.outcome not in GAMES:
        return f"  {one}  " + _("no game against {other}: forfeit or void").format(other=other)
    first, second = meeting.written_scores
    return f"  {one}  {first:>3}  {other:<{width}}  {second:>3}"
