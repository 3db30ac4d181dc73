"""Stream sources: fields, slots and channels, and nothing before its release."""

import re

import pytest
from django.urls import reverse

from scoring.models import Activity
from tests.scoring.views.pads import put
from tournament.actions.act import Refused
from tournament.actions.event.events import create_event
from tournament.actions.results.recorded_games import start_game
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import publish_round
from tournament.broadcast.actions.streams import (
    MAX_SLOTS,
    delete_slot,
    point_channel,
    point_slot,
    switch_stream,
)
from tournament.broadcast.models import Channel
from tournament.broadcast.queries.stream_fields import FIELDS, JOINED_FIELD
from tournament.hall.tests.web.test_live import LINES, say
from tournament.models import Event
from tournament.web.page_cache import page_cache

pytestmark = pytest.mark.django_db
AT = "/stream/autumn-open/featured"


@pytest.fixture(autouse=True)
def empty_page_cache():
    page_cache.forget()
    yield
    page_cache.forget()


@pytest.fixture
def under_way(desk, event, round_one, board):
    """Record six turns of board 1, all released at once."""
    say(desk, event, live_boards="every_turn")
    game = start_game(desk, board(1))
    put(game, *LINES)
    return game


def field(client, name, at=AT, **query):
    answer = client.get(f"{at}/{name}.txt", query)
    assert answer.status_code == 200, answer.content
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    return answer.text


@pytest.mark.full
def test_fields_describe_the_last_recorded_board(client, under_way):
    score = field(client, "score")
    assert len(score) == 9
    assert score.index("-") == 4
    expected = {
        "p1_score": score[:3],
        "p1_name": "Ana Lopez",
        "p2_name": "Ben Okafor",
        "combined_names": "Ana Lopez – Ben Okafor",
        "table": "1",
        "round": "1",
        "division": "A",
        "tournament": "Autumn Open",
        "p1_rating": "1800",
    }
    assert {name: field(client, name) for name in expected} == expected
    tiles = field(client, "unseen_tiles")
    assert tiles.endswith("??")
    count, kinds = field(client, "unseen_count").split("\n")
    assert count == f"{len(tiles.replace(' ', ''))} tiles"
    assert " vowels | " in kinds
    assert "DIRK" in field(client, "last_play")


def test_records_places_and_the_composed_line(client, desk, under_way, board):
    enter_result(desk, board(2), 400, 380)
    assert field(client, "p1_record") == "0-0"
    put_slot = point_slot(desk, Event.objects.get(), "board2", division="a", number=1, board=2)
    at = f"/stream/autumn-open/{put_slot}"
    assert field(client, "p1_record", at) == "1-0"
    assert field(client, "p1_spread", at) == "+20"
    assert field(client, "p1_place", at) == "1st"
    assert field(client, "score", at) == "400 - 380"
    assert field(client, "line", at, fields="p1_record,p1_spread", joint=" ") == "1-0 +20"
    assert field(client, "line", at) == "1-0 | +20 | 1st | 1600"


def test_rating_gains_are_listed_largest_first_with_the_new_rating(client, desk, under_way, board):
    for number, scores in ((1, (400, 390)), (2, (380, 400))):
        enter_result(desk, board(number), *scores, accepted=True)
    page_cache.forget()
    assert field(client, "rating_gain").splitlines()[::3] == [
        "Dai Jones\t1518\t+18",
        "Zoë Müller\t1589\t−11",
    ]
    assert field(client, "ticker").splitlines()[:2] == [
        "Ana Lopez – Ben Okafor 400–390",
        "Zoë Müller – Dai Jones 380–400",
    ]


def test_round_field_names_the_planned_number_of_rounds(client, desk, four, under_way):
    four.rounds_planned = 7
    four.save()
    page_cache.forget()
    assert field(client, "round") == "1 of 7"


@pytest.mark.full
def test_every_field_is_available_as_text_and_as_a_transparent_page(client, desk, under_way, board):
    enter_result(desk, board(2), 400, 380)
    for name in [*FIELDS, JOINED_FIELD]:
        assert field(client, name) is not None
        page = client.get(f"{AT}/{name}/")
        assert (page.status_code, page["X-Frame-Options"]) == (200, "SAMEORIGIN"), name
        assert 'class="stream-field"' in page.text, name


