"""The public form for several people at once, with contact details, a guardian and questions of the event."""

import re
from dataclasses import replace

import pytest

from scoring.actions.activity import Actor
from tests.remembered import remembered
from tests.shown import main_words
from tournament.actions.act import Refused
from tournament.actions.event.events import create_division, create_event
from tournament.actions.people.entries import add_players
from tournament.federation.actions.registration_checks import TypedRegistration
from tournament.federation.actions.registration_rules import (
    set_questions,
    set_registration_rules,
)
from tournament.federation.actions.registrations import register
from tournament.federation.engine.questions import (
    MAX_ANSWER_LENGTH,
    MAX_QUESTION_LENGTH,
    RegistrationQuestion,
)
from tournament.federation.models import Registration, RegistrationContact

pytestmark = pytest.mark.django_db
PAGE = "/hall/autumn-open/register/"
FAMILY = {
    "people": "2",
    "name": "Eva Lopez",
    "club": "Wien",
    "p2-name": "Ben Lopez",
    "p2-is_minor": "on",
    "p2-member": "B7",
    "email": "eva@example.org",
    "telephone": "0660 5551234",
    "guardian": "Eva Lopez",
    "agreed": "on",
}


@pytest.fixture
@remembered
def opened(desk, event, division):
    set_registration_rules(desk, event, when="now", limit=2, fee="15 €")
    return event


def refused(client, typed):
    answer = client.post(PAGE, typed)
    assert answer.status_code == 422
    assert not Registration.objects.exists()
    return answer


def test_family_registers_with_one_form_and_one_code(client, opened):
    answer = client.post(PAGE, FAMILY)
    eva, ben = Registration.objects.order_by("pk")
    assert answer.url == f"/registration/{eva.family}/"
    assert (eva.club, eva.is_minor, ben.is_minor, ben.member) == ("Wien", False, True, "B7")
    assert {row.contact.email for row in (eva, ben)} == {"eva@example.org"}
    shown = main_words(client.get(answer.url))
    assert "Eva Lopez registered Ben Lopez registered" in shown
    assert eva.formatted_family_code in shown
    own = main_words(client.get(f"/registration/{ben.code}/"))
    assert "To pay: 15 €" in own
    assert eva.family not in client.get(f"/registration/{ben.code}/").text, (
        "the own code does not open the others"
    )


def test_another_person_is_added_without_validating_the_form(client, opened):
    typed = {"people": "1", "name": "Eva Lopez", "email": "eva@", "notes": "Late", "another": "1"}
    answer = client.post(PAGE, typed)
    assert answer.status_code == 200
    assert 'name="people" value="2"' in answer.text
    assert [word in answer.text for word in ('value="Eva Lopez"', 'value="eva@"', "Late")] == [
        True, True, True,
    ]  # fmt: skip
    assert focused(answer) == "p2-name"
    assert "not an e-mail" not in answer.text
    six = client.post(PAGE, {**typed, "people": "6"})
    assert 'name="people" value="6"' in six.text
    assert "Add another person" not in six.text


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"email": "eva@"}, "“eva@” is not an e-mail address"),
        ({"telephone": "soon"}, "“soon” is not a telephone number"),
        ({"guardian": ""}, "Ben Lopez is a minor. Type the name of a parent or guardian"),
        ({"email": "", "telephone": ""}, "Ben Lopez is a minor."),
        ({"agreed": ""}, "Agree to the storage of your contact details"),
        ({"p2-name": "4711"}, "Type your first and family name"),
        ({"p2-name": "Eva Lopez"}, "Eva Lopez is on this form twice"),
    ],
)
def test_invalid_row_registers_nobody_and_keeps_the_input(client, opened, change, sentence):
    answer = refused(client, FAMILY | change)
    assert sentence in main_words(answer)
    assert "Nothing has been sent yet." in main_words(answer)
    for name, typed in (FAMILY | change).items():
        if typed and name not in ("people", "agreed", "p2-is_minor"):
            assert f'name="{name}" value="{typed}"' in answer.text
    assert client.post(PAGE, FAMILY).status_code == 302


def errors_by_field(answer):
    """Return the error messages by the name of the field that shows them."""
    found = re.findall(
        r'<div id="id_([^"]+)_error"[^>]*><p class="field-error">(.*?)</p>', answer.text
    )
    return {name: text.split(".")[0] for name, text in found}


def focused(answer):
    """Return the name of the field that has the focus when the page opens."""
    (name,) = re.findall(r'name="([^"]+)"[^>]* autofocus', answer.text)
    return name


def test_every_error_is_shown_at_once_at_its_field(client, opened):
    answer = refused(
        client,
        FAMILY
        | {"name": "", "p2-club": "www.x.org", "guardian": "", "telephone": "soon", "agreed": ""},
    )
    assert errors_by_field(answer) == {
        "name": "Type your first and family name",
        "p2-club": "Links are not allowed here",
        "telephone": "“soon” is not a telephone number",
        "guardian": "Ben Lopez is a minor",
        "agreed": (
            "Agree to the storage of your contact details, or leave e-mail, telephone and "
            "guardian empty"
        ),
    }
    assert focused(answer) == "name"
    assert focused(client.post(PAGE, FAMILY | {"guardian": ""})) == "guardian"
    client.post(PAGE, FAMILY)
    ben = Registration.objects.last()
    own = client.post(
        f"/registration/{ben.code}/",
        {"name": "4711", "is_minor": "on", "email": "eva@", "guardian": "Eva", "change": "1"},
    )
    assert list(errors_by_field(own)) == ["name", "email", "agreed"]


