"""The sources of a stream: the board of a slot and the data for its fields.

A source names a place (an event, or a channel that shows one), a slot and a field. All fields are
derived from the public standings and the released turns (`tournament.queries.visibility`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from tournament.broadcast.models import Channel
from tournament.engine.prizes.contest import ContestDivision, ContestSide
from tournament.hall.queries.live import LiveBoard
from tournament.hall.queries.public import PublicDivision, public_division
from tournament.hall.queries.versions import public_state
from tournament.models import Division, Event, Pairing
from tournament.models.rounds import Phase
from tournament.queries.standings.prizes import prize_sections
from tournament.queries.versions import version_of
from tournament.queries.visibility import public_game

FEATURED = "featured"
"""The slot that every event has; it shows the last recorded board by default."""


STREAM_OFF_KEY = "off"
"""The key that is present in the featured slot of an event while its stream is off."""


def state_of_channel(channel: str, *board: str) -> tuple[str, str]:
    """Return the version and language of the event that a channel shows. This takes at least one query.

    Return two empty strings if the channel shows no event, and, without a query, if a board is given.
    """
    if board:
        return "", ""
    event = Channel.everywhere.filter(slug=channel).values_list("event__slug", flat=True).first()
    version, language = public_state(event) if event else ("", "")
    return (version_of([channel, version]), language) if version else ("", "")


def event_at(place: str) -> Event | None:
    """Return the event with this slug, or the one shown by the channel with this slug.

    Return None if there is neither. This takes at most two queries.
    """
    event = Event.everywhere.filter(slug=place).first()
    if event is not None:
        return event
    channel = Channel.everywhere.filter(slug=place).select_related("event").first()
    return channel.event if channel else None


def is_event_or_channel(place: str) -> bool:
    """Return whether an event or channel with this slug exists, even a channel without an event."""
    return any(model.everywhere.filter(slug=place).exists() for model in (Event, Channel))


def slots_of(event: Event) -> dict[str, dict[str, str | int]]:
    """Return the slots of an event with their targets by name, `featured` first."""
    slots = {FEATURED: {}, **event.slots}
    slots[FEATURED] = {
        key: value for key, value in slots[FEATURED].items() if key != STREAM_OFF_KEY
    }
    return slots


def is_stream_on(event: Event) -> bool:
    """Return whether the event's stream is on."""
    return STREAM_OFF_KEY not in event.slots.get(FEATURED, {})


@dataclass(frozen=True)
class StreamSource:
    """The data for the fields of one slot."""

    event: Event
    pairing: Pairing | None
    """The pairing whose board the slot shows, or None if it shows none."""

    @cached_property
    def division(self) -> Division | None:
        """Return the division of the board, else the event's first, or None for an event without divisions."""
        if self.pairing is not None:
            return self.pairing.round.division
        return Division.objects.filter(event=self.event).select_related("event").first()

    @cached_property
    def state(self) -> PublicDivision | None:
        """Return the public view of the division, or None without a division."""
        return public_division(self.division) if self.division else None

    @cached_property
    def live(self) -> LiveBoard | None:
        """Return the released part of the recorded game, or None if there is none."""
        if self.pairing is None or self.pairing.board is None or self.division is None:
            return None
        released = public_game(self.division, self.pairing.round.number, self.pairing.board)
        return LiveBoard(released) if released else None

    @cached_property
    def section(self) -> ContestDivision | None:
        """Return the games, plays and people of the division, or None without a division."""
        if self.division is None:
            return None
        return prize_sections(self.event, [self.division], public=True)[0]

    @cached_property
    def entry_numbers(self) -> list[int]:
        """Return the entry numbers on the board, first and second; one for a bye, none without a board."""
        if self.pairing is None:
            return []
        entries = (self.pairing.first, self.pairing.second)
        return [entry.number for entry in entries if entry is not None]

    @cached_property
    def names(self) -> list[str]:
        """Return the public names of the entries on the board; an empty list without a board."""
        return (
            [self.state.games.name(number) for number in self.entry_numbers] if self.state else []
        )

    @cached_property
    def scores(self) -> list[int]:
        """Return both scores after the last released turn, or those of the result; an empty list if unknown.

        The result is used if there is no recorded game, or if its record stops before the end of the game.
        """
        if self.live is not None and self.live.released.result is None:
            by_name = {side.name: side.score for side in self.live.sides}
            return [by_name.get(name, 0) for name in self.names]
        if self.state is None or self.pairing is None:
            return []
        for meeting in self.state.games.in_round(self.pairing.round.number):
            if meeting.board == self.pairing.board and meeting.has_scores:
                return [meeting.first_score, meeting.second_score]
        return []

    def entry_number_of(self, player: int) -> int | None:
        """Return the entry number of player 1 or 2, or None if there is no such player."""
        return self.entry_numbers[player - 1] if len(self.entry_numbers) >= player else None

    def sides(self, number: int) -> list[ContestSide]:
        """Return the games of an entry so far, in the order of rounds."""
        return (
            [side for side in self.section.sides if side.number == number] if self.section else []
        )


def source_of(event: Event, slot: str) -> StreamSource | None:
    """Return the source for a slot, which may have no board; None if the event has no such slot."""
    slots = slots_of(event)
    if slot not in slots:
        return None
    target = slots[slot]
    boards = (
        Pairing.objects.filter(round__division__event=event, replaced_at=None, board__isnull=False)
        .exclude(round__phase=Phase.DRAFT)
        .select_related("round__division__event", "first", "second")
    )
    if target:
        boards = boards.filter(
            round__division__slug=target["division"],
            round__number=target["round"],
            board=target["board"],
        )
    else:
        boards = boards.filter(game__isnull=False).order_by("-game__entries__id", "-game_id")
    return StreamSource(event, boards.first())
