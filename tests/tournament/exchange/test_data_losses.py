"""Losses of a file are announced before it is written: after a round trip, every difference was announced."""

from dataclasses import replace

import pytest

from tests.approved import check_approved
from tests.tournament.exchange.changed import with_player
from tournament.actions.files.importing import import_event
from tournament.actions.results.recorded_games import start_game
from tournament.engine.interchange import (
    DerivedFigures,
    PortableDivision,
    PortableEntrant,
    PortableEvent,
    PortableMeeting,
    PortablePenalty,
    PortablePrize,
    PortableRound,
    RatedFigures,
)
from tournament.engine.pairing.event_plan import PlannedRounds
from tournament.engine.results import Outcome
from tournament.exchange.data_losses import UNSUPPORTED_DATA, data_losses
from tournament.exchange.event_exchange import export_formats
from tournament.exchange.event_files import (
    EventFormat,
    event_formats,
    read_bundle,
    writable_formats,
)
from tournament.exchange.submission import submission_of
from tournament.models import Pairing
from tournament.queries.files.interchange import portable_event

NOT_COMPARED = {"history", "made_up", "tags", "recorded_games"}
"""Kinds of losses that do not affect the event value."""
NAMES = ("Ana Lopez", "Ben Okafor", "Cem Aydin", "Dai Jones", "Eva Moreau")


def rounds_of(*rounds):
    return tuple(PortableRound(number, meetings) for number, meetings in enumerate(rounds, 1))


ROUNDS = rounds_of(
    (
        PortableMeeting(1, 2, 420, 380, board=1),
        PortableMeeting(4, 3, 390, 390, board=2),
        PortableMeeting(5, 0, 40, 0, Outcome.BYE),
    ),
    (
        PortableMeeting(3, 1, -60, 40, Outcome.FIRST_FORFEITS, board=1),
        PortableMeeting(2, 5, 300, 310, Outcome.FIRST_WINS, board=2),
        PortableMeeting(4, 0, 40, 0, Outcome.BYE),
    ),
    (
        PortableMeeting(1, 4, 510, 205, board=1),
        PortableMeeting(5, 3, 402, 377, board=2),
        PortableMeeting(2, 0, 40, 0, Outcome.BYE),
    ),
)


def rich_event():
    """Return an event of two divisions with every feature and every kind of result."""
    entrants = tuple(
        PortableEntrant(
            number, name, rating=1500 + 10 * number, member=f"AA{number}", rating_class="B" if number > 3 else "A",
            team="North" if number % 2 else "South", withdrawn_after=3 if number == 5 else None,
            penalties=(PortablePenalty(2, -30, "late"),) if number == 2 else (),
        )
        for number, name in enumerate(NAMES, 1)
    )  # fmt: skip
    division = PortableDivision(
        "A", entrants, ROUNDS, rounds_planned=6, precedence=("wins", "buchholz", "spread"),
        plan=(PlannedRounds(4, 4, "king_of_the_hill", {"repeats": 1}),),
        prizes=(PortablePrize("place", 1, "$100"), PortablePrize("place", 2, "$50")),
    )  # fmt: skip
    novices = tuple(
        PortableEntrant(n, name, rating=900) for n, name in enumerate(("Fay Elm", "Gus Fir"), 1)
    )
    other = PortableDivision(
        "Novices", novices, rounds_of((PortableMeeting(1, 2, 333, 222, board=1),))
    )
    return PortableEvent(
        "Rich Open", (division, other), date="2026-02-14", place="Town hall", bye_spread=40, forfeit_spread=-60,
        spread_caps=(300,), precedence=("wins", "losses", "capped_spread"), gibson_spread=(250,),
        rating_system="german", naspa_tournament_id="1234", naspa_director_id="AA99",
    )  # fmt: skip


def of_entrants(event, value):
    return {
        (at, entrant.name): value(entrant)
        for at, division in enumerate(event.divisions)
        for entrant in division.entrants
    }


def sides(division, meeting):
    """Return the two sides of a meeting, each with its score or award; empty without an opponent."""
    scores = (meeting.first_score or 0, meeting.second_score or 0)
    numbers = (meeting.first, meeting.second)
    return frozenset(
        (division.name_of(number), score)
        for number, score in zip(numbers, scores, strict=True)
        if number
    )


