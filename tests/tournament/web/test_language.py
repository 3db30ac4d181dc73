"""Pages use the language of the reader, papers that of the event."""

import pytest
from django.urls import reverse

from tournament.models import AccountLanguage
from tournament.web.language import COOKIE, chosen_language

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("cookies", "accepts", "language"),
    [
        ("", "", ""),
        ("", "de-AT,de;q=0.9,en;q=0.8", "de"),
        ("", "fr;q=0.4, es;q=0.7", "es"),
        ("", "en-US,en;q=0.9,de;q=0.5", "en-gb"),
        ("", "tlh, de;q=0.1", "de"),
        ("", "tlh", ""),
        ("", "*", ""),
        ("", "*, de;q=0.5", ""),
        (f"{COOKIE}=fr", "de", "fr"),
        (f"{COOKIE}=tlh", "de", "de"),
        (f"{COOKIE}=en-gb", "de", "en-gb"),
        ("", "%%%,;q=x", ""),
    ],
)
def test_chosen_language_takes_precedence_over_the_browsers(cookies, accepts, language):
    assert chosen_language(cookies, accepts) == language


def test_page_uses_the_language_of_the_browser(client):
    page = client.get(reverse("login"), headers={"accept-language": "de"})
    assert '<html lang="de">' in page.text
    assert "Passwort" in page.text
    assert page["Content-Language"] == "de"
    assert "Accept-Language" in page["Vary"]


def test_language_of_an_account_applies_on_every_device(client, director):
    client.force_login(director)
    answer = client.post(reverse("language"), {"language": "fr", "next": "/help/"})
    assert (answer.status_code, answer["Location"]) == (302, "/help/")
    assert AccountLanguage.objects.get().language == "fr"
    other = type(client)()
    answer = other.post(reverse("login"), {"username": "director", "password": "nine-timer"})
    assert other.cookies[COOKIE].value == "fr"
    assert '<html lang="fr">' in other.get(reverse("language")).text


def test_language_form_refuses_foreign_redirects_and_unknown_languages(client):
    answer = client.post(
        reverse("language"), {"language": "de", "next": "https://elsewhere.example/"}
    )
    assert answer["Location"] == "/"
    answer = client.post(reverse("language"), {"language": "tlh"})
    assert answer.status_code == 200
    assert COOKIE not in answer.cookies
