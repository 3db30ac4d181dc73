"""Help: every screen has a topic, every topic a page, and the page lists the keys of the desk."""

import re
from collections import Counter

import pytest
from django.urls import reverse

from tests.browser.help_pictures import STATIC, apps, facts, pictures
from tests.shown import NO_PAGE, refusal
from tests.tournament.web.safety.test_who_may import PAGES
from tournament.web.help_pages import picture_of, topics

pytestmark = pytest.mark.django_db


def test_every_address_has_exactly_one_topic():
    helped = Counter(screen for topic in topics().values() for screen in topic.screens)
    wanted = set(PAGES) - {"help", "help_topic"}
    assert {name for name, times in helped.items() if times > 1} == set()
    assert (wanted - set(helped), set(helped) - wanted) == (set(), set())


@pytest.mark.parametrize("key", topics())
def test_every_topic_lists_problems_and_links_to_all_others(client, key):
    page = client.get(reverse("help_topic", args=[key]))
    text = page.text
    assert page.status_code == 200
    assert f"<h1>{topics()[key].title}</h1>" in text
    assert 2 <= text.count("<dt>") <= 5
    for other in topics():
        assert (f'href="/help/{other}/"' in text) or other == key


def test_every_topic_has_one_small_picture(client):
    files = {path for app in apps() for path in (app / STATIC).iterdir()}
    assert files == {picture.path for picture in pictures()}
    assert sorted(path.stem for path in files) == sorted(topics()) == sorted(facts())
    too_large = {path.stem for path in files if path.stat().st_size > 40 * 1024}
    too_wide = {key for key in topics() if picture_of(key).width > 700}
    assert (too_large, too_wide) == (set(), set())
    shown = picture_of("prizes")
    size = f'width="{shown.width}" height="{shown.height}" loading="lazy"'
    alt = f'alt="The page “{topics()["prizes"].title}” in the demo event"'
    page = client.get("/help/prizes/").text
    assert re.search(rf'help/prizes[.\w]*" {size} {alt}', page)


@pytest.mark.parametrize(
    ("address", "topic"),
    [
        ("/", "start"),
        ("/events/autumn-open/a/", "division"),
        ("/events/autumn-open/a/standings/", "standings"),
        ("/events/autumn-open/a/rounds/1/boards/1/", "board"),
        ("/events/autumn-open/check-in/", "check-in"),
        ("/judge/", "word-judge"),
        ("/events/nowhere/", "event"),
    ],
)
def test_help_link_leads_to_the_topic_of_the_screen(director_client, round_one, address, topic):
    page = director_client.get(address, follow=True).text
    links = re.findall(r'<a href="([^"]*)"[^>]* data-key="\?"', page)
    assert links[-1] == f"/help/{topic}/"


@pytest.mark.parametrize(
    ("language", "topic", "words"),
    [
        ("de", "results", ["Freilos", "kampflos", "bye"]),
        ("es", "score-pad", ["tiempo", "time", "1: ! 10"]),
        ("fr", "prizes", ["plus haute victoire", "high win"]),
        ("de", "players", ["Klasse", "unrated"]),
    ],
)
def test_help_lists_the_words_of_its_language_and_of_english(client, language, topic, words):
    answer = client.get(f"/help/{topic}/", headers={"accept-language": language})
    page = answer.text
    for word in words:
        assert f"<kbd>{word}</kbd>" in page


def test_english_help_lists_each_word_once(client):
    page = client.get("/help/results/").text
    assert page.count("<kbd>bye</kbd>") == 1
    assert "In English" not in page


@pytest.fixture
def built_manual(settings, tmp_path):
    """Create a manual of a page and a style sheet, and an unrelated file next to it."""
    settings.MANUAL_DIR = tmp_path / "manual"
    (settings.MANUAL_DIR / "reference").mkdir(parents=True)
    (settings.MANUAL_DIR / "index.html").write_text("<h1>The manual</h1>")
    (settings.MANUAL_DIR / "manual.css").write_text("h1 { margin: 0 }")
    (settings.MANUAL_DIR / "reference/reports.html").write_text("<h1>Reports</h1>")
    (tmp_path / "secret_key").write_text("hidden")


@pytest.mark.usefixtures("built_manual")
@pytest.mark.parametrize(
    ("path", "kind", "text"),
    [
        ("", "text/html", "<h1>The manual</h1>"),
        ("manual.css", "text/css", "h1 { margin: 0 }"),
        ("reference/reports.html", "text/html", "<h1>Reports</h1>"),
    ],
)
def test_manual_is_served_publicly_as_built(client, path, kind, text):
    answer = client.get(f"/manual/{path}")
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, kind)
    assert answer.getvalue().decode() == text
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]


@pytest.mark.usefixtures("built_manual")
@pytest.mark.parametrize(
    ("path", "refused"),
    [
        ("../secret_key", (400, "Ninetimer could not read that request")),
        ("%2e%2e/secret_key", (400, "Ninetimer could not read that request")),
        ("reference/", NO_PAGE),
        ("nowhere.html", NO_PAGE),
    ],
)
def test_manual_address_serves_only_files_of_the_manual(client, path, refused):
    assert refusal(client.get(f"/manual/{path}")) == refused


def test_missing_manual_explains_how_to_build_it(client, settings, tmp_path):
    settings.MANUAL_DIR = tmp_path / "nowhere"
    answer = client.get("/manual/reference/reports.html")
    assert answer.status_code == 404
    assert "run <code>make docs</code> in the program’s folder" in answer.text