def results(event):
    """Return every game, forfeit and void round by names, with counted scores."""
    return {
        (at, round_.number, sides(division, meeting), meeting.outcome)
        for at, division in enumerate(event.divisions)
        for round_ in division.rounds
        for meeting in round_.meetings
    }


COMPARED = {
    "name": lambda e: e.name,
    "date": lambda e: e.date,
    "place": lambda e: e.place,
    "preset": lambda e: e.preset,
    "rating_system": lambda e: e.rating_system,
    "precedence": lambda e: (e.precedence, [d.precedence for d in e.divisions]),
    "caps": lambda e: e.spread_caps or (),
    "awards_of_rules": lambda e: (e.bye_spread, e.forfeit_spread),
    "gibson": lambda e: e.gibson_spread or (),
    "rounds_planned": lambda e: [max(d.rounds_planned or 0, len(d.rounds)) for d in e.divisions],
    "plan": lambda e: [d.plan for d in e.divisions],
    "prizes": lambda e: [d.prizes for d in e.divisions],
    "naspa_numbers": lambda e: (e.naspa_tournament_id, e.naspa_director_id),
    "ratings": lambda e: of_entrants(e, lambda entrant: entrant.rating),
    "members": lambda e: of_entrants(e, lambda entrant: entrant.member),
    "classes": lambda e: of_entrants(e, lambda entrant: entrant.rating_class),
    "teams": lambda e: of_entrants(e, lambda entrant: entrant.team),
    "withdrawals": lambda e: of_entrants(e, lambda entrant: entrant.withdrawn_after),
    "boards": lambda e: {
        (at, round_.number, frozenset((division.name_of(m.first), division.name_of(m.second)))): m.board
        for at, division in enumerate(e.divisions)
        for round_ in division.rounds
        for m in round_.meetings
        if not m.is_alone and m.outcome == Outcome.PLAYED
    },
    "penalties": lambda e: of_entrants(
        e, lambda entrant: [(p.round, p.spread) for p in entrant.penalties]
    ),
    "results": results,
}  # fmt: skip
RESULT_KINDS = {"awards", "award_spreads", "forfeits", "byes", "left_out_players"}
"""The kinds that announce changed results."""


@pytest.mark.django_db
@pytest.mark.parametrize(
    "key", ["tsh_archive", "tsh_config", "tsh_t", "tourney_js", "coco_csv", "tou"]
)
def test_round_trip_differences_are_exactly_those_announced(desk, key):
    event_format = event_formats()[key]
    here = import_event(desk, rich_event(), preset="naspa_csw")
    before = portable_event(here)
    files = list(event_format.write(before))
    source = read_bundle(files)
    assert source.obstacles == ()
    again = portable_event(import_event(desk, source, name=source.name or "results"))
    differing = {kind for kind, value in COMPARED.items() if value(before) != value(again)}
    kinds = {loss.kind for loss in data_losses(event_format, before)}
    unsaid = {kind for kind in differing - kinds if kind != "results" or not kinds & RESULT_KINDS}
    assert unsaid == set()
    placeless = {kind for kind in kinds if kind in UNSUPPORTED_DATA} - NOT_COMPARED
    assert placeless <= differing, "said to be lost, and came back"


def of_many_forfeits():
    event = rich_event()
    forfeit = PortableMeeting(1, 2, -50, 50, Outcome.FIRST_FORFEITS, board=1)
    division = replace(event.divisions[0], rounds=rounds_of(*[(forfeit,)] * 65))
    return replace(event, divisions=(division,))


def losses_of(key, event):
    losses = data_losses(event_formats()[key], event)
    return " | ".join(f"{one.kind}: {one.summary} {list(map(str, one.details))}" for one in losses)


@pytest.mark.parametrize("event", [rich_event, of_many_forfeits])
@pytest.mark.parametrize("key", [key for key, kind in event_formats().items() if kind.writes])
def test_losses_are_summarized_by_kind_as_approved(request, key, event):
    check_approved(request, {f"{event.__name__}, {key}": losses_of(key, event())})


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("preset", "key"),
    [
        ("naspa_nwl", "tsh_archive"), ("naspa_csw", "tsh_archive"),
        *((preset, key) for preset in ("coco", "wespa") for key in ("coco_csv", "tou")),
    ],
)  # fmt: skip
def test_preset_imported_as_another_is_announced_with_the_other(request, desk, preset, key):
    event = replace(rich_event(), rating_system="", precedence=(), spread_caps=None)
    here = import_event(desk, event, preset=preset)
    text = losses_of(key, portable_event(here))
    check_approved(request, {f"preset {preset}, {key}": text})


