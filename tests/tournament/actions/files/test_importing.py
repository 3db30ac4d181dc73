"""An imported event is an ordinary event, and imports are atomic."""

from dataclasses import replace

import pytest

from scoring.models import Activity, Game
from tests.tournament.exchange.fixtures import FOLDER
from tournament.actions.act import ConfirmationRequired, Refused
from tournament.actions.event.events import create_division, create_event
from tournament.actions.event.housekeeping import NameNotTyped, remove_event
from tournament.actions.files.importing import import_event, matching_preset
from tournament.actions.people.entries import add_players
from tournament.actions.results.penalties import give_penalty
from tournament.actions.results.recorded_games import start_game
from tournament.actions.results.results import correct_result, enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import publish_round
from tournament.actions.standings.ratings import rate_division, undo_rating
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


@pytest.fixture
def expected():
    """Return the Harbour Open as read from its files."""
    return read_bundle(
        [NamedFile(name, (FOLDER / name).read_bytes()) for name in ("config.tsh", "a.t", "b.t")]
    )


@pytest.fixture
def harbour(desk, expected):
    return import_event(desk, expected)


def live(division, number, **chosen):
    return Pairing.objects.get(
        round__division=division, round__number=number, replaced_at=None, **chosen
    )


def test_rating_system_comes_from_the_files(desk):
    config = b"division a a.t\nconfig rating_system = 'aus'\n"
    expected = read_bundle([NamedFile("config.tsh", config), NamedFile("a.t", b"Ana 0;\n")])
    event = import_event(desk, expected)
    assert (event.preset, event.rules.rating_system) == ("club", "aspa")


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


def test_imported_autopair_plan_pairs_the_next_rounds(desk, expected):
    config = (FOLDER / "config.tsh").read_bytes() + b"autopair b 4 5 koth 2 4 b\n"
    files = [NamedFile("config.tsh", config)]
    files += [NamedFile(name, (FOLDER / name).read_bytes()) for name in ("a.t", "b.t")]
    event = import_event(desk, read_bundle(files))
    (line,) = event.divisions.get(name="B").plan_lines.all()
    assert str(line) == "5: king_of_the_hill (previous)"
    assert line.options == {"repeats": 2}


def test_inactive_imported_players_need_no_pairing(harbour, desk):
    a = harbour.divisions.first()
    round_ = pair_by_hand(desk, a, [(1, 4), (2, 3), (5, 9), (6, 7)])
    assert round_.number == 6
    publish_round(desk, round_)


def test_rules_rounds_and_prizes_come_from_the_files(harbour):
    assert str(harbour.date) == "2026-09-19"
    assert (harbour.rules.bye_spread, harbour.rules.forfeit_spread) == (50, -50)
    assert harbour.rules.spread_caps == (350, 300)
    assert harbour.rules.precedence == ("wins", "losses", "capped_spread")
    assert [d.rounds_planned for d in harbour.divisions.all()] == [5, 6]
    assert [[r.phase for r in d.rounds.all()] for d in harbour.divisions.all()] == [
        ["closed"] * 5,
        ["closed"] * 3 + ["playing"],
    ]
    (prize,) = harbour.prizes.all()
    assert (prize.division.name, prize.kind, prize.place, prize.value) == ("A", "place", 1, "$200")


def test_imported_results_are_marked_as_read_from_a_file_and_can_be_corrected(harbour, desk):
    results = ResultEntry.objects.filter(pairing__round__division__event=harbour)
    sources = {(item.pairing.second_id is None, item.source) for item in results}
    assert sources == {(True, "awarded"), (False, "imported")}
    with pytest.raises(
        ConfirmationRequired, match=r"already has the result .* \(read from a file by"
    ):
        enter_result(desk, live(harbour.divisions.last(), 4, board=1), 500, 300)
    a = harbour.divisions.first()
    assert division_standings(a, 1).row(2).line.spread == 406 - 492
    correct_result(desk, live(a, 1, board=1), 500, 400, reason="The slip says so", accepted=True)
    assert division_standings(a, 1).row(2).line.spread == 100


def test_players_known_from_other_events_are_reused(desk, expected, harbour):
    again = import_event(desk, expected)
    assert Player.objects.count() == 15
    assert again.slug == "harbour-open-2"
    entry = Activity.objects.filter(verb="import_event").last()
    assert entry.summary == "Event Harbour Open imported: 2 divisions, 15 players, 31 results."
    assert any("is a program" in remark for remark in entry.after["remarks"])


