"""An export of every recorded game of an event as GCG."""

import re
from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament.engine.interchange import PortableEvent, UnwritableEvent
from tournament.exchange.event_files import EventFormat, NamedFile
from tournament.exchange.preflight import Detail, details_of_kind, missing_results
from tournament.exchange.upload import zip_files


class GcgZip(EventFormat):
    """Every recorded game of the event as a GCG file, in one zip, named by round and board."""

    label = _lazy("Recorded games (GCG in a zip)")
    reads = False
    wants_games = True

    def details(self, event: PortableEvent) -> Iterator[Detail]:
        """Yield messages on missing results, and on the number of games that were not recorded."""
        yield from details_of_kind("missing_results", missing_results(event))
        played = [
            meeting
            for division in event.divisions
            for round_ in division.rounds
            for meeting in round_.meetings
            if not meeting.is_alone
        ]
        if without := sum(not meeting.game for meeting in played):
            sentence = _("{without} of {count} boards have no recorded game.")
            yield "not_recorded", sentence.format(without=without, count=len(played))

    def write(self, event: PortableEvent) -> tuple[NamedFile, ...]:
        """Return the zip. Raise `UnwritableEvent` if no game has been recorded."""
        games = [
            NamedFile(f"{meeting.game_name}.gcg", meeting.game.encode())
            for division in event.divisions
            for round_ in division.rounds
            for meeting in round_.meetings
            if meeting.game
        ]
        if not games:
            raise UnwritableEvent(_("No game of this event has been recorded turn by turn yet."))
        stem = re.sub(r"\W+", "-", event.name).strip("-").lower() or "event"
        return (
            zip_files(
                [
                    NamedFile(f"{stem}/{meeting_with_game.name}", meeting_with_game.content)
                    for meeting_with_game in games
                ],
                stem,
            ),
        )
