"""Registering for an event, the waiting list, and turning registrations into players."""

import pytest
from django.urls import reverse

from scoring.actions.activity import Actor
from scoring.models import Activity
from tests.remembered import remembered
from tournament.actions.act import ConfirmationRequired, Refused
from tournament.actions.event.events import create_division, create_event
from tournament.actions.people.entries import add_players
from tournament.actions.safety.undo import undo_action
from tournament.federation.actions.registered_players import add_registered_players
from tournament.federation.actions.registration_checks import TypedContact, TypedRegistration
from tournament.federation.actions.registration_rules import set_questions, set_registration_rules
from tournament.federation.actions.registrations import (
    change_registration,
    register,
    withdraw_registration,
)
from tournament.federation.engine.questions import RegistrationQuestion
from tournament.federation.models import Registration, RegistrationContact
from tournament.federation.queries.registrations import (
    public_registrations,
    registrations_of,
    undecided_registrations,
    waiting_position_of,
)
from tournament.models import Entry, Player, UndoStep
from tournament.queries.safety.recheck import recheck

pytestmark = pytest.mark.django_db


@pytest.fixture
@remembered
def opened(desk, event, division):
    """Return an event open for registration, with two places."""
    set_registration_rules(desk, event, when="now", limit=2, shows_names=True)
    return event


@pytest.fixture
@remembered
def known(desk):
    """Return Ana Lopez, a player in last spring's event."""
    spring = create_event(desk, name="Spring Open", preset="naspa_nwl")
    division = create_division(desk, spring, name="A")
    add_players(desk, division, "Ana Lopez 1800 #AA1\nBen Okafor 1650")
    return Player.objects.get(name="Ana Lopez")


def come(event, *names, **more):
    return [
        register(Actor(name), event, TypedRegistration(name, **more), accepted=True)
        for name in names
    ]


def states(event):
    return [(row.name, row.state) for row in registrations_of(event) if row.is_alive]


def entered(division):
    rows = Entry.objects.filter(division=division).order_by("number")
    return [(row.name, row.rating, row.member) for row in rows]


def test_withdrawal_gives_the_place_to_the_first_on_the_waiting_list(opened):
    ana, _ben, _cy, dee = come(opened, "Ana Lopez", "Ben Okafor", "Cy Young", "Dee Ray")
    withdraw_registration(Actor("Ana Lopez"), ana)
    assert [state for _, state in states(opened)] == ["place", "place", "waiting"]
    assert waiting_position_of(dee) == 1
    verbs = Activity.objects.order_by("-id").values_list("verb", flat=True)[:2]
    assert [*verbs] == ["move_up_registration", "end_registration"]
    register(Actor("Ana"), opened, TypedRegistration("Ana Lopez"))
    assert states(opened)[-1] == ("Ana Lopez", "waiting")


def test_players_added_by_hand_take_places_and_a_higher_limit_gives_them(desk, opened, division):
    add_players(desk, division, "Zoe Zwei")
    come(opened, "Ana Lopez", "Ben Okafor", "Cy Young")
    assert [state for _, state in states(opened)] == ["place", "waiting", "waiting"]
    set_registration_rules(desk, opened, when="now", limit=3)
    assert [state for _, state in states(opened)] == ["place", "place", "waiting"]


def test_division_has_its_own_limit_and_a_change_joins_the_end_of_its_list(desk, opened, division):
    second = create_division(desk, opened, name="B")
    set_registration_rules(desk, opened, when="now", division_limits={"b": 1})
    ana, ben = come(opened, "Ana Lopez", "Ben Okafor", division=second)
    (cy,) = come(opened, "Cy Young", division=division)
    assert [ana.state, ben.state, cy.state] == ["place", "waiting", "place"]
    cy = change_registration(Actor("Cy"), cy, TypedRegistration("Cy Young", second))
    assert (cy.state, waiting_position_of(cy)) == ("waiting", 2)
    change_registration(Actor("Ana"), ana, TypedRegistration("Ana Lopez", division))
    assert dict(states(opened)) == {
        "Ana Lopez": "place", "Ben Okafor": "place", "Cy Young": "waiting",
    }  # fmt: skip
    with pytest.raises(Refused, match="Choose a division"):
        come(opened, "Eve Eden")


