"""Live boards: the audience sees only what the event's rules release, at every address."""

import re
from contextlib import suppress

import pytest
from django.urls import reverse
from django.utils import timezone
from pypdf import PdfReader

from scoring.actions.rulings import rule_on_entry
from scoring.actions.turns import take_back_turn
from scoring.queries.sheets import sheet
from tests.scoring.views.pads import put
from tournament.actions.event.events import create_division, create_event
from tournament.actions.people.clubs import create_club
from tournament.actions.people.details import update_entry
from tournament.actions.people.entries import add_players
from tournament.actions.results.recorded_games import start_game
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import publish_round
from tournament.actions.standings.display import change_standings_settings
from tournament.actions.standings.prizes import add_prizes
from tournament.broadcast.queries.stream_fields import FIELDS
from tournament.broadcast.web.site_files import publish_site
from tournament.hall.actions.screens import add_screen, set_screen
from tournament.hall.models.screens import ScreenList
from tournament.hall.queries.versions import public_version
from tournament.hall.tests.harbour import set_rules
from tournament.hall.tests.web.test_site import text
from tournament.models import Entry, Event, Pairing, Round
from tournament.models.rounds import Phase
from tournament.queries.visibility import ended_games, public_game, public_games
from tournament.reports.definition import all_papers
from tournament.reports.report_options import CannotReport, options_from
from tournament.web.page_cache import page_cache

pytestmark = pytest.mark.django_db

LINES = ("8H ZONE 26", "9H AX 30", "10H JUTE 25", "11H OBOE 16", "12H FLAW 33", "13H DIRK 22")
WORDS = ("ZONE", "AX", "JUTE", "OBOE", "FLAW", "DIRK")
LIVE = "/hall/autumn-open/a/games/1/1/"


@pytest.fixture
def under_way(desk, round_one, board):
    """Record six turns of board 1."""
    game = start_game(desk, board(1))
    put(game, *LINES)
    return game


def everything(client, event, screen, folder):
    """Return the text at every public address that may show a game.

    These are the pages of the site, the screen, the feed, every address of the API, every field
    of the stream, the club's season with its report, and every file of the published site.
    """
    put_together = {}
    names = [
        ("site_now", []), ("site_find", []), ("site_best", []), ("site_prizes", []), ("site_more", []),
        ("site_division", ["a"]),
        ("site_games", ["a"]), ("site_game", ["a", 1, 1]), ("site_pairings", ["a"]), ("site_standings", ["a"]),
        ("site_player", ["a", 1]), ("site_against", ["a", 1, 2]), ("screen_lists", [screen]),
        *(("site_game_turn", ["a", 1, 1, turn]) for turn in range(8)),
        *(("site_game_board", ["a", 1, 1, turn]) for turn in range(8)),
    ]  # fmt: skip
    for name, more in names:
        address = reverse(name, args=[event.slug, *more])
        answer = client.get(address)
        assert answer.status_code in (200, 404), address
        put_together[address] = answer.text if answer.status_code == 200 else ""
    put_together["feed"] = client.get(reverse("tourney_js", args=[event.slug]), follow=True).text
    addresses = [
        path.format(event=event.slug, division="a", number=1, entry=1, board=1)
        for path in client.get("/api/v1/openapi.json").json()["paths"]
    ]
    addresses += [
        f"/stream/{event.slug}/featured/{name}{end}" for name in FIELDS for end in (".txt", "/")
    ]
    players = Entry.objects.filter(division__event=event).values_list("player", flat=True)
    addresses += ["/season/thursdays/", *(f"/season/thursdays/{player}/" for player in players)]
    for address in addresses:
        answer = client.get(address)
        assert answer.status_code in (200, 404), address
        put_together[address] = answer.text
    publish_site(Event.objects.get(pk=event.pk), folder)
    for file in folder.rglob("*"):
        if file.suffix == ".pdf":
            pages = PdfReader(file).pages
            put_together[str(file)] = "\n".join(page.extract_text() for page in pages)
        elif file.suffix in (".html", ".js", ".json", ".svg"):
            put_together[str(file)] = file.read_text(encoding="utf-8")
    for key, report in all_papers().items():
        if "audience" in report.option_names():
            with suppress(CannotReport):
                options = options_from(report.Options, {"audience": "everybody"})
                put_together[f"report {key}"] = repr(
                    report.build(Event.objects.get(pk=event.pk), options, timezone.now())
                )
    return put_together


