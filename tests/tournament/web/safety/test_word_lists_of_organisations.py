"""Word lists on a server with several organisations: each has its own, which others neither see nor use."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.actions.activity import Actor
from scoring.actions.games import open_game
from scoring.actions.lexicons import LexiconNotLoaded, load_lexicon
from scoring.actions.turns import record_turn
from scoring.engine.game.turns import Turn, TurnKind
from scoring.lexicon import lexicon, lexicons
from scoring.models import Activity, Judgement
from scoring.queries.finishes import unlisted_plays
from scoring.queries.sheets import sheet
from scoring.tenancy import FIRST_TENANT, tenant
from tests.tournament.logged_in import browser_of
from tests.tournament.web.safety import two_organisations
from tournament.actions.event.rules import set_word_list, word_lists_for

pytestmark = pytest.mark.django_db
north, neighbour = two_organisations.north, two_organisations.neighbour


@pytest.fixture(autouse=True)
def folder(settings, tmp_path):
    settings.NINETIMER_DATA_DIR = tmp_path


@pytest.fixture
def northerner(north):
    return browser_of(north["owner"], second_factor=True)


@pytest.fixture
def southerner(neighbour):
    return browser_of(neighbour, second_factor=True)


def sent(browser, words, name="Licensed", **also):
    file = SimpleUploadedFile("words.txt", words)
    typed = {"name": name, "tile_set": "english", "file": file, **also}
    return browser.post(reverse("handbook:lexicons"), typed)


def test_own_word_list_is_visible_only_to_its_organisation(event, northerner, north, southerner):
    page = sent(northerner, b"AA\nZZZA\n").text
    assert "Licensed has been loaded: 2 words." in page
    assert "loaded by your organisation" in page
    assert "Licensed" not in southerner.get(reverse("handbook:lexicons")).text
    with tenant(FIRST_TENANT):
        assert list(lexicons()) == ["open_english"]
    assert list(lexicons()) == ["open_english"]
    assert [words.key for words in word_lists_for(north["event"])] == ["open_english", "licensed"]
    assert [words.key for words in word_lists_for(event)] == ["open_english"]
    entry = Activity.objects.get(verb="import_lexicon")
    assert entry.chain == north["organisation"].scope


def test_word_lists_of_the_same_name_differ_between_organisations(northerner, north, southerner):
    sent(northerner, b"AA\nZZZA\n")
    sent(southerner, b"AA\nAB\nAD\n")
    assert "ZZZA" in lexicon("licensed", north["organisation"].pk)
    assert "ZZZA" not in lexicon("licensed", FIRST_TENANT)
    assert len(lexicon("licensed", FIRST_TENANT)) == 3


def test_installation_director_loads_a_word_list_for_all(desk, event, north, director_client):
    sent(director_client, b"AA\nAB\n", name="Everybody", for_all="on")
    sent(director_client, b"AA\nAB\nAD\n", name="House")
    with tenant(north["organisation"].pk):
        assert list(lexicons()) == ["open_english", "everybody"]
        with pytest.raises(
            LexiconNotLoaded,
            match="The name Everybody is taken by a list that all organisations here share",
        ):
            load_lexicon(desk, "everybody", b"AA\n", "english", replace=True)
    with tenant(FIRST_TENANT):
        assert list(lexicons()) == ["open_english", "house", "everybody"]
    loaded = Activity.objects.filter(verb="import_lexicon").order_by("id")
    # Installation-wide lists are logged in the installation's chain, lists of the first
    # organisation in its own.
    assert [row.chain for row in loaded] == [None, f"organisation:{FIRST_TENANT}"]


def test_later_shared_word_list_does_not_replace_an_own_one(desk, northerner, north):
    sent(northerner, b"AA\nZZZA\n")
    load_lexicon(desk, "Licensed", b"AA\nAB\nAD\n", "english", for_all=True)
    assert "ZZZA" in lexicon("licensed", north["organisation"].pk)
    assert "AD" in lexicon("licensed")


def test_owner_of_one_organisation_cannot_load_a_list_for_all(northerner, north):
    sent(northerner, b"AA\nAB\n", for_all="on")
    assert "licensed" not in lexicons()
    assert "licensed" in lexicons(north["organisation"].pk)


def test_visitors_use_the_judge_with_the_organisations_list(northerner, north):
    """The director opens the judge from the event's page, on a computer that is later logged out."""
    sent(northerner, b"AA\nZZZA\n")
    set_word_list(Actor.for_user(north["owner"]), north["event"], "licensed")
    page = northerner.get(reverse("event", args=[north["event"].slug]))
    judge = f"{reverse('handbook:judge')}?of={north['organisation'].pk}"
    assert f"{judge}&amp;list=licensed" in page.text
    hall = Client()
    assert "Licensed" in hall.get(judge).text
    assert "Licensed" not in hall.get(reverse("handbook:judge")).text
    typed = {"list": "licensed", "of": north["organisation"].pk, "typed": "zzza", "again": "zzza"}
    hall.post(reverse("handbook:judge"), typed)
    verdict = Judgement.everywhere.get()
    assert (verdict.by_list, verdict.organisation) == (True, north["organisation"])
    assert hall.get(reverse("handbook:judge") + "?of=999").status_code == 200


def test_games_are_checked_against_their_organisations_list(north):
    actor = Actor.for_user(north["owner"])
    with tenant(north["organisation"].pk):
        load_lexicon(actor, "Licensed", b"AA\nZA\n", "english")
        game = open_game(["Quay", "Roe"], "naspa_nwl", actor, lexicon="licensed")
        record_turn(game, Turn(TurnKind.PLAY, 0, None, "8H", "ZA", 22), actor)
        record_turn(game, Turn(TurnKind.PLAY, 1, None, "9G", "QI", 11), actor, confirmed=True)
    game.finished_at = timezone.now()  # the judge is closed during a game
    (unlisted,) = unlisted_plays(sheet(game))
    assert unlisted.words == ("QI", "ZI")