REGISTERED, ENTERED = "is already registered", "is already on the list of players"


@pytest.mark.parametrize(
    ("name", "member", "refusal", "sentence"),
    [
        ("ana  lopez", "", ConfirmationRequired, f"called ana lopez {REGISTERED}"),
        ("Ana Lopze", "", ConfirmationRequired, f"Ana Lopez, whose name differs by one .*{REGISTERED}"),
        ("lópe ana", "", ConfirmationRequired, f"Ana Lopez, whose name differs by one .*{REGISTERED}"),
        ("Ann Lopes", "", None, ""),  # two different letters: another person
        ("Al Lu", "", None, ""),  # short names that differ by one letter
        ("Eva Bold", "#a1", Refused, f"a1 {REGISTERED}"),
        ("Ben Okafor", "", Refused, f"Ben Okafor {ENTERED}"),
        ("Okafor Ben", "", ConfirmationRequired, f"Okafor Ben {ENTERED}"),
        ("Ben Okafo", "", ConfirmationRequired, f"Ben Okafor, whose name differs by one .*{ENTERED}"),
        ("Ben Okafox", "E1", Refused, f"Ben Okafox {ENTERED}"),  # a number before a similar name
    ],
)  # fmt: skip
def test_person_who_is_already_there_is_questioned_or_refused(
    desk, opened, division, name, member, refusal, sentence
):
    come(opened, "Ana Lopez", member="A 1")
    come(opened, "Al Li")
    add_players(desk, division, "Ben Okafor\nEve Adams #E1")
    typed = TypedRegistration(name, member=member)
    if refusal:
        with pytest.raises(refusal, match=sentence):
            register(Actor("x"), opened, typed)
    if refusal is ConfirmationRequired:
        set_registration_rules(desk, opened, when="now")
        if REGISTERED in sentence:
            register(Actor("x"), opened, typed)  # names are hidden: no message reveals them
            assert [row.is_twice for row in registrations_of(opened)] == [True, False, True]
        else:
            register(Actor("x"), opened, typed, accepted=True)
    elif refusal is None:
        register(Actor("x"), opened, typed)


def test_hidden_names_are_never_revealed_by_a_question(desk, opened, division):
    """A message never reveals a registration or a player that the page does not show."""
    come(opened, "Ben Okafor", member="B7", by_initials=True)
    register(Actor("x"), opened, TypedRegistration("Okafor Ben", member="B7"))
    assert [row.is_twice for row in registrations_of(opened)] == [True, True]
    add_players(desk, division, "Cy Young #C9")
    Entry.objects.update(by_initials=True)
    register(Actor("x"), opened, TypedRegistration("Cy Young", member="C9"))


def test_hidden_minors_are_never_revealed_by_a_question(desk, opened, division, known):
    come(opened, "Ana Lopez")
    with pytest.raises(ConfirmationRequired, match=REGISTERED):
        register(Actor("x"), opened, TypedRegistration("Lopez Ana"))
    known.is_minor = True
    known.save()
    register(Actor("x"), opened, TypedRegistration("Lopez Ana"))
    assert next(row.name for row in public_registrations(opened)) != "Ana Lopez"


def test_answers_to_a_removed_question_stay(desk, opened):
    set_questions(desk, opened, [RegistrationQuestion("", "Meal")])
    come(opened, "Ana Lopez", answers={"q1": "soup"})
    set_questions(desk, opened, [RegistrationQuestion("", "Shirt")])
    ana = Registration.objects.get()
    typed = TypedRegistration("Ana Lopez", answers={"q2": "L"})
    change_registration(Actor("Ana"), ana, typed, contact=TypedContact())
    assert RegistrationContact.objects.get().answers == {"q1": "soup", "q2": "L"}


