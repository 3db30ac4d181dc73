"""An imported event is an ordinary event, and imports are atomic."""

from dataclasses import replace

import pytest

from scoring.models import Game
from tests.cases import look
from tests.tournament.actions.cases import all_of, ranks_of
from tests.tournament.actions.safety.at_the_desk import before_play
from tests.tournament.exchange.fixtures import FOLDER
from tournament.actions.event.events import create_division, create_event
from tournament.actions.event.housekeeping import remove_event
from tournament.actions.files.importing import import_event, matching_preset
from tournament.actions.people.entries import add_players
from tournament.actions.results.penalties import give_penalty
from tournament.actions.results.recorded_games import start_game
from tournament.actions.results.results import correct_result, enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import publish_round
from tournament.actions.standings.ratings import rate_division, undo_rating
from tournament.catalogue import presets
from tournament.engine.interchange import (
    PortableDivision,
    PortableEntrant,
    PortableEvent,
    PortableMeeting,
    PortableRound,
)
from tournament.engine.results import Outcome
from tournament.exchange.event_files import NamedFile, event_formats, read_bundle
from tournament.models import Division as DivisionRow
from tournament.models import Event as EventRow
from tournament.models import Pairing, Player, Rating, ResultEntry, Round
from tournament.queries.files.interchange import portable_event
from tournament.queries.standings.standings import division_standings

pytestmark = pytest.mark.django_db


CONFIG, A, B = ((FOLDER / name).read_bytes() for name in ("config.tsh", "a.t", "b.t"))


def read(config=CONFIG, a=A, b=B):
    """Return the event of these files: the Harbour Open, if no others are given."""
    files = {"config.tsh": config, "a.t": a, "b.t": b}
    return read_bundle([NamedFile(name, content) for name, content in files.items() if content])


def imported(event=None, **how):
    return lambda desk, _division: import_event(desk, event or read(), **how)


def of_files(*contents, **how):
    return imported(read(*contents), **how)


def harbour_open(name=""):
    """Return the imported event, or one of its divisions."""
    event = EventRow.objects.get(slug="harbour-open")
    return event.divisions.select_related("event").get(name=name) if name else event


def live(division, number, **chosen):
    return Pairing.objects.get(
        round__division=division, round__number=number, replaced_at=None, **chosen
    )


def at(division, number, action, *args, **more):
    """Return a step at the first board of a round of the Harbour Open."""
    return lambda desk, _d: action(
        desk, live(harbour_open(division), number, board=1), *args, **more
    )


def inactive_players(desk, _division):
    pairs = [(1, 4), (2, 3), (5, 9), (6, 7)]
    publish_round(desk, pair_by_hand(desk, harbour_open("A"), pairs, firsts_as_listed=True))


def removed(typed="Harbour Open"):
    return lambda desk, _division: remove_event(desk, harbour_open(), typed=typed)


def with_a_game(desk, _division):
    start_game(desk, live(harbour_open("B"), 4, results=None))


def undo_its_rating(desk, _division):
    undo_rating(desk, Rating.objects.get(), reason="imported by mistake")


def an_own_one(desk, _division):
    division = create_division(
        desk, create_event(desk, name="Harbour Open", preset="club"), name="A"
    )
    add_players(desk, division, "Ana Lopez\nBen Okafor")
    publish_round(desk, pair_by_hand(desk, division, [(1, 2)], firsts_as_listed=True))


def one_person(_desk, _division):
    ana = Player.objects.get(name="Ana Lopez")
    Player.objects.filter(name="Ben Okafor").update(merged_into=ana)


def rounds_of(event):
    return event.divisions[0].rounds