@pytest.mark.django_db
def test_recorded_games_are_announced_as_not_exported(request, desk, round_one):
    start_game(desk, Pairing.objects.get(round=round_one, board=1))
    text = losses_of("tsh_config", portable_event(round_one.division.event))
    check_approved(request, {"recorded games": text})


def _with(event, round_index, *meetings):
    """Return the event with a round of its first division replaced."""
    first, *others = event.divisions
    rounds = list(first.rounds)
    rounds[round_index] = replace(rounds[round_index], meetings=meetings)
    return replace(event, divisions=(replace(first, rounds=tuple(rounds)), *others))


REFUSED = {
    "as it is": lambda event: event,
    "no day": lambda event: replace(event, date=""),
    "no rounds": lambda event: replace(
        event, divisions=tuple(replace(row, rounds=()) for row in event.divisions)
    ),
    "a result missing in the middle": lambda event: _with(
        event, 0, PortableMeeting(1, 2, board=1), PortableMeeting(4, 3, 390, 390, board=2)
    ),
    "results missing at the end": lambda event: _with(
        event, -1, PortableMeeting(1, 2, board=1), PortableMeeting(4, 3, 390, 390, board=2)
    ),
    "a score too large": lambda event: _with(event, 0, PortableMeeting(1, 2, 1200, 80, board=1)),
    "a name that is a number": lambda event: with_player(event, name="Ana 1500", written=""),
    "two names alike": lambda event: with_player(
        event, name=event.divisions[0].entrants[1].name, written=""
    ),
    "nobody rated": lambda event: replace(
        event, divisions=tuple(replace(row, figures=None) for row in event.divisions)
    ),
    "somebody rated": lambda event: replace(
        event,
        divisions=tuple(
            replace(
                row,
                figures=DerivedFigures(
                    tuple(entrant.number for entrant in row.entrants), (), (), (),
                    {entrant.number: RatedFigures(1500, 1510) for entrant in row.entrants},
                ),
            )
            for row in event.divisions
        ),
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
def test_refusal_to_write_is_known_beforehand(case, harbour_event):
    rich, refused = rich_event(), set()
    ranked = replace(rich.divisions[0], precedence=("wins", "opponents_wins", "spread"))
    rich = replace(rich, divisions=(ranked, *rich.divisions[1:]))  # possible in an event of our own
    for event in (REFUSED[case](rich), REFUSED[case](harbour_event)):
        for key, event_format in event_formats().items():
            if not event_format.writes or event_format.wants_whole or event_format.wants_games:
                continue
            by_writing = EventFormat.refusals(event_format, event)
            assert event_format.refusals(event) == by_writing, key
            refused |= {key} if by_writing else set()
    known_to_refuse = {
        "no day": "tou",
        "a result missing in the middle": "tsh_t",
        "a score too large": "tou",
        "a name that is a number": "tsh_archive",
        "two names alike": "tou",
        "nobody rated": "rt",
    }
    assert known_to_refuse.get(case) in (None, *refused)


def test_list_of_formats_writes_no_file(desk, event, four, whole_robin, monkeypatch):
    shown = export_formats(event)
    assert len(shown) == len(writable_formats())
    full = portable_event(event, with_figures=True)
    for row in shown:
        event_format = event_formats()[row.key]
        if not event_format.wants_games:
            assert row.refused == (
                () if event_format.wants_whole else EventFormat.refusals(event_format, full)
            )
            lost = data_losses(event_format, full)
            assert row.losses == tuple(loss for loss in lost if loss.summary not in row.refused)

    def written(self, _event):
        raise AssertionError(f"{self.key} was written.")

    for event_format in writable_formats().values():
        monkeypatch.setattr(type(event_format), "write", written)
    assert export_formats(event) == shown
    assert submission_of(event, "naspa").obstacles == ()
