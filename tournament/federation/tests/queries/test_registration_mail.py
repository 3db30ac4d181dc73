"""The text of each kind of message to a registered person."""

import datetime as dt
from dataclasses import replace

import pytest

from tournament.federation.wording.registration_mail import MailFacts, MailPerson, mail_of

ANA = MailPerson("Ana Lopez", "A", None, True, "BBBB CCCC DDDD")
BEN = MailPerson("Ben Okafor", "", 3, True, "FFFF GGGG HHHH")
CY = MailPerson("Cy Young", "", None, False, "JJJJ KKKK MMMM")
FACTS = MailFacts(
    kind="registered",
    event="Open",
    day=dt.date(2026, 11, 7),
    where="Leeds",
    to="ana@example.org",
    addressee="Eva",
    people=(ANA, BEN, CY),
    code="BBBBCCCCDDDD",
    fee="15 €",
    about="Bring a board.",
    reason="",
    language="en",
    site="https://cup.example.org",
)
HINT = "To change or withdraw your registration: https://cup.example.org/registration/BBBBCCCCDDDD/"
ENDING = [HINT, "Fee: 15 €", "Bring a board.", "Open\nSaturday 7 November 2026, Leeds"]
LINES = (
    "Ana Lopez (A): registered. Code: BBBB CCCC DDDD\n"
    "Ben Okafor: on the waiting list, place 3. Code: FFFF GGGG HHHH\n"
    "Cy Young: received; the director still has to accept it. Code: JJJJ KKKK MMMM"
)


BARE = {"people": (ANA,), "fee": "", "about": "", "day": None}
WITHOUT_SITE = (
    "To change or withdraw your registration, use the code on the page where you registered."
)


@pytest.mark.parametrize(
    ("given", "parts"),
    [
        ({}, [LINES, *ENDING]),
        (BARE | {"where": ""}, [LINES.splitlines()[0], HINT, "Open"]),
        (BARE | {"site": "", "language": ""}, [LINES.splitlines()[0], WITHOUT_SITE, "Open\nLeeds"]),
    ],
)
def test_confirmation_with_and_without_facts_of_the_event(given, parts):
    mail = mail_of(replace(FACTS, **given))
    assert (mail.to, mail.subject) == ("ana@example.org", "Open: your registration")
    assert mail.body.split("\n\n") == ["Hello Eva,", *parts]


def test_message_without_an_address_has_no_link():
    assert mail_of(replace(FACTS, to="")).link == ""
    link = mail_of(replace(FACTS, kind="refused", reason="x & y")).link
    assert link.startswith("mailto:ana%40example.org?subject=Open%3A%20your")
    assert "x%20%26%20y" in link
