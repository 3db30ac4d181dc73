"""Modified events for tests, and the data that must survive a round trip."""

from dataclasses import replace

from tournament.engine.results import Outcome


def finished(event):
    """Return the event with a result on every board."""
    *earlier, last = event.divisions[1].rounds
    meetings = tuple(
        item if item.has_result else replace(item, first_score=401, second_score=399)
        for item in last.meetings
    )
    division = replace(event.divisions[1], rounds=(*earlier, replace(last, meetings=meetings)))
    return replace(event, divisions=(event.divisions[0], division))


def games(event):
    """Return every game by names, independent of the players' numbers."""
    return {
        (
            division.name,
            round_.number,
            division.name_of(m.first),
            division.name_of(m.second),
            m.first_score,
            m.second_score,
        )
        for division in event.divisions
        for round_ in division.rounds
        for m in round_.meetings
        if not m.is_alone and m.outcome == Outcome.PLAYED
    }


def with_meeting(event, at, **changes):
    """Return the event with one meeting of round 1 of division A changed."""
    division = event.divisions[0]
    meetings = list(division.rounds[0].meetings)
    meetings[at] = replace(meetings[at], **changes)
    rounds = (replace(division.rounds[0], meetings=tuple(meetings)), *division.rounds[1:])
    return replace(event, divisions=(replace(division, rounds=rounds), *event.divisions[1:]))


def with_player(event, at=0, division=0, **changes):
    """Return the event with one player of a division changed."""
    divisions = list(event.divisions)
    players = list(divisions[division].entrants)
    players[at] = replace(players[at], **changes)
    divisions[division] = replace(divisions[division], entrants=tuple(players))
    return replace(event, divisions=tuple(divisions))
