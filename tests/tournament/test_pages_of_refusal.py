"""Error pages explain the problem and the next step."""

import logging

import pytest
from django.core.exceptions import BadRequest, PermissionDenied
from django.test import Client
from django.urls import include, path

from tests.shown import heading


def refuse(request):
    raise PermissionDenied("Only the director may publish a round.")


def misunderstand(request):
    raise BadRequest("no such thing")


def break_down(request):
    raise RuntimeError("our fault")


urlpatterns = [
    path("refuse/", refuse),
    path("misunderstand/", misunderstand),
    path("break/", break_down),
    path("", include("tournament.urls")),
]

pytestmark = [pytest.mark.django_db, pytest.mark.urls(__name__)]


@pytest.fixture
def visitor():
    return Client(raise_request_exception=False)


def test_missing_page_links_to_the_events(visitor):
    response = visitor.get("/no/such/page/")
    assert response.status_code == 404
    assert heading(response) == "This page does not exist"


def test_refusal_shows_its_reason(visitor):
    response = visitor.get("/refuse/")
    assert response.status_code == 403
    assert "<p>Only the director may publish a round.</p>" in response.content.decode()


def test_malformed_request_is_explained(visitor):
    response = visitor.get("/misunderstand/")
    assert response.status_code == 400
    assert heading(response) == "Ninetimer could not read that request"


def test_internal_error_is_explained_and_logged(visitor, caplog):
    with caplog.at_level(logging.ERROR):
        response = visitor.get("/break/")
    assert response.status_code == 500
    assert heading(response) == "Something went wrong in Ninetimer"
    assert "RuntimeError: our fault" in caplog.text


def test_form_from_an_outdated_page_is_explained():
    visitor = Client(enforce_csrf_checks=True)
    response = visitor.post("/login/", {"username": "director", "password": "x"})
    assert response.status_code == 403
    assert heading(response) == "That page is out of date"
    assert "what you typed is still there" in response.content.decode()


def test_content_security_policy_blocks_injected_scripts(visitor):
    policy = visitor.get("/login/").headers["Content-Security-Policy"]
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == rules["style-src"] == rules["connect-src"] == "'self'"
    assert rules["frame-ancestors"] == rules["base-uri"] == "'none'"
    assert "unsafe" not in policy


@pytest.mark.django_db
def test_form_only_address_explains_itself_on_get(client, admin_user):
    client.force_login(admin_user)
    answer = client.get("/events/anything/divisions/")
    assert answer.status_code == 405
    assert "only accepts forms" in answer.content.decode()
    assert client.post("/rules/").content == b""