def test_board_missing_from_the_file_is_numbered_but_not_exported(desk):
    text = "Ana 0 2 3;400 380; board 4 2; p12 1 4\nBen 0 1 4;380 370; board 4; p12 2 4\n"
    text += "Cem 0 4 1;1 2; board 0 2; p12 4 4\nDai 0 3 2;2 1; p12 4 4\n"
    expected = read_bundle([NamedFile("a.t", text.encode())])
    event = import_event(desk, expected)
    division = event.divisions.get()
    boards = Pairing.objects.filter(round__division=division).order_by("round__number", "board")
    numbers = boards.values_list("round__number", "board")
    assert list(numbers) == [(1, 1), (1, 4), (2, 1), (2, 2)]
    assert portable_event(event).divisions[0].rounds == expected.divisions[0].rounds


@pytest.mark.parametrize("name", ["", "Ana Lopez"])
def test_blocked_import_names_every_reason_and_stores_nothing(desk, name):
    expected = read_bundle([NamedFile("a.t", b"Ana 0 2; 400\nBen 0 0; 1\nCem\n")])
    with pytest.raises(Refused, match=r"a\.t, line 3: “Cem” is not the line of a player"):
        import_event(desk, expected, name=name)
    assert (EventRow.objects.count(), Player.objects.count()) == (0, 0)


def test_player_listed_under_two_names_is_refused_and_nothing_is_stored(desk, four):
    ana = Player.objects.get(name="Ana Lopez")
    Player.objects.filter(name="Ben Okafor").update(merged_into=ana)
    expected = read_bundle([NamedFile("a.t", b"Lopez, Ana 0;\nOkafor, Ben 0;\nNew, Somebody 0;\n")])
    with pytest.raises(
        Refused, match="Ana Lopez and Ben Okafor are recorded as the same person in Ninetimer"
    ):
        import_event(desk, expected)
    assert EventRow.objects.count() == 1
    assert not Player.objects.filter(name="Somebody New").exists()


@pytest.mark.parametrize(
    ("slug", "sentence"),
    [
        ("autumn-open", "An event with the short name autumn-open already"),
        ("Harbour Open!", r"name. Use only lower-case letters, digits and hyphens"),
        ("new", "“new” is an address of Ninetimer itself"),
    ],
)
def test_event_address_in_use_is_refused(desk, event, expected, slug, sentence):
    with pytest.raises(Refused, match=sentence):
        import_event(desk, expected, slug=slug)


def test_impossible_rules_in_the_files_are_refused(desk, expected):
    with pytest.raises(Refused, match="Rules in the files: "):
        import_event(desk, replace(expected, bye_spread=-50))
    assert not EventRow.objects.exists()


@pytest.mark.parametrize(
    ("system", "preset", "fits"),
    [("naspa", "", "naspa"), ("aspa", "", "none"), ("", "coco", "wespa"), ("wespa", "", "wespa")],
)
def test_preset_matches_the_rating_system(system, preset, fits):
    from tournament.catalogue import presets

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


def test_removing_an_imported_event_requires_typing_its_name(desk, harbour, expected):
    other = create_event(desk, name="Spring Open", preset="club")
    division = harbour.divisions.get(name="B")
    start_game(desk, live(division, 4, results=None))
    for typed in ("", "Harbour", "Spring Open"):
        with pytest.raises(NameNotTyped, match="To remove Harbour Open with its results, type"):
            remove_event(desk, harbour, typed=typed)
    remove_event(desk, harbour, typed=" harbour  open ")
    assert list(EventRow.objects.all()) == [other]
    for model in (Player, Round, Pairing, ResultEntry, Game):
        assert model.objects.count() == 0, model
    gone = Activity.objects.get(verb="remove_event")
    assert gone.summary == "Imported event Harbour Open removed with 9 rounds."
    assert gone.before == {
        "name": "Harbour Open", "place": "", "date": "2026-09-19", "divisions": ["A", "B"],
        "people": 15, "rounds": 9, "games": 1,
    }  # fmt: skip
    assert Activity.objects.filter(verb="import_event").count() == 1
    assert import_event(desk, expected).slug == harbour.slug


def test_imported_event_with_a_rating_cannot_be_removed(desk, harbour):
    rating = rate_division(desk, harbour.divisions.get(name="A"))
    with pytest.raises(Refused, match="Division A of Harbour Open has been rated by NASPA"):
        remove_event(desk, harbour, typed="Harbour Open")
    undo_rating(desk, rating, reason="imported by mistake")
    remove_event(desk, harbour, typed="Harbour Open")
    assert Rating.objects.count() == 0


def test_new_event_at_the_address_of_a_removed_import_is_not_imported(desk, harbour):
    remove_event(desk, harbour, typed="Harbour Open")
    own = create_event(desk, name="Harbour Open", preset="club")
    assert own.slug == "harbour-open"
    division = create_division(desk, own, name="A")
    add_players(desk, division, "Ana Lopez\nBen Okafor")
    publish_round(desk, pair_by_hand(desk, division, [(1, 2)]))
    with pytest.raises(Refused, match="so the event cannot be removed"):
        remove_event(desk, own, typed="Harbour Open")
