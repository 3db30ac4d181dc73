"""The library: searching games by players, place, date, words and figures; copies; several games as a zip."""

import io
import zipfile

import pytest
from pypdf import PdfReader

from scoring.actions.activity import Actor
from scoring.actions.games import finish_game, open_game, reopen_game
from scoring.actions.summaries import write_missing_summaries
from scoring.actions.turns import record_turn
from scoring.engine.game.turns import Turn, TurnKind
from scoring.engine.gcg import read
from scoring.models import Game, GameSummary
from tests.remembered import remembered
from tests.scoring.views.pads import Page
from tournament.actions.results.recorded_games import start_game
from tournament.queries.results import library

pytestmark = pytest.mark.django_db


@pytest.fixture
@remembered
def actor(director) -> Actor:
    return Actor.for_user(director)


def played(actor, first, second, *, announced=24, title="") -> Game:
    """Return a finished game: ZA by the first player, then six scoreless turns."""
    game = open_game([first, second], "wespa", actor, title=title)
    turns = [Turn(TurnKind.PLAY, 0, None, "8H", "ZA", announced)]
    turns += [Turn(TurnKind.PASS, seat) for seat in (1, 0, 1, 0, 1, 0)]
    turns += [
        Turn(TurnKind.END_RACK, 1, "QU", tiles="QU"),
        Turn(TurnKind.END_RACK, 0, "AB", tiles="AB"),
    ]
    for turn in turns:
        record_turn(game, turn, actor, confirmed=True)
    finish_game(game, actor)
    return game


@pytest.fixture
@remembered
def games(actor):
    """Return three finished games and an open one."""
    return [
        played(actor, "Núria Puig", "Bo Alder"),
        played(actor, "Bo Alder", "Núria Puig", announced=22),
        played(actor, "Cy Dee", "Bo Alder", title="Club night"),
        open_game(["Núria Puig", "Cy Dee"], "wespa", actor),
    ]


def games_of(client, **query) -> list[int]:
    """Return the games that the page lists for a search."""
    answer = client.get("/games/", query)
    assert answer.status_code == 200, Page(answer).text
    return sorted(row.record.pk for row in answer.context["table"].paginated_rows)


@pytest.mark.parametrize(
    ("question", "which"),
    [
        ({}, [0, 1, 2, 3]),
        ({"player": "nuria"}, [0, 1, 3]),
        ({"player": "PUIG", "opponent": "alder"}, [0, 1]),
        ({"player": "alder", "opponent": "puig", "player_won": "on"}, [1]),
        ({"event": "club"}, [2]),
        ({"word": "za"}, [0, 1, 2]),
        ({"word": "za qi"}, []),
        ({"word": "z"}, []),
        ({"score": 18}, [0, 1, 2]),
        ({"score": 19}, []),
        ({"bingos": 1}, []),
        ({"differs": "on"}, [0, 2]),
        ({"ruled": "on"}, []),
        ({"since": "2100-01-01"}, []),
        ({"until": "2100-01-01"}, [0, 1, 2, 3]),
    ],
)
def test_games_are_found_by_every_criterion(director_client, games, question, which):
    assert games_of(director_client, **question) == [games[at].pk for at in which]


def test_head_to_head_list_is_independent_of_the_number_of_games(
    director_client, games, monkeypatch
):
    question = {"player": "puig", "opponent": "alder"}
    few = games_of(director_client, **question)
    monkeypatch.setattr(library, "MAX_LISTED_GAMES", 1)
    assert games_of(director_client, **question) == few
    assert len(few) == 2


def test_game_of_an_event_is_found_by_the_event_and_listed_with_its_results(
    director_client, actor, games, board
):
    game = start_game(actor, board(1))
    assert games_of(director_client, event="autumn") == [game.pk]
    for nobody in ({"event": "spring"}, {"club": "nobody"}):
        assert games_of(director_client, **nobody) == []
    answer = director_client.get("/events/autumn-open/games/")
    assert [row.record.pk for row in answer.context["table"].paginated_rows] == [game.pk]
    assert "Event or title" not in answer.text


def test_unfinished_or_reopened_game_has_no_figures(director_client, games, actor):
    assert GameSummary.objects.get(game=games[3]).highest is None
    reopen_game(games[0], actor, reason="one more turn")
    assert games_of(director_client, word="za") == [games[1].pk, games[2].pk]
    assert games_of(director_client, player="nuria") == [games[0].pk, games[1].pk, games[3].pk]


def test_games_of_an_earlier_version_are_summarised_after_the_upgrade(director_client, games):
    before = list(GameSummary.objects.order_by("pk").values())
    GameSummary.objects.all().delete()
    assert games_of(director_client) == [game.pk for game in games]
    for summarised in (4, 3, 0):
        assert write_missing_summaries() == summarised
        assert list(GameSummary.objects.order_by("pk").values()) == before
        if summarised == 4:
            GameSummary.objects.update(sides=None)


def test_ticked_games_are_downloaded_as_one_zip(director_client, games):
    for ticked, names in (((0, 2), ["Núria Puig", "Cy Dee"]), ((2,), ["Cy Dee"])):
        answer = director_client.get("/games/zip/", {"row": [*(games[n].pk for n in ticked), "x"]})
        with zipfile.ZipFile(io.BytesIO(answer.content)) as bundle:
            texts = [bundle.read(name).decode() for name in bundle.namelist()]
        assert [read(text).seats[0].name for text in texts] == names
    assert director_client.get("/games/zip/").status_code == 422


def test_copy_of_a_game_has_its_turns_and_leaves_the_original_unchanged(director_client, games):
    answer = director_client.post(f"/games/{games[2].pk}/copy/")
    copy = Game.objects.order_by("-id")[0]
    assert answer["Location"] == f"/games/{copy.pk}/"
    assert copy.finished_at is None
    turns = [list(g.entries.values_list("kind", "tiles", "announced")) for g in (games[2], copy)]
    assert turns[0] == turns[1]
    assert Game.objects.get(pk=games[2].pk).finished_at is not None


def test_score_sheets_of_marked_games_are_one_pdf(director_client, games, monkeypatch):
    marks = {"row": [games[0].pk], "rows": f"{games[2].pk} x"}
    answer = director_client.get("/games/sheets/", marks)
    assert answer["Content-Disposition"] == 'inline; filename="games-score-sheets.pdf"'
    words = " ".join(page.extract_text() for page in PdfReader(io.BytesIO(answer.content)).pages)
    assert words.count("Score sheet") >= 2
    assert director_client.get("/games/sheets/").status_code == 422
    monkeypatch.setattr("tournament.web.results.library.MAX_SHEETS", 1)
    refused = director_client.get("/games/sheets/", marks)
    assert refused.status_code == 422
    assert "2 games are selected, but you can print at most 1 score sheets" in refused.text