def test_registered_people_become_players_with_ratings_until_undone(desk, opened, division, known):
    people = Player.objects.count()
    come(opened, "Cy Young")
    come(opened, "Ana Lopez-Smith", member="AA1", by_initials=True)
    come(opened, "Ben Okafor")
    Registration.objects.update(division=None)  # they came before the only division
    added = add_registered_players(desk, division)
    assert (added.added, added.linked, added.left_out) == (2, 0, ())
    assert entered(division) == [("Ana Lopez", 1800, "AA1"), ("Cy Young", None, "")]
    assert Entry.objects.get(number=1, division=division).by_initials
    assert Player.objects.count() == people + 1
    assert [row.entry_id is not None for row in registrations_of(opened)] == [True, True, False]
    with pytest.raises(Refused, match="have already been added"):
        add_registered_players(desk, division)
    undo_action(desk, UndoStep.objects.filter(division=division).first())
    assert entered(division) == []
    assert Player.objects.count() == people
    assert [state for _, state in states(opened)] == ["place", "place", "waiting"]
    assert add_registered_players(desk, division).added == 2
    assert list(recheck(opened)) == []


@pytest.mark.parametrize(
    ("first", "second", "reason"),
    [
        (
            ("Cy Young", ""),
            ("Ben Okafor", "AA1"),
            "Ben Okafor gave member number AA1, which belongs to Ana Lopez. Correct one of the two member numbers.",
        ),
        (("Dee Ray", ""), ("Dee Ray", ""), "Dee Ray is registered twice"),
    ],
)
def test_unclear_registration_is_left_out(desk, opened, division, known, first, second, reason):
    for name, member in (first, second):
        come(opened, name, member=member)
    added = add_registered_players(desk, division)
    assert [name for name, *_ in entered(division)] == [first[0]]
    assert (added.added, len(added.left_out)) == (1, 1)
    assert reason in added.left_out[0]


@pytest.mark.parametrize("typed", ["ANA LÓPEZ", "Lopez Ana", "López, Ana"])
def test_similar_name_waits_for_the_directors_decision(
    director_client, desk, opened, division, known, typed
):
    people = Player.objects.count()
    row, _cy = come(opened, typed, "Cy Young")
    added = add_registered_players(desk, division)
    assert (added.added, added.left_out, added.undecided) == (1, (), 1)
    assert undecided_registrations(division) == [(row, (known,))]
    ben = Player.objects.get(name="Ben Okafor")
    assert add_registered_players(desk, division, {row.pk: ben.pk}).undecided == 1
    page = reverse("who_registered", args=[opened.slug, division.slug])
    director_client.post(page, {f"who-{row.pk}": known.pk})
    assert [name for name, *_ in entered(division)] == ["Cy Young", "Ana Lopez"]
    assert Player.objects.count() == people + 1
    assert undecided_registrations(division) == []


def test_similar_name_may_be_entered_as_a_new_person(
    director_client, desk, opened, division, known
):
    (row,) = come(opened, "Aná López")
    page = reverse("who_registered", args=[opened.slug, division.slug])
    director_client.post(page, {f"who-{row.pk}": "new"})
    assert [name for name, *_ in entered(division)] == ["Aná López"]
    assert Player.objects.filter(name__in=["Ana Lopez", "Aná López"]).count() == 2
    undo_action(desk, UndoStep.objects.filter(division=division).first())
    assert [row.name for row, _people in undecided_registrations(division)] == ["Aná López"]


def test_director_chooses_between_similar_people_but_not_an_existing_player(
    desk, opened, division, known
):
    set_registration_rules(desk, opened, when="now")
    add_players(desk, division, "López Ana 900")
    other = Player.objects.get(name="López Ana")
    (row,) = come(opened, "Anà Lopez")
    assert undecided_registrations(division) == [(row, (known, other))]
    added = add_registered_players(desk, division, {row.pk: other.pk})
    assert (added.added, added.linked, added.undecided) == (0, 1, 0)
    assert [name for name, *_ in entered(division)] == ["López Ana"]


def test_member_number_identifies_the_person_despite_a_different_spelling(
    desk, opened, division, known
):
    come(opened, "López Ana", member="AA1")
    assert undecided_registrations(division) == []
    assert add_registered_players(desk, division).added == 1
    assert [name for name, *_ in entered(division)] == ["Ana Lopez"]