@pytest.mark.full
@pytest.mark.parametrize(
    ("rules", "released"),
    [
        ({}, 0),
        ({"live_boards": "turns_later", "live_turns": 2}, 4),
        ({"live_boards": "turns_later", "live_turns": 9}, 0),
        ({"live_boards": "every_turn"}, 6),
    ],
)
def test_unreleased_turns_are_in_no_public_response(
    client, desk, event, under_way, board, rules, released, tmp_path
):
    before = create_event(desk, name="Summer Open", preset="club")
    there = create_division(desk, before, name="A")
    add_players(desk, there, "Ana Lopez 1800\nBen Okafor 1700")
    publish_round(desk, pair_by_hand(desk, there, [(1, 2)]))
    enter_result(
        desk, Pairing.objects.get(round__division=there), 400, 380
    )  # both are in the season
    Event.objects.update(club=create_club(desk, name="Thursdays"))
    enter_result(desk, board(2), 400, 380)  # fills standings, prizes and best plays
    add_prizes(desk, event, "1st place: 50\nHigh word: 10\nHigh game: 20")
    if rules:
        set_rules(desk, event, **rules)
    screen = add_screen()
    set_screen(desk, event, screen, shows=ScreenList.values)
    pages = everything(client, event, screen.number, tmp_path / "site")
    for word in WORDS[released:]:
        letters = re.compile(rf"\b{word}\b|{word[0]}\({word[1:]}\)")
        assert [address for address, page in pages.items() if letters.search(page)] == []
    assert bool(pages[LIVE]) is bool(released)
    if released:
        assert WORDS[released - 1] in pages[LIVE]
        assert WORDS[released - 1] in pages[f"/stream/{event.slug}/featured/board.txt"].replace(
            "\n", " "
        )
        assert bool(pages[f"{LIVE}{released}/board.svg"])
        assert not pages.get(f"{LIVE}{released + 1}/board.svg")


def test_turn_statistics_are_public_once_a_game_has_ended(desk, event, four, under_way):
    set_rules(desk, event, live_boards="turns_later", live_turns=2)

    def lines(audience):
        accuracy = all_papers()["arithmetic"]
        options = options_from(accuracy.Options, {"audience": audience})
        built = accuracy.build(Event.objects.get(pk=event.pk), options, timezone.now())
        return [row[0] for group in built.sections[0].groups for row in group.rows]

    both = ["Ana Lopez", "Ben Okafor"]
    assert sorted(lines("")) == both
    assert lines("everybody") == []
    under_way.finished_at = timezone.now()
    under_way.save()
    assert sorted(lines("everybody")) == both
    change_standings_settings(desk, four, rounds_planned=3, held_back_from=1)
    assert lines("everybody") == []


def test_live_board_has_scores_last_play_and_unseen_tiles(client, desk, event, under_way):
    set_rules(desk, event, live_boards="every_turn")
    page = text(client, LIVE)
    assert re.search(r"Ana Lopez – Ben Okafor \d+–\d+ .*Round 1, board 1 Live", page)
    assert "Turn 6, Ben Okafor:" in page
    assert "78 tiles unseen: 32 vowels, 44 consonants, 2 blanks AAAAAAA B CC DDD " in page
    assert " OOOOO PP Q RRRRR SSSS TTTTT UUU VV W YY ?? Lead turn by turn" in page
    set_rules(desk, event, live_boards="turns_later", live_turns=2)
    assert "Turn 4, Ben Okafor:" in text(client, LIVE)
    third = text(client, f"{LIVE}3/")
    assert "Turn 3, Ana Lopez: JUTE: J 8 + U 1 + T 1 ×3 (J10) + E 1 = 13;" in third


def test_announced_scores_stand_beside_correct_ones_if_the_event_allows(
    client, desk, event, under_way, tmp_path
):
    set_rules(desk, event, live_boards="every_turn")
    screen = add_screen()
    set_screen(desk, event, screen, shows=[ScreenList.LIVE])
    last = sheet(under_way).rows[-1]
    assert (last.announced, last.correct) == (22, 67)

    def shown():
        page_cache.forget()
        return {
            "page": text(client, LIVE),
            "wall": on_wall(client, screen),
            "stream": client.get("/stream/autumn-open/featured/last_play.txt").text,
        }

    assert [place for place, page in shown().items() if "22 announced" in page] == []
    sides = re.findall(r"<dt>(.*?)</dt>\s*<dd>(.*?)</dd>", shown()["wall"], re.DOTALL)
    assert [name for name, score in sides if "to move" in score] == ["Ana Lopez"]
    assert "differs" not in text(client, LIVE)

    def announced():
        game = client.get("/api/v1/events/autumn-open/divisions/a/games/1/1").json()
        return [turn["announced"] for turn in game["turns"]]

    assert announced() == [None] * 6
    set_rules(desk, event, live_rulings=True)
    assert announced() == [26, 30, 25, 16, 33, 22]
    for place, page in shown().items():
        assert "22 announced, 67 correct." in page, place
    assert "22 67 differs" in text(client, LIVE)
    rule_on_entry(last.entry, "let_stand", desk)
    assert "67 22 ruled" in text(client, LIVE)
    publish_site(Event.objects.get(pk=event.pk), tmp_path)
    (page,) = [file for file in tmp_path.rglob("*.html") if "games/1/1" in file.as_posix()]
    assert "22 announced, 67 correct." in page.read_text(encoding="utf-8")


