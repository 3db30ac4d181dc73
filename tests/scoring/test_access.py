"""The permission mechanism, without events."""

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.test import RequestFactory

from scoring import access
from scoring.access import (
    Permission,
    game_scope,
    has_page_permission,
    has_permission,
    register_permission_check,
    requires,
)


@pytest.fixture
def decisions(monkeypatch):
    """Return the questions asked of a decision function that allows only recording in game 7."""
    questions = []

    def decide(user, permission, place):
        questions.append((user.username, str(permission), place))
        return (permission, place) == (Permission.RECORD, "game:7")

    monkeypatch.setattr(access, "_permission_check", list(access._permission_check))
    register_permission_check(decide)
    return questions


@requires(Permission.RECORD, game_scope)
def record(request, pk):
    return HttpResponse(
        f"recorded in {pk}; may direct: {has_page_permission(request, Permission.DIRECT)}"
    )


@requires(Permission.READ)
def read(request):
    return HttpResponse("read")


@requires(Permission.ASK)
def ask(request):
    return HttpResponse("answered")


def request_of(user, method="post", **given):
    request = getattr(RequestFactory(), method)("/there/", given)
    request.user, request.session = user, {}
    return request


def test_permission_is_checked_for_the_object_in_the_address(decisions):
    ann = User(username="ann")
    answer = record(request_of(ann), pk=7)
    assert answer.content == b"recorded in 7; may direct: False"
    assert decisions == [("ann", "record", "game:7"), ("ann", "direct", "game:7")]
    with pytest.raises(PermissionDenied, match="scorekeepers and directors"):
        record(request_of(ann), pk=8)


def test_every_active_account_may_do_everything_by_default_and_others_nothing(decisions):
    assert access._allow_logged_in_users(User(username="ann"), Permission.OWN, "game:1")
    assert not has_permission(User(username="ann", is_active=False), Permission.RECORD, "game:7")
    assert not has_permission(AnonymousUser(), Permission.RECORD, "game:7")
    assert decisions == []


def test_read_view_refuses_post_and_query_view_accepts_it(decisions):
    assert read(request_of(AnonymousUser())).status_code == 405
    assert read(request_of(AnonymousUser(), "get")).content == b"read"
    assert ask(request_of(AnonymousUser())).content == b"answered"
    assert decisions == []


@pytest.mark.parametrize("permission", set(Permission) - access.FOR_EVERYBODY)
def test_every_refusal_has_its_sentence(permission):
    assert access.DENIAL_MESSAGES[permission].endswith(".")