@pytest.mark.full
def test_tables_contain_their_source_data(client, desk, under_way, board):
    before = ("standings", "rating_gain", "scoring_leaders", "division_figures")
    assert [field(client, name) for name in before] == [""] * 4
    enter_result(desk, board(2), 400, 380)
    page_cache.forget()
    assert field(client, "standings").startswith("1\tZoë Müller\t1-0\t+20")
    assert "Zoë Müller\t400.0\t400" in field(client, "scoring_leaders")
    assert "Average winning score\t400.0" in field(client, "division_figures")
    assert "New high game\t400–380" in field(client, "popups")
    assert "Zoë Müller – Dai Jones 400–380" in field(client, "ticker")
    assert "ZONE" in field(client, "board").replace("\n", " ")
    assert "have not met" in field(client, "head_to_head")
    assert "<svg" in client.get(f"{AT}/board/").text


def drawn(client, name, at=AT):
    """Return the cells of a stream source, separated by a bar."""
    main = client.get(f"{at}/{name}/").text.partition('<main id="main"')[2]
    return "|".join(re.sub(r"<[^<>]*>", "\n", main.partition(">")[2]).split("\n")).replace(" ", "")


def test_cards_and_tables_have_a_title_and_headings(client, desk, under_way, board):
    enter_result(desk, board(2), 400, 380)
    point_slot(desk, Event.objects.get(), "board2", division="a", number=1, board=2)
    at = "/stream/autumn-open/board2"

    def words(name):
        return [word for word in drawn(client, name, at).split("|") if word]

    card = words("p1_card")
    assert card[:3] == ["ZoëMüller", "Record", "1-0+20"]
    assert words("standings")[:2] == ["Standings", "A"]
    assert words("standings")[2:8] == ["Record", "Spread", "1", "ZoëMüller", "1-0", "+20"]
    assert words("p1_history")[:6] == ["ZoëMüller", "A", "Round", "Result", "Opponent", "Spread"]
    assert words("head_to_head")[:4] == ["ZoëMüller", "1-0", "+20", "DaiJones"]
    assert words("head_to_head")[4] == "AutumnOpen,round1"
    assert words("popups")[:3] == ["Newhighgame", "400–380", "ZoëMülleragainstDaiJones"]


def test_changing_a_slot_updates_every_source(client, desk, under_way):
    event = Event.objects.get()
    assert field(client, "p1_name") == "Ana Lopez"
    point_slot(desk, event, "featured", division="a", number=1, board=2)
    assert field(client, "p1_name") == "Zoë Müller"
    point_slot(desk, event, "featured")
    assert field(client, "p1_name") == "Ana Lopez"
    assert [row.summary for row in Activity.objects.filter(verb="point_slot")][::-1] == [
        "Stream slot featured shows round 1, board 2.",
        "Stream slot featured shows the board recorded last.",
    ]


def test_channel_outlives_its_event(client, desk, event, under_way):
    point_channel(desk, event, "Harbour club")
    assert field(client, "tournament", "/stream/harbour-club/featured") == "Autumn Open"
    following = create_event(desk, name="Winter Open", preset="naspa_nwl")
    point_channel(desk, following, "harbour-club")
    assert field(client, "tournament", "/stream/harbour-club/featured") == "Winter Open"
    assert Channel.objects.count() == 1
    with pytest.raises(
        Refused, match=r"Another event already has the address “winter-open”\. Choose another"
    ):
        point_channel(desk, event, "Winter Open")


def test_missing_objects_are_answered_with_the_existing_ones(client, desk, under_way):
    for address, there in (
        (f"{AT}/nonsense.txt", "p1_score"),
        (f"{AT}/nonsense/", "unseen_tiles"),
        ("/stream/autumn-open/nowhere/score.txt", "featured"),
        (f"{AT}/line.txt?fields=p1_name,nonsense", "combined_names"),
    ):
        answer = client.get(address)
        assert answer.status_code == 404
        assert there in answer.text.split("\n")
    assert client.get("/stream/no-such-event/featured/score.txt").status_code == 404
    event = Event.objects.get()
    for number, board in ((1, 9), (7, 1)):
        with pytest.raises(Refused, match=f"has no published board {board}"):
            point_slot(desk, event, "x", division="a", number=number, board=board)
    for number in range(MAX_SLOTS):
        point_slot(desk, event, f"slot{number}")
    with pytest.raises(Refused, match=f"There are already {MAX_SLOTS} slots. Delete"):
        point_slot(desk, event, "one-more")


