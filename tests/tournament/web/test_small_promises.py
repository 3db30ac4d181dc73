"""Small promises of the desk that have no other home: what is said too early, asked about, numbered on, told apart."""

import gzip
import re

import pytest
from django.urls import reverse

from tests.tournament.web.event.test_setting_up import text
from tournament.actions.people.entries import add_players
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import publish_round
from tournament.models import Pairing

pytestmark = pytest.mark.django_db
EVENT = "/events/autumn-open/"
LINE = f"{EVENT}a/rounds/1/results/line/"


@pytest.mark.parametrize("screen", ["entry", "site_player"])
def test_a_players_page_stands_after_a_round_only_with_a_result_of_it(
    director_client, desk, round_one, board, screen
):
    for number in (1, 2):
        enter_result(desk, board(number), 402, 380)
    second = publish_round(desk, pair_by_hand(desk, round_one.division, [(1, 3), (2, 4)]))

    def page():
        content = director_client.get(reverse(screen, args=["autumn-open", "a", 1]))
        return re.sub(r"<option.*?</option>", "", content.content.decode(), flags=re.DOTALL)

    assert "Ana Lopez" in page()
    assert "411" not in page()
    assert "after round 2" not in page().lower()
    enter_result(desk, board(1, second), 411, 380)
    assert "411" in page()


@pytest.mark.parametrize(
    ("mode", "line", "question"),
    [
        ("scores", "1 900 200", "A spread of +700 is unusual."),
        ("both", "1 900 200 700", "A spread of +700 is unusual."),
        ("spread", "1 700", "A spread of +700 is unusual."),
    ],
)
def test_900_to_200_is_asked_about_however_it_is_typed(
    director_client, round_one, board, mode, line, question
):
    answer = director_client.post(LINE, {"line": line, "mode": mode, "by": "board", "accepted": ""})
    assert question in text(answer)
    assert "Enter again" in text(answer)
    assert not board(1).results.exists()


def test_boards_of_several_divisions_are_numbered_on_without_asking_and_stay(
    director_client, desk, round_one
):
    director_client.post(f"{EVENT}divisions/", {"name": "B"})
    other = round_one.division.event.divisions.get(slug="b")
    add_players(desk, other, "Eve Stone\nFinn Late\nGus Lund\nHal Moe")
    pair_by_hand(desk, other, [(1, 2), (3, 4)])

    def boards():
        of_b = Pairing.objects.filter(round__division=other, replaced_at=None)
        return sorted(of_b.values_list("board", flat=True))

    assert boards() == [3, 4]
    add_players(desk, round_one.division, "Ida Noe\nJan Ott")
    assert boards() == [3, 4]
    assert ">3</a>" in director_client.get(f"{EVENT}b/").content.decode()


def test_two_of_one_name_are_entered_once_something_tells_them_apart(director_client, four):
    page = reverse("roster", args=["autumn-open", "a"])
    refused = text(director_client.post(page, {"step": "read", "roster": "Ana Lopez 1500"}))
    assert "needs something that tells them apart, such as “Ana Lopez (Leeds)”." in refused
    director_client.post(page, {"step": "save", "roster": "Ana Lopez (Leeds) 1500"})
    assert [entry.name for entry in four.entries.order_by("number")][4:] == ["Ana Lopez (Leeds)"]


def test_what_blocks_stands_before_every_other_remark_on_a_round(
    director_client, desk, round_one, board
):
    for number in (1, 2):
        enter_result(desk, board(number), 402, 380)
    pair_by_hand(desk, round_one.division, [(1, 2), (3, 4)])
    now = {"arrangement": "1:1-2 2:3-4", "seen": "1:1-2 2:3-4"}
    page = director_client.post(f"{EVENT}a/rounds/2/edit/", now | {"do": "unpair:2"})
    shown = text(page)
    blocks = shown.index("neither an opponent nor the bye")
    assert shown.index("It cannot be saved like this:") < blocks < shown.index("have met before")
    assert shown.count("have met before") == 1


@pytest.mark.parametrize(
    "page",
    [f"{EVENT}check-in/?since=0", f"{EVENT}a/results/?since=0&round=1", f"{EVENT}a/since/1/0/"],
)
def test_what_a_page_learns_of_others_is_sent_compressed(director_client, round_one, page):
    plain = director_client.get(page)
    sent = director_client.get(page, headers={"accept-encoding": "gzip"})
    assert sent["Content-Encoding"] == "gzip"
    assert len(sent.content) < len(plain.content) / 2
    assert gzip.decompress(sent.content).count(b"<li") == plain.content.count(b"<li") > 0


def test_a_players_page_is_found_under_players(director_client, round_one):
    page = director_client.get(f"{EVENT}a/players/1/").content.decode()
    assert re.findall(r'<a[^>]*aria-current="page"[^>]*>\s*([^<]*)</a>', page) == ["Players"]