def test_empty_row_is_ignored(client, desk, opened):
    client.post(PAGE, {"people": "3", "name": "Eva Lopez", "p3-name": "Ben Lopez"})
    assert list(Registration.objects.values_list("name", flat=True)) == ["Eva Lopez", "Ben Lopez"]
    assert not client.get(PAGE).context["several"]
    create_division(desk, opened, name="B")
    assert client.get(PAGE).context["several"]


def test_each_person_answers_the_events_questions(client, desk, opened):
    set_questions(
        desk,
        opened,
        [
            RegistrationQuestion("", "Meal", ("meat", "none"), is_required=True),
            RegistrationQuestion("", "Train"),
        ],
    )
    answer = refused(client, {"name": "Eva Lopez", "q2": "10:15"})
    assert 'name="q2" value="10:15"' in answer.text
    assert refused(client, {"name": "Eva Lopez", "q1": "fish"}).status_code == 422
    client.post(PAGE, {"name": "Eva Lopez", "q1": "meat", "q2": "10:15"})
    row = Registration.objects.get()
    assert row.contact.answers == {"q1": "meat", "q2": "10:15"}
    own = client.get(f"/registration/{row.code}/").text
    assert 'value="10:15"' in own
    client.post(f"/registration/{row.code}/", {"name": "Eva Lopez", "q1": "none", "change": "1"})
    assert RegistrationContact.objects.get().answers == {"q1": "none"}
    set_questions(desk, opened, [RegistrationQuestion("", "Shirt")])
    client.post(f"/registration/{row.code}/", {"name": "Eva Lopez", "q3": "L", "change": "1"})
    assert RegistrationContact.objects.get().answers == {"q1": "none", "q3": "L"}


def test_question_and_answers_are_limited_in_length(desk, opened):
    answers = ("x" * MAX_ANSWER_LENGTH, "y")
    longest = RegistrationQuestion("", "q" * MAX_QUESTION_LENGTH, answers)
    assert len(set_questions(desk, opened, [longest])) == 1
    too_long = replace(longest, choices=(*answers, "x" * (MAX_ANSWER_LENGTH + 1)))
    for question in (replace(longest, label=f"{longest.label}?"), too_long):
        with pytest.raises(Refused, match="can have at most"):
            set_questions(desk, opened, [question])


def test_event_may_require_contacts_or_forbid_them(client, desk, opened):
    set_registration_rules(desk, opened, when="now", contact="required")
    assert "so that you can be reached" in main_words(refused(client, {"name": "Eva Lopez"}))
    set_registration_rules(desk, opened, when="now", contact="none")
    assert 'name="email"' not in client.get(PAGE).text
    client.post(PAGE, {"name": "Eva Lopez", "email": "eva@example.org"})
    assert not RegistrationContact.objects.exists()


def test_contacts_remain_if_the_event_stops_requesting_them(client, desk, opened):
    client.post(PAGE, FAMILY)
    set_registration_rules(desk, opened, when="now", contact="none")
    eva = Registration.objects.first()
    own = f"/registration/{eva.code}/"
    assert client.post(own, {"name": "Eva Lopez", "notes": "Late", "change": "1"}).url == own
    eva.refresh_from_db()
    assert (eva.notes, eva.contact.email) == ("Late", "eva@example.org")
    ben = Registration.objects.last()
    client.post(f"/registration/{ben.code}/", {"name": "Benno Lopez", "change": "1"})
    ben.refresh_from_db()
    assert (ben.name, ben.is_minor) == ("Benno Lopez", True)


def test_form_reveals_nothing_about_known_people(client, desk, opened, division):
    """The form gives the same answer for known and unknown names, numbers and ratings."""
    spring = create_event(desk, name="Spring Open", preset="club")
    add_players(desk, create_division(desk, spring, name="A"), "Ana Lopez 1812 #A1")
    register(Actor("x"), opened, TypedRegistration("Ben Okafor", member="B7"))
    answers = {}
    for name, member in (("Ana Lopez", "A1"), ("Ben Okafor", "B7"), ("Cleo Young", "C9")):
        sent = client.post(PAGE, {"name": name, "member": member})
        page = client.get(sent.url)
        answers[name] = (sent.status_code, page.status_code, "1812" in page.text)
    assert set(answers.values()) == {(302, 200, False)}
    text = client.get(PAGE).text
    assert not [word for word in ("1812", "Ana", "Okafor", "Cleo") if word in text]


def test_minors_are_shown_by_the_events_rule_and_never_in_a_question(client, desk, opened):
    set_registration_rules(desk, opened, when="now", shows_names=True)
    opened.rules_copy = {**opened.rules_copy, "minors": "initials"}
    opened.save()
    client.post(PAGE, FAMILY)
    text = client.get(PAGE).text
    assert "Eva Lopez" in text
    assert "Ben Lopez" not in text
    assert "B. L." in text
    assert client.post(PAGE, {"name": "Ben Lopez"}).status_code == 302