COUNTS = look(
    lambda _d: [
        (m.__name__, m.objects.count())
        for m in (EventRow, Player, Round, Pairing, ResultEntry, Game)
    ]
)
BOARDS = (
    b"Ana 0 2 3;400 380; board 4 2; p12 1 4\nBen 0 1 4;380 370; board 4; p12 2 4\n"
    b"Cem 0 4 1;1 2; board 0 2; p12 4 4\nDai 0 3 2;2 1; p12 4 4\n"
)
BLOCKED = read(b"", b"Ana 0 2; 400\nBen 0 0; 1\nCem\n", b"")
CASES = {
    "an event": (
        before_play, imported(), imported(), inactive_players,
        at("B", 4, enter_result, 500, 300),
        at("A", 1, correct_result, 500, 400, reason="The slip says so", accepted=True),
        look(lambda _d: ranks_of(harbour_open("A"))), COUNTS,
    ),
    "a rating system": (before_play, of_files(b"division a a.t\nconfig rating_system = 'aus'\n", b"Ana 0;\n", b"")),
    "an autopair plan": (before_play, of_files(CONFIG + b"autopair b 4 5 koth 2 4 b\n")),
    "a board that is missing": (
        before_play, of_files(b"", BOARDS, b""),
        look(lambda _d: rounds_of(portable_event(EventRow.objects.last())) == rounds_of(read(b"", BOARDS, b""))),
    ),
    "what blocks": (before_play, imported(BLOCKED, name=""), imported(BLOCKED, name="Ana Lopez"), COUNTS),
    "one person by two names": (
        one_person, of_files(b"", b"Lopez, Ana 0;\nOkafor, Ben 0;\nNew, Somebody 0;\n", b""), COUNTS,
    ),
    "an address": (before_play, *(imported(slug=slug) for slug in ("autumn-open", "Harbour Open!", "new"))),
    "impossible rules": (before_play, imported(replace(read(), bye_spread=-50)), COUNTS),
    "removed": (
        all_of(imported(), with_a_game), *(removed(typed) for typed in ("", "Harbour", "Autumn Open")), COUNTS,
        removed(" harbour  open "), COUNTS,
    ),
    "removed when rated": (
        all_of(imported(), lambda desk, _d: rate_division(desk, harbour_open("A"))), removed(), undo_its_rating,
        removed(), COUNTS,
    ),
    "an own one at its address": (all_of(imported(), removed()), an_own_one, removed()),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_what_is_imported_is_as_approved(play_case, name):
    play_case(name, *CASES[name])


@pytest.fixture
def expected():
    return read()


@pytest.fixture
def harbour(desk, expected):
    return import_event(desk, expected)


def test_imported_ranks_match_the_file_in_every_round(harbour):
    for division in harbour.divisions.all():
        for number in range(1, division.rounds.count() + 1):
            rows = division_standings(division, number).rows
            ranks = {row.person.number: row.line.rank for row in rows}
            filed = {
                entry.number: int(dict(entry.extras["tags"])["rcrank"].split()[number])
                for entry in division.entries.all()
            }
            assert ranks == filed, f"{division} {number}"


def test_imported_event_is_exported_as_the_same_files(harbour, expected):
    write = event_formats()["tsh_config"].write
    config, *divisions = write(portable_event(harbour))
    was, *before = write(expected)
    assert divisions == before
    assert config.content == was.content + b"config gibson_spread = [1000]\n"


@pytest.mark.parametrize(
    ("system", "preset", "fits"),
    [("naspa", "", "naspa"), ("aspa", "", "none"), ("", "coco", "wespa"), ("wespa", "", "wespa")],
)
def test_preset_matches_the_rating_system(system, preset, fits):
    fitting = matching_preset(PortableEvent("x", (), rating_system=system, preset=preset))
    assert presets()[fitting].rating_system == fits


def test_forfeits_voids_and_spread_results_survive_export_and_import(desk):
    """Only our own events have two forfeits at a board, and void games."""
    people = tuple(
        PortableEntrant(n, name) for n, name in enumerate(["Ana", "Ben", "Cem", "Dai"], 1)
    )
    meetings = (
        PortableMeeting(1, 2, -50, 50, Outcome.FIRST_FORFEITS, 1),
        PortableMeeting(3, 4, 35, 0, board=2, spread_only=True),
    )
    expected = PortableEvent(
        "Ours", (PortableDivision("A", people, (PortableRound(1, meetings),)),)
    )
    event = import_event(desk, expected)
    assert portable_event(event).divisions[0].rounds == expected.divisions[0].rounds
    (sent,) = event_formats()["tsh_t"].write(portable_event(event))
    assert next(line.split("  ")[0] for line in sent.content.decode().splitlines()) == "Ana"
    assert read_bundle([sent]).divisions[0].rounds == expected.divisions[0].rounds


def test_drafts_and_held_back_rounds_are_left_out_of_public_exports(harbour, desk):
    a, b = harbour.divisions.all()
    pair_by_hand(desk, a, [(1, 4), (2, 3), (5, 9), (6, 7)])
    DivisionRow.objects.filter(pk=b.pk).update(held_back_from=3)
    for number in (2, 3):
        give_penalty(desk, b.entries.get(number=1), round_number=number, spread=-50, reason="late")
    public = portable_event(harbour, public=True)
    assert [len(division.rounds) for division in public.divisions] == [5, 4]
    assert [len(division.rounds) for division in portable_event(harbour).divisions] == [5, 4]
    assert all(meeting.has_result for meeting in public.divisions[1].rounds[1].meetings)
    assert not any(meeting.has_result for meeting in public.divisions[1].rounds[2].meetings)
    tags = {tag for entrant in public.divisions[1].entrants for tag, _ in entrant.extras["tags"]}
    assert "rcrank" not in tags
    assert [penalty.round for penalty in public.divisions[1].entrants[0].penalties] == [2]


def test_event_export_uses_a_fixed_number_of_queries(
    harbour, desk, expected, django_assert_num_queries
):
    alone = import_event(desk, replace(expected, divisions=expected.divisions[:1]))
    for event in (harbour, alone):
        with django_assert_num_queries(9):
            portable_event(event)
