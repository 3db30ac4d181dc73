"""The first page of an empty program, on which the person at the laptop creates the director's account."""

import pytest
from django.contrib.auth.models import User

from tournament.actions.people.accounts import setup_code

pytestmark = pytest.mark.django_db

TYPED = {"name": "Ana", "new_password1": "slow-otter-41", "new_password2": "slow-otter-41"}
WELCOME = "/welcome/"
ELSEWHERE = {"REMOTE_ADDR": "192.168.1.7"}


def test_first_visitor_creates_the_owner_account_and_is_logged_in(client):
    page = client.get("/", follow=True)
    assert page.redirect_chain == [(WELCOME, 302)]
    assert "Welcome to Ninetimer" in page.text
    page = client.post(WELCOME, TYPED, follow=True)
    assert page.redirect_chain == [("/events/new/", 302)]
    owner = User.objects.get()
    assert (owner.username, owner.is_superuser, owner.check_password("slow-otter-41")) == (
        "Ana", True, True,
    )  # fmt: skip
    assert "New event" in page.text


def test_another_computer_needs_the_code_shown_in_the_window(client):
    for address in (*ELSEWHERE.values(), "unknown"):
        assert 'name="code"' in client.get(WELCOME, REMOTE_ADDR=address).text
    wrong = client.post(WELCOME, {**TYPED, "code": "12"}, **ELSEWHERE)
    assert wrong.status_code == 422
    assert "This is not the code in the window" in wrong.text
    assert not User.objects.exists()
    assert [len(part) for part in setup_code().split("-")] == [4, 4, 4]
    client.post(WELCOME, {**TYPED, "code": setup_code()}, **ELSEWHERE)
    assert User.objects.get().username == "Ana"


def test_welcome_page_is_closed_once_an_account_exists(client, director_client):
    assert client.get(WELCOME).headers["Location"].startswith("/login/")
    client.post(WELCOME, TYPED)
    assert not User.objects.filter(username="Ana").exists()
    assert client.get("/").status_code == 200


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"name": ""}, "Enter the name you log in with."),
        ({"new_password1": "12345678", "new_password2": "12345678"}, "too common"),
        ({"new_password2": "slow-otter-42"}, "didn’t match"),
    ],
)
def test_invalid_account_data_is_explained_beside_the_field(client, typed, sentence):
    page = client.post(WELCOME, TYPED | typed)
    assert (page.status_code, User.objects.exists()) == (422, False)
    assert sentence in page.text
