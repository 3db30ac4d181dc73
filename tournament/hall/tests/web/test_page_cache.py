"""Pages that are the same for everybody are rendered once for each version of their event."""

import gzip

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import include, path

from scoring.access import Permission, requires
from tournament.actions.event.events import create_event
from tournament.actions.results.results import enter_result
from tournament.hall.queries.versions import public_version
from tournament.web.page_cache import PageCache, cached_page, page_cache, serve_cached_pages

pytestmark = [pytest.mark.django_db, pytest.mark.urls(__name__)]

MADE = []
"""The addresses of the rendered pages, in order."""


@requires(Permission.READ)
@cached_page("after")
def board(request, event):
    """Return a longer page with its event and the requested round."""
    MADE.append(request.get_full_path())
    return HttpResponse(f"{event} {request.GET.get('after', '')} {request.version} " + "x" * 2000)


@requires(Permission.READ)
@cached_page()
def of_who_asks(request, event):
    """Return a page that depends on the user and must not be cached."""
    MADE.append(request.get_full_path())
    return HttpResponse(f"{event} {request.user}")


@requires(Permission.READ)
@cached_page()
def with_cookie(request, event):
    MADE.append(request.get_full_path())
    answer = HttpResponse(event)
    answer.set_cookie("own", "1")
    return answer


urlpatterns = [
    path("hall/<slug:event>/", board),
    path("hall/<slug:event>/you/", of_who_asks),
    path("hall/<slug:event>/cookie/", with_cookie),
    path("", include("tournament.urls")),
]
PAGE = "/hall/autumn-open/"


@pytest.fixture(autouse=True)
def clear_made():
    MADE.clear()


def test_page_is_rendered_once_until_its_event_changes(
    client, desk, round_one, board, django_assert_num_queries
):
    first = client.get(PAGE)
    with django_assert_num_queries(1):
        second = Client().get(PAGE)
    assert (second.content, len(MADE)) == (first.content, 1)
    enter_result(desk, board(1), 400, 380)
    third = client.get(PAGE)
    assert len(MADE) == 2
    assert third.content != first.content


def test_page_with_a_new_version_counts_as_read(client, desk, round_one, board):
    client.get(PAGE)
    enter_result(desk, board(1), 400, 380)
    client.get(PAGE)
    assert page_cache.was_read(PAGE, within=60)


def test_change_in_another_event_keeps_the_version(client, desk, event):
    before = public_version("autumn-open")
    create_event(desk, name="Spring Open", preset="club")
    assert public_version("autumn-open") == before
    assert public_version("spring-open") != before
    assert public_version("no-such-event") == ""


def test_cached_response_has_the_headers_of_every_middleware(client, event):
    for _ in range(2):
        answer = client.get(PAGE)
        assert "default-src 'none'" in answer["Content-Security-Policy"]
        assert answer["X-Frame-Options"] == "DENY"
        assert answer["X-Content-Type-Options"] == "nosniff"
        assert answer["Referrer-Policy"] == "same-origin"
        assert answer["Cross-Origin-Opener-Policy"] == "same-origin"
        assert answer["Cache-Control"] == "no-cache"
        assert answer["Content-Length"] == str(len(answer.content))
        assert answer["Vary"] == "Accept-Language, Accept-Encoding"
    assert len(MADE) == 1


def test_seen_version_returns_204_and_a_current_etag_304(client, desk, round_one, board):
    answer = client.get(PAGE)
    version = answer.content.split()[1].decode()
    nothing = client.get(PAGE, {"seen": version})
    assert (nothing.status_code, nothing.content) == (204, b"")
    same = client.get(PAGE, headers={"If-None-Match": answer["ETag"]})
    assert (same.status_code, same.content, same["ETag"]) == (304, b"", answer["ETag"])
    enter_result(desk, board(1), 400, 380)
    assert client.get(PAGE, {"seen": version}).status_code == 200
    assert client.get(PAGE, headers={"If-None-Match": answer["ETag"]}).status_code == 200


def test_page_is_compressed_for_browsers_that_accept_gzip(client, event):
    plain = client.get(PAGE)
    packed = client.get(PAGE, headers={"Accept-Encoding": "gzip, br"})
    assert packed["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.content) == plain.content
    assert len(packed.content) < len(plain.content) / 5


def test_only_parameters_read_by_the_page_make_another_version(client, event):
    client.get(PAGE)
    client.get(PAGE, {"nothing": "1"})
    assert [PAGE] == MADE
    client.get(PAGE, {"after": "3"})
    client.get(PAGE, {"nothing": "2", "after": "3"})
    assert [PAGE, f"{PAGE}?after=3"] == MADE


@pytest.mark.parametrize("page", ["you", "cookie"])
def test_personal_page_is_never_cached(director_client, event, page):
    answers = [
        browser.get(f"{PAGE}{page}/").content for browser in (director_client, Client(), Client())
    ]
    assert len(MADE) == 3
    if page == "you":
        assert answers == [b"autumn-open director", *[b"autumn-open AnonymousUser"] * 2]


def test_missing_event_is_not_cached(client, event):
    client.get("/hall/no-such-event/")
    client.get("/hall/no-such-event/")
    assert len(MADE) == 2


def test_unknown_host_gets_no_page(client, event):
    client.get(PAGE)
    answer = client.get(PAGE, headers={"Host": "elsewhere.example"})
    assert answer.status_code == 400
    assert b"x" * 2000 not in answer.content
    assert MADE == [PAGE]


def test_cache_size_is_limited_and_the_least_recently_used_page_is_evicted():
    pages = PageCache(max_bytes=5000)
    for after in "abcdeafgh":
        request = RequestFactory().get(PAGE, {"after": after})
        pages.store_response(request, HttpResponse(after.ljust(900)), "version", 0.0)
        pages.find(PAGE, "after=a", "version")
    there = [after for after in "abcdefgh" if pages.find(PAGE, f"after={after}", "version")]
    assert there == ["a", "e", "f", "g", "h"]


def test_cached_version_is_valid_only_until_the_next_write(
    desk, round_one, board, django_capture_on_commit_callbacks
):
    versions = page_cache.versions
    assert versions.known_version("autumn-open") is None
    version = versions.version_of("autumn-open")
    assert versions.known_version("autumn-open") == version
    with django_capture_on_commit_callbacks(execute=True):
        enter_result(desk, board(1), 400, 380)
    assert versions.known_version("autumn-open") is None
    assert versions.version_of("autumn-open") != version


def test_cache_middleware_precedes_all_others_but_the_rooms(settings):
    assert settings.MIDDLEWARE[0].endswith("join_rooms")  # locks kiosks in and counts programs
    assert settings.MIDDLEWARE[1].endswith(serve_cached_pages.__name__)