def test_deleting_a_slot_in_use_asks_first(client, director_client, desk, under_way):
    point_slot(desk, Event.objects.get(), "board2", division="a", number=1, board=2)
    address = reverse("remove_slot", args=["autumn-open", "board2"])
    for _twice in range(2):
        client.get("/stream/autumn-open/board2/score/")
    assert "Shown by a source" in director_client.get("/events/autumn-open/streams/").text
    director_client.post(address)
    assert "board2" in Event.objects.get().slots
    director_client.post(address, {"confirmed": "on"})
    assert "board2" not in Event.objects.get().slots


def test_draft_board_cannot_be_streamed(client, desk, four, under_way):
    publish_round(desk, pair_by_hand(desk, four, [(1, 3), (2, 4)]))
    pair_by_hand(desk, four, [(1, 4), (2, 3)])
    with pytest.raises(Refused, match="Round 3 of that division has no published board 1"):
        point_slot(desk, Event.objects.get(), "x", division="a", number=3, board=1)


def test_result_rows_link_to_a_stream_only_if_one_exists(director_client, desk, event, round_one):
    address = reverse("feature_board", args=["autumn-open", "a", 1, 2])
    results = reverse("results", args=["autumn-open", "a"])
    assert address not in director_client.get(results).text
    board = director_client.get(reverse("board", args=["autumn-open", "a", 1, 2]))
    assert f'action="{address}"' in board.text
    director_client.post(address)
    assert Event.objects.get().slots["featured"]["board"] == 2
    assert address in director_client.get(results).text


def test_disabled_stream_shows_nothing_and_keeps_its_slots(
    client, director_client, desk, under_way
):
    event = Event.objects.get()
    point_slot(desk, event, "board2", division="a", number=1, board=2)
    slots = [f"{AT}/p1_name.txt", "/stream/autumn-open/board2/p1_name.txt", f"{AT}/line.txt"]
    shown = [client.get(address).text for address in slots]
    assert all(shown)
    hall = "/events/autumn-open/hall/"
    answer = director_client.post("/events/autumn-open/streams/switch/", {"on": "no"}, follow=True)
    assert answer.redirect_chain[0][0] == hall
    assert "The sources of the stream show nothing." in answer.text
    assert "/events/autumn-open/streams/" not in re.findall('<a href="([^"]*)"', answer.text)
    assert [client.get(address).text for address in slots] == ["", "", ""]
    director_client.post("/events/autumn-open/streams/switch/", {"on": "no"})
    director_client.post("/events/autumn-open/streams/switch/", {"on": "yes"})
    assert [client.get(address).text for address in slots] == shown
    verbs = Activity.objects.filter(verb__startswith="turn_stream").order_by("id")
    assert list(verbs.values_list("verb", flat=True)) == ["turn_stream_off", "turn_stream_on"]


def test_putting_a_board_on_air_turns_the_stream_on_for_the_latest_round(
    client, director_client, desk, four, under_way
):
    publish_round(desk, pair_by_hand(desk, four, [(1, 3), (2, 4)]))
    event = Event.objects.get()
    switch_stream(desk, event, on=False)
    delete_slot(desk, event, "featured", in_use=False, confirmed=False)
    assert field(client, "p1_name") == "", "what a slot shows is no switch"
    streams = "/events/autumn-open/streams/"
    sent = {"slot": "featured", "division": "a", "board": "2"}
    page = director_client.post(f"{streams}point/", sent, follow=True).text
    assert "Board on air: 2" in page
    assert "division A, round 2" in page
    assert Event.objects.get().slots == {"featured": {"division": "a", "round": 2, "board": 2}}
    assert field(client, "round") == "2"
    overlay = re.search('id="overlay" readonly size="60" value="http://testserver([^"]*)"', page)[1]
    names = field(client, "p1_name"), field(client, "p2_name")
    shown = client.get(overlay.replace("&amp;", "&")).text
    assert [name for name in names if name not in shown] == []
