"""Error pages explain the problem and the next step."""

import logging

import pytest
from django.core.exceptions import BadRequest, PermissionDenied
from django.test import Client
from django.urls import include, path

from tests.shown import heading


def raising(error):
    def view(request):
        raise error

    return view


urlpatterns = [
    path("refuse/", raising(PermissionDenied("Only the director may publish a round."))),
    path("misunderstand/", raising(BadRequest("no such thing"))),
    path("break/", raising(RuntimeError("our fault"))),
    path("", include("tournament.urls")),
]

pytestmark = [pytest.mark.django_db, pytest.mark.urls(__name__)]


@pytest.fixture
def visitor():
    return Client(raise_request_exception=False)


@pytest.mark.parametrize(
    ("address", "status", "head"),
    [
        ("/no/such/page/", 404, "This page does not exist"),
        ("/refuse/", 403, "You are not allowed to do that"),
        ("/misunderstand/", 400, "Ninetimer could not read that request"),
        ("/break/", 500, "Something went wrong in Ninetimer"),
    ],
)
def test_refused_address_is_explained_and_an_internal_error_logged(
    visitor, caplog, address, status, head
):
    with caplog.at_level(logging.ERROR):
        response = visitor.get(address)
    assert (response.status_code, heading(response)) == (status, head)
    assert ("RuntimeError: our fault" in caplog.text) is (status == 500)
    if status == 403:
        assert "<p>Only the director may publish a round.</p>" in response.content.decode()


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
