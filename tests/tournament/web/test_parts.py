"""Long lists that are not tables are shown in parts."""

import re

import pytest
from django.test import RequestFactory
from django.utils.html import strip_tags

from tournament.actions.people.entries import add_players
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import publish_round
from tournament.models import Entry
from tournament.web.page import select_list_part

EVENT = "/events/autumn-open/"
PLAYERS = 330


def request_for(part):
    return RequestFactory().get("/", {"part": part} if part else {})


def test_short_list_has_no_parts():
    assert select_list_part(request_for(""), range(160), 160) == (range(160), [])


@pytest.mark.parametrize(
    ("part", "shown"), [("", 1), ("1", 1), ("2", 2), ("9", 2), ("0", 1), ("x", 1)]
)
def test_parts_have_equal_size_and_any_number_selects_one(part, shown):
    rows, parts = select_list_part(request_for(part), range(161), 160)
    assert [(row.first, row.last) for row in parts] == [(1, 81), (82, 161)]
    assert [row.number for row in parts if row.is_shown] == [shown]
    assert len(rows) == (81 if shown == 1 else 80)


@pytest.fixture
def large_round(desk, division):
    """Publish a round of enough players to be shown in parts."""
    add_players(
        desk,
        division,
        "\n".join(f"Nora {chr(65 + i // 26)}{chr(97 + i % 26)}mann" for i in range(PLAYERS)),
    )
    pairs = [(number, number + 1) for number in range(1, PLAYERS, 2)]
    return publish_round(desk, pair_by_hand(desk, division, pairs))


@pytest.mark.full
@pytest.mark.django_db
def test_large_round_is_shown_in_parts_with_links(director_client, large_round):
    def page(path):
        answer = director_client.get(EVENT + path)
        assert answer.status_code == 200
        return answer.text

    boards = {
        "a/": r'id="pairing-\d+"',
        "a/results/": r'<tr id="pairing-\d+"',
        "a/rounds/1/pairings/": r'class="num board" scope="row"',
        "a/rounds/1/edit/": r'value="flip:\d+"',
    }
    for path, row in boards.items():
        first, second = (re.findall(row, page(f"{path}?part={part}")) for part in (1, 2))
        assert (len(first), len(second)) == (83, 82), path
        html = page(path)
        assert re.search(r'(href|formaction)="\?(round=1&amp;)?part=2(&amp;round=1)?"', html), path
        assert "84–165" in html
        assert len(html) < 120 * 1024, path
    assert '<input type="text" id="why-one" name="one"' in page("a/rounds/1/pairings/")
    assert "Why not these two?" in page("a/rounds/1/pairings/?one=1&other=3")
    assert '?part=2"' in page("a/?part=2").split("desk-poll")[1].split(">")[0]
    people = [re.findall(r'id="row-\d+"', page(f"check-in/?page={part}")) for part in (1, 2, 3, 4)]
    assert [len(rows) for rows in people] == [100, 100, 100, 30]
    assert len({row for rows in people for row in rows}) == 330
    since = re.search(r"since=(\d+)", page("check-in/")).group(1)
    Entry.objects.filter(number=1).update(rating=1)
    assert f"since={since}" not in page("check-in/").split('class="pages')[1].split("</nav>")[0]


@pytest.mark.full
@pytest.mark.django_db
def test_unsaved_rearrangement_survives_viewing_another_part(director_client, large_round):
    address = f"{EVENT}a/rounds/1/edit/"
    html = director_client.get(address).text
    now = dict(re.findall(r'name="(arrangement|seen)" value="([^"]*)"', html))
    turned = director_client.post(address, {**now, "do": "flip:1"}).text
    now = dict(re.findall(r'name="(arrangement|seen)" value="([^"]*)"', turned))
    assert now["arrangement"] != now["seen"]
    other = director_client.post(f"{address}?part=2", {**now, "do": "look"}).text
    assert dict(re.findall(r'name="(arrangement|seen)" value="([^"]*)"', other)) == now
    assert "84" in strip_tags(other)
