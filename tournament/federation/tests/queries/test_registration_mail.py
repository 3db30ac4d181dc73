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


@pytest.mark.parametrize(
    ("given", "subject", "parts"),
    [
        ({}, "your registration", [LINES, *ENDING]),
        (
            {"kind": "accepted", "people": (BEN,)},
            "your registration has been accepted",
            ["The registration of Ben Okafor for Open has been accepted.", *ENDING],
        ),
        (
            {"kind": "moved_up", "people": (CY,), "fee": "", "about": ""},
            "you have a place",
            [
                "A place has become free: Cy Young now has a place in Open and is no longer on the waiting list.",
                HINT,
                ENDING[-1],
            ],
        ),
        (
            {"kind": "refused", "people": (ANA,), "reason": "Full", "where": ""},
            "your registration was refused",
            [
                "The registration of Ana Lopez for Open was refused: Full",
                "Open\nSaturday 7 November 2026",
            ],
        ),
        (
            {"people": (ANA,), "site": "", "fee": "", "about": "", "day": None, "language": ""},
            "your registration",
            [
                LINES.splitlines()[0],
                "To change or withdraw your registration, use the code on the page where you registered.",
                "Open\nLeeds",
            ],
        ),
        (
            {"people": (ANA,), "fee": "", "about": "", "day": None, "where": ""},
            "your registration",
            [LINES.splitlines()[0], HINT, "Open"],
        ),
    ],
)
def test_message_of_each_kind(given, subject, parts):
    mail = mail_of(replace(FACTS, **given))
    assert (mail.to, mail.subject) == ("ana@example.org", f"Open: {subject}")
    assert mail.body.split("\n\n") == ["Hello Eva,", *parts]


def test_message_without_an_address_has_no_link():
    assert mail_of(replace(FACTS, to="")).link == ""
    link = mail_of(replace(FACTS, kind="refused", reason="x & y")).link
    assert link.startswith("mailto:ana%40example.org?subject=Open%3A%20your")
    assert "x%20%26%20y" in link