def test_turn_taken_back_disappears_from_the_live_board(client, desk, event, under_way):
    set_rules(desk, event, live_boards="every_turn")
    assert "DIRK" in text(client, LIVE)
    take_back_turn(under_way, desk)
    assert "DIRK" not in text(client, LIVE)


def test_finished_game_is_released_unless_its_round_is_held_back(desk, four, under_way):
    assert public_game(four, 1, 1) is None
    under_way.finished_at = timezone.now()
    under_way.save()
    assert len(public_game(four, 1, 1).sheet.rows) == 6
    assert ended_games(four) == {(1, 1)}
    change_standings_settings(desk, four, rounds_planned=3, held_back_from=1)
    four.refresh_from_db()
    assert public_game(four, 1, 1) is None
    assert public_games(four) == []
    assert ended_games(four) == frozenset()


def test_live_board_and_graph_show_requested_initials(client, desk, four, event, under_way):
    ana = four.entries.get(number=1)
    update_entry(desk, ana, rating=ana.rating, by_initials=True)
    set_rules(desk, event, live_boards="every_turn")
    page = client.get(LIVE).text
    assert "A. L." in page
    assert "Lopez" not in page


def test_games_are_read_in_a_fixed_number_of_queries(
    desk, four, event, under_way, board, django_assert_num_queries
):
    put(start_game(desk, board(2)), *LINES[:3])
    set_rules(desk, event, live_boards="every_turn")
    four.event.refresh_from_db()
    four.event.__dict__.pop("rules", None)
    with django_assert_num_queries(4):
        assert len(public_games(four)) == 2
    with django_assert_num_queries(4):
        assert public_game(four, 1, 1) is not None


def on_wall(client, screen):
    return client.get(reverse("screen_lists", args=["autumn-open", screen.number])).text


@pytest.mark.full
@pytest.mark.parametrize("over", ["typed", "round closed", "event closed", "finished"])
def test_finished_board_is_not_live_anywhere(
    client, desk, event, under_way, board, round_one, over
):
    set_rules(desk, event, live_boards="turns_later", live_turns=2)
    screen = add_screen()
    set_screen(desk, event, screen, shows=[ScreenList.LIVE])
    api = "/api/v1/events/autumn-open/divisions/a"
    assert "Live" in text(client, LIVE)
    assert len(client.get(f"{api}/live").json()) == 1
    assert "screen-live" in on_wall(client, screen)
    version = public_version("autumn-open", "a", "1", "1")
    if over == "typed":
        enter_result(desk, board(1), 400, 380, accepted=True)
    elif over == "round closed":
        Round.objects.filter(pk=round_one.pk).update(phase=Phase.CLOSED)
    elif over == "event closed":
        Event.objects.filter(pk=event.pk).update(closed_at=timezone.now())
    else:
        under_way.finished_at = timezone.now()
        under_way.save()
    page_cache.forget()
    assert "Live" not in text(client, LIVE).partition("Round 1, board 1")[2]
    assert "Turn 6, Ben Okafor:" in text(client, LIVE)
    games = text(client, "/hall/autumn-open/a/games/")
    assert "Live boards" not in games
    assert "Recorded games Round 1, board 1: Ana Lopez – Ben Okafor" in games
    assert client.get(f"{api}/live").json() == []
    (game,) = client.get(f"{api}/games").json()["items"]
    assert game["is_live"] is False
    assert "screen-live" not in on_wall(client, screen)
    if over == "typed":
        assert public_version("autumn-open", "a", "1", "1") != version
        assert "The record stops before the end of the game. The result is 400-380." in text(
            client, LIVE
        )
        assert client.get("/stream/autumn-open/featured/score.txt").text == "400 - 380"
