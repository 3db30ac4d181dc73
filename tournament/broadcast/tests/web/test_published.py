"""The site of an event as files: every link works offline, and secrets stay secret."""

import io
import posixpath
import re

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.management import CommandError, call_command
from django.http import Http404
from django.utils import timezone
from pypdf import PdfReader

from tournament.actions.event.events import create_division
from tournament.actions.people.entries import add_players
from tournament.actions.results.results import correct_result
from tournament.broadcast.exchange.site import RECORD_FILE_NAME, WriteResult
from tournament.broadcast.management.commands import publish
from tournament.broadcast.web.site_files import _SiteCollector, publish_site
from tournament.hall.web.public_games import highlights_page
from tournament.hall.web.site import pairings_page, standings_page
from tournament.models import Pairing

pytestmark = pytest.mark.django_db
LINK = re.compile(r'\s(?:href|src)="([^"]*)"')


def written(event, folder):
    """Publish the event and return every page by name."""
    publish_site(event, folder)
    return {
        str(path.relative_to(folder)): path.read_text(encoding="utf-8")
        for path in sorted(folder.rglob("*.html"))
    }


def words(html):
    return " ".join(re.sub(r"<[^<>]*>", " ", html.partition('<main id="main"')[2]).split())


def test_site_contains_the_papers(event, whole_robin, tmp_path):
    publish_site(event, tmp_path)
    paper = PdfReader(io.BytesIO(next(tmp_path.glob("papers/*standings*.pdf")).read_bytes()))
    assert "Zoë Müller" in paper.pages[0].extract_text()


def test_every_link_leads_to_a_file_without_the_laptop(desk, recorded, tmp_path):
    pages = written(recorded, tmp_path)
    lost = {
        (name, address)
        for name, html in pages.items()
        for address in LINK.findall(html)
        if not address.startswith(("#", "data:"))
        and not (tmp_path / posixpath.dirname(name) / address.partition("#")[0]).is_file()
    }
    assert lost == set()
    for name, html in pages.items():
        assert "<form" not in html, name
        assert 'type="module"' not in html, name
        assert "<a>" not in html, name
        assert re.match(r"(?is)<!doctype html>.*<body[^>]*>\s*<svg hidden", html), name
        assert not re.search(
            r"(?:/hall/|/events/|/login/|/static/)", html.replace("../static/", "")
        ), name
    for sheet in (tmp_path / "static").rglob("*.css"):
        for address in re.findall(r'url\("?([^")]+)', sheet.read_text()):
            assert address.startswith(("data:", "#")) or (sheet.parent / address).exists(), address


def test_links_to_a_page_that_does_not_exist_are_removed(event, round_one, tmp_path, monkeypatch):
    add_page = _SiteCollector._add_page

    def lost(site, path, query):
        if path.endswith("/a/1/"):
            raise Http404
        return add_page(site, path, query)

    monkeypatch.setattr(_SiteCollector, "_add_page", lost)
    pages = written(event, tmp_path)
    assert "a/1/index.html" not in pages
    links = {
        (name, posixpath.normpath(posixpath.join(posixpath.dirname(name), address)))
        for name, html in pages.items()
        for address in LINK.findall(html)
    }
    assert [name for name, target in sorted(links) if target == "a/1/index.html"] == []
    assert ("a/players/index.html", "a/2/index.html") in links
    assert "Ana Lopez" in pages["a/pairings/index.html"]


def test_game_is_one_page_with_a_link_to_every_turn(desk, recorded, tmp_path):
    page = written(recorded, tmp_path)["a/games/1/1/index.html"]
    targets = re.findall(r'<g class="turn" id="turn-(\d+)">', page)
    assert targets == [str(number) for number in range(len(targets))]
    assert len(targets) > 10
    tiles = [part.count("<svg x=") for part in page.split('<g class="turn"')[1:]]
    assert tiles[0] == 0
    assert 1 <= max(tiles) <= 8  # each turn adds only its own tiles
    assert {f"#turn-{number}" for number in targets} <= set(LINK.findall(page))


@pytest.mark.full
def test_unchanged_files_are_not_written_again(desk, event, whole_robin, tmp_path):
    publish_site(event, tmp_path)
    assert publish_site(event, tmp_path) is None
    pairing = Pairing.objects.filter(round=whole_robin[2]).first()
    correct_result(desk, pairing, 500, 380, reason="misread", accepted=True)
    again = publish_site(event, tmp_path)
    assert again.changed > 3
    assert (tmp_path / "a/standings/1/index.html").stat().st_mtime_ns < (
        tmp_path / "a/standings/index.html"
    ).stat().st_mtime_ns


def test_site_covers_several_divisions_and_one_without_rounds(desk, event, round_one, tmp_path):
    division = create_division(desk, event, name="Papers")
    add_players(desk, division, "Eve Stone\nFinn Farkas")
    pages = written(event, tmp_path)
    assert "papers/players/index.html" in pages
    assert "Eve Stone" in words(pages["papers/1/index.html"])
    assert "Papers as PDF" in words(pages["more/papers/index.html"])


@pytest.mark.full
def test_query_count_is_independent_of_the_number_of_players(
    desk, event, whole_robin, four, tmp_path, django_assert_max_num_queries
):
    with django_assert_max_num_queries(250) as few:
        publish_site(event, tmp_path / "few")
    add_players(desk, four, "\n".join(f"Late P{chr(97 + number)}" for number in range(20)))
    with django_assert_max_num_queries(len(few) + 12):
        publish_site(event, tmp_path / "many")


def test_command_reports_written_files_or_the_reason_for_failure(
    event, round_one, tmp_path, capsys, monkeypatch
):
    call_command("publish", "autumn-open", "--to", str(tmp_path / "site"))
    assert re.search(r"site: \d+ files written, 0 unchanged\.", capsys.readouterr().out)
    call_command("publish", "autumn-open", "--to", str(tmp_path / "site"))
    assert "site is up to date." in capsys.readouterr().out
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("Dear")
    with pytest.raises(CommandError, match=r"did not write, such as letter\.txt"):
        call_command("publish", "autumn-open", "--to", str(tmp_path / "mine"))
    assert not (tmp_path / "mine" / RECORD_FILE_NAME).exists()
    monkeypatch.setattr(publish, "publish_site", lambda *_: WriteResult(1, 1200, 0, ("a/9.html",)))
    call_command("publish", "autumn-open", "--to", "site")
    shown = capsys.readouterr()
    assert shown.out == "site: 1 file written, 1,200 unchanged.\n"
    assert "site/a/9.html is no longer part of the site, but it was changed" in shown.err


@pytest.mark.parametrize("view", [pairings_page, standings_page, highlights_page])
def test_missing_round_is_not_part_of_the_site(rf, event, whole_robin, view):
    """On the laptop, such an address lists the existing rounds; on the site, it must not exist."""
    request = rf.get("/")
    request.user, request.version = AnonymousUser(), "published"
    request.published_as_of = timezone.now()
    with pytest.raises(Http404):
        view(request, event=event.slug, division="a", number=9)
