"""Registering for an event, the waiting list, and turning registrations into players."""

import datetime as dt

import pytest
from django.utils import timezone

from scoring.actions.activity import Actor
from scoring.models import Activity
from tests.remembered import remembered
from tournament.actions.act import ConfirmationRequired, EditConflict, Refused
from tournament.actions.event.events import create_division, create_event
from tournament.actions.event.housekeeping import close_event
from tournament.actions.people.entries import add_players
from tournament.actions.safety.undo import undo_action
from tournament.federation.actions.registered_players import add_registered_players
from tournament.federation.actions.registration_checks import TypedRegistration
from tournament.federation.actions.registration_rules import (
    registration_log_values,
    set_registration_rules,
)
from tournament.federation.actions.registrations import (
    accept_registrations,
    change_registration,
    refuse_registrations,
    register,
    withdraw_registration,
)
from tournament.federation.models import Registration, RegistrationRules
from tournament.federation.queries.registrations import (
    public_registrations,
    registration_rules_of,
    registrations_of,
    undecided_registrations,
    waiting_position_of,
)
from tournament.models import Entry, Player, UndoStep
from tournament.queries.safety.recheck import recheck
from tournament.queries.versions import version_of

pytestmark = pytest.mark.django_db


def somebody(name):
    return Actor(name)


@pytest.fixture
@remembered
def opened(desk, event, division):
    """Return an event open for registration, with two places."""
    set_registration_rules(desk, event, when="now", limit=2, shows_names=True)
    return event


def come(event, *names, **more):
    return [register(somebody(name), event, TypedRegistration(name, **more)) for name in names]


def states(event):
    return [(row.name, row.state, row.place) for row in registrations_of(event) if row.is_alive]


def verbs(event):
    rows = Activity.objects.filter(scope__startswith=f"event:{event.slug}").order_by("id")
    return list(rows.values_list("verb", flat=True))


def test_withdrawal_gives_the_place_to_the_first_on_the_waiting_list(opened):
    ana, _ben, cy, dee = come(opened, "Ana Lopez", "Ben Okafor", "Cy Young", "Dee Ray")
    withdraw_registration(somebody("Ana Lopez"), ana)
    cy.refresh_from_db()
    dee.refresh_from_db()
    assert (cy.state, dee.state, waiting_position_of(dee)) == ("place", "waiting", 1)
    assert verbs(opened)[-2:] == ["end_registration", "move_up_registration"]
    assert Activity.objects.latest("id").summary == "Cy Young moved up from the waiting list."
    with pytest.raises(Refused, match="is withdrawn and can no longer be changed"):
        withdraw_registration(somebody("Ana Lopez"), ana)


def test_players_added_by_hand_take_places_too(desk, opened, division):
    add_players(desk, division, "Zoe Zwei")
    assert [row.state for row in come(opened, "Ana Lopez", "Ben Okafor")] == ["place", "waiting"]


def test_higher_limit_moves_waiting_people_up_in_order(desk, opened):
    come(opened, "Ana Lopez", "Ben Okafor", "Cy Young", "Dee Ray")
    set_registration_rules(desk, opened, when="now", limit=3)
    assert [state for _, state, _ in states(opened)] == ["place", "place", "place", "waiting"]


def test_division_has_its_own_limit_and_a_change_joins_the_end_of_its_list(desk, opened, division):
    second = create_division(desk, opened, name="B")
    set_registration_rules(desk, opened, when="now", division_limits={"b": 1})
    ana, ben = come(opened, "Ana Lopez", "Ben Okafor", division=second)
    (cy,) = come(opened, "Cy Young", division=division)
    assert [ana.state, ben.state, cy.state] == ["place", "waiting", "place"]
    cy = change_registration(somebody("Cy"), cy, TypedRegistration("Cy Young", second))
    assert (cy.state, waiting_position_of(cy)) == ("waiting", 2)
    change_registration(somebody("Ana"), ana, TypedRegistration("Ana Lopez", division))
    ben.refresh_from_db()
    cy.refresh_from_db()
    assert (ben.state, cy.state) == ("place", "waiting")
    with pytest.raises(Refused, match="Choose a division"):
        come(opened, "Eve Eden")


def test_registration_is_opened_by_hand_or_between_two_dates(desk, event, division):
    with pytest.raises(Refused, match="Registration is closed"):
        come(event, "Ana Lopez")
    now = timezone.now()
    hour = dt.timedelta(hours=1)
    for opens, closes, is_open in (
        (now - hour, now + hour, True),
        (now + hour, now + 2 * hour, False),
        (now - 2 * hour, now - hour, False),
        (None, now + hour, True),
        (now - hour, None, True),
    ):
        rules = set_registration_rules(desk, event, when="dates", opens_at=opens, closes_at=closes)
        assert (rules.is_open, rules.opens_later) == (is_open, opens is not None and opens > now)
    with pytest.raises(Refused, match="closes before it opens"):
        set_registration_rules(desk, event, when="dates", opens_at=now, closes_at=now - hour)


def test_closed_event_accepts_no_registrations(desk, opened):
    close_event(desk, opened, accepted=True)
    opened.refresh_from_db()
    assert not registration_rules_of(opened).is_open
    with pytest.raises(Refused, match=r"Autumn Open is closed and can only be read\. Reopen it"):
        come(opened, "Ana Lopez")


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        (TypedRegistration("12345"), "name"),
        (TypedRegistration("!!!"), "name"),
        (TypedRegistration("Ana\nBen"), "name"),
        (TypedRegistration("Buy at www.example.com"), "Links are not allowed"),
        (TypedRegistration("Ana Lopez", notes="see https://example.com"), "Links are not allowed"),
        (TypedRegistration("Ana Lopez", notes="x" * 301), "301 characters"),
        (TypedRegistration("Ana Lopez", member="9" * 41), "at most 40"),
    ],
)
def test_invalid_registration_is_refused_with_a_sentence(opened, typed, sentence):
    with pytest.raises(Refused, match=sentence):
        register(somebody("x"), opened, typed)
    assert not Registration.objects.exists()


def test_duplicate_name_is_questioned_and_duplicate_number_refused(opened):
    register(somebody("Ana"), opened, TypedRegistration("Ana Lopez", member="AB 12"))
    with pytest.raises(ConfirmationRequired, match="called ana lopez is already registered"):
        register(somebody("Ana"), opened, TypedRegistration("ana  lopez"))
    register(somebody("Ana"), opened, TypedRegistration("ana  lopez"), accepted=True)
    assert [row.is_twice for row in registrations_of(opened)] == [True, True]
    with pytest.raises(Refused, match="ab12 is already registered"):
        register(
            somebody("A"), opened, TypedRegistration("Anna Lopez", member="#ab12"), accepted=True
        )


def test_existing_player_cannot_register(desk, opened, division):
    add_players(desk, division, "Ana Lopez #77")
    with pytest.raises(Refused, match="Ana Lopez is already on the list of players"):
        register(somebody("Ana"), opened, TypedRegistration("Ana Lopez"))
    with pytest.raises(Refused, match=r"A\. Lopez is already on the list of players"):
        register(somebody("Ana"), opened, TypedRegistration("A. Lopez", member="77"))


def test_withdrawn_person_may_register_again(opened):
    (ana,) = come(opened, "Ana Lopez")
    withdraw_registration(somebody("Ana"), ana)
    come(opened, "Ana Lopez")
    assert states(opened) == [("Ana Lopez", "place", None)]


def test_director_accepts_moves_up_and_refuses_with_a_reason(desk, event, division):
    set_registration_rules(desk, event, when="now", limit=1, asks_director=True)
    ana, ben = come(event, "Ana Lopez", "Ben Okafor")
    assert (ana.state, ana.accepted_at) == ("place", None)
    assert accept_registrations(desk, [ana])[0].accepted_at is not None
    assert (
        accept_registrations(desk, [ben])[0].state == "place"
    )  # beyond the limit: the director's choice
    with pytest.raises(Refused, match="Give a reason"):
        refuse_registrations(desk, [ana], reason="  ")[0]
    refused = refuse_registrations(desk, [ana], reason=" Under age ")[0]
    assert (refused.state, refused.refused_why) == ("refused", "Under age")
    with pytest.raises(Refused, match="The registration of Ana Lopez is refused and can no"):
        accept_registrations(desk, [ana])[0]
    assert verbs(event)[-3:] == ["accept_registration", "accept_registration", "end_registration"]
    assert [entry.summary for entry in Activity.objects.filter(verb="accept_registration")] == [
        "Ben Okafor moved up from the waiting list.",
        "Ana Lopez: registration accepted.",
    ]


def test_registration_rules_are_not_overwritten_from_a_stale_form(desk, opened):
    seen = version_of(registration_log_values(registration_rules_of(opened)))
    set_registration_rules(desk, opened, when="now", limit=8)
    with pytest.raises(EditConflict) as conflict:
        set_registration_rules(desk, opened, when="now", limit=4, seen=seen)
    assert conflict.value.now == {"limit": 8}
    assert RegistrationRules.objects.get().limit == 8


def entered(event):
    rows = Entry.objects.filter(division__event=event).order_by("number")
    return [(row.number, row.name, row.rating, row.member) for row in rows]


def test_registered_people_become_players_with_ratings_until_undone(desk, opened, division):
    spring = create_event(desk, name="Spring Open", preset="naspa_nwl")
    add_players(
        desk, create_division(desk, spring, name="A"), "Ana Lopez 1800 #AA1\nBen Okafor 1650"
    )
    people = Player.objects.count()
    come(opened, "Cy Young")
    register(
        somebody("A"), opened, TypedRegistration("Ana Lopez-Smith", member="AA1", by_initials=True)
    )
    come(opened, "Ben Okafor")
    added = add_registered_players(desk, division)
    assert (added.added, added.linked, added.left_out) == (2, 0, ())
    assert entered(opened) == [(1, "Ana Lopez", 1800, "AA1"), (2, "Cy Young", None, "")]
    assert Entry.objects.get(number=1, division=division).by_initials
    assert Player.objects.count() == people + 1
    assert [row.entry_id is not None for row in registrations_of(opened)] == [True, True, False]
    with pytest.raises(Refused, match="have already been added"):
        add_registered_players(desk, division)
    undo_action(desk, UndoStep.objects.filter(division=division).first())
    assert entered(opened) == []
    assert Player.objects.count() == people
    assert [state for _, state, _ in states(opened)] == ["place", "place", "waiting"]
    assert add_registered_players(desk, division).added == 2
    assert list(recheck(opened)) == []


def test_member_number_of_a_differently_named_person_is_refused(desk, opened, division):
    spring = create_event(desk, name="Spring Open", preset="naspa_nwl")
    add_players(desk, create_division(desk, spring, name="A"), "Ana Lopez 1800 #AA1")
    register(somebody("B"), opened, TypedRegistration("Ben Okafor", member="AA1"))
    register(somebody("C"), opened, TypedRegistration("Cy Young"))
    added = add_registered_players(desk, division)
    assert added.left_out == (
        "Ben Okafor gave member number AA1, which belongs to Ana Lopez. Correct one of the two member numbers.",
    )
    assert [name for _, name, *_ in entered(opened)] == ["Cy Young"]


def test_two_registrations_with_the_same_name_are_not_combined(desk, opened, division):
    come(opened, "Ana Lopez")
    register(somebody("A"), opened, TypedRegistration("Ana Lopez"), accepted=True)
    added = add_registered_players(desk, division)
    assert (added.added, len(added.left_out)) == (1, 1)
    assert "Ana Lopez is registered twice" in added.left_out[0]


@pytest.fixture
@remembered
def known(desk):
    """Return Ana Lopez, a player in last spring's event."""
    spring = create_event(desk, name="Spring Open", preset="naspa_nwl")
    add_players(desk, create_division(desk, spring, name="A"), "Ana Lopez 1800")
    return Player.objects.get(name="Ana Lopez")


@pytest.mark.parametrize("typed", ["ANA LÓPEZ", "Lopez Ana", "López, Ana"])
def test_similar_name_waits_for_the_directors_decision(desk, opened, division, known, typed):
    people = Player.objects.count()
    come(opened, typed, "Cy Young")
    added = add_registered_players(desk, division)
    assert (added.added, added.left_out, added.undecided) == (1, (), 1)
    assert [name for _, name, *_ in entered(opened)] == ["Cy Young"]
    ((row, others),) = undecided_registrations(division)
    assert (row.name, others) == (Registration.objects.first().name, (known,))
    added = add_registered_players(desk, division, {row.pk: known.pk})
    assert (added.added, added.undecided) == (1, 0)
    assert [name for _, name, *_ in entered(opened)] == ["Cy Young", "Ana Lopez"]
    assert Player.objects.count() == people + 1
    assert undecided_registrations(division) == []


def test_similar_name_may_be_entered_as_a_new_person(desk, opened, division, known):
    (row,) = come(opened, "Aná López")
    assert add_registered_players(desk, division, {row.pk: None}).added == 1
    assert [name for _, name, *_ in entered(opened)] == ["Aná López"]
    assert Player.objects.filter(name__in=["Ana Lopez", "Aná López"]).count() == 2
    undo_action(desk, UndoStep.objects.filter(division=division).first())
    assert [row.name for row, _people in undecided_registrations(division)] == ["Aná López"]


def test_person_with_a_dissimilar_name_cannot_be_chosen(desk, opened, division, known):
    set_registration_rules(desk, opened, when="now")
    add_players(desk, division, "Ben Okafor")
    ben = Player.objects.get(name="Ben Okafor")
    (row,) = come(opened, "Aná López")
    assert add_registered_players(desk, division, {row.pk: ben.pk}).undecided == 1
    (cy,) = come(opened, "Cy Young")
    assert add_registered_players(desk, division, {cy.pk: ben.pk}).added == 1
    assert [name for _, name, *_ in entered(opened)] == ["Ben Okafor", "Cy Young"]


def test_director_chooses_between_similar_people_but_not_an_existing_player(
    desk, opened, division, known
):
    set_registration_rules(desk, opened, when="now")
    add_players(desk, division, "López Ana 900")
    other = Player.objects.get(name="López Ana")
    row = register(somebody("A"), opened, TypedRegistration("Anà Lopez"), accepted=True)
    assert undecided_registrations(division) == [(row, (known, other))]
    added = add_registered_players(desk, division, {row.pk: other.pk})
    assert (added.added, added.linked, added.undecided) == (0, 1, 0)
    assert [name for _, name, *_ in entered(opened)] == ["López Ana"]


def test_member_number_identifies_the_person_despite_a_different_spelling(desk, opened, division):
    spring = create_event(desk, name="Spring Open", preset="naspa_nwl")
    add_players(desk, create_division(desk, spring, name="A"), "Ana Lopez 1800 #AA1")
    register(somebody("A"), opened, TypedRegistration("López Ana", member="AA1"))
    assert undecided_registrations(division) == []
    assert add_registered_players(desk, division).added == 1
    assert [name for _, name, *_ in entered(opened)] == ["Ana Lopez"]


def test_similar_name_is_questioned_when_registering(desk, opened, division):
    come(opened, "Ana Lopez")
    with pytest.raises(ConfirmationRequired, match="called LOPEZ ÁNA is already registered"):
        register(somebody("A"), opened, TypedRegistration("LOPEZ ÁNA"))
    add_players(desk, division, "Ben Okafor")
    with pytest.raises(ConfirmationRequired, match="Okafor Ben is already on the list of players"):
        register(somebody("B"), opened, TypedRegistration("Okafor Ben"))
    register(somebody("B"), opened, TypedRegistration("Okafor Ben"), accepted=True)


def test_name_differing_by_one_letter_is_questioned_with_the_known_name(desk, opened, division):
    register(somebody("Ana"), opened, TypedRegistration("Ana Lopez", member="A1"))
    slips = ("Ana Lopes", "Ana Lopze", "Anna Lopez", "lópe ana")
    for slip in slips:
        with pytest.raises(
            ConfirmationRequired,
            match=("Ana Lopez, whose name differs by one letter, is already registered"),
        ):
            register(somebody("x"), opened, TypedRegistration(slip))
    register(
        somebody("Ann"), opened, TypedRegistration("Ann Lopes")
    )  # two different letters: another person
    # An exact match takes precedence over a similar name.
    with pytest.raises(ConfirmationRequired, match="called LOPEZ ANA is"):
        register(somebody("x"), opened, TypedRegistration("LOPEZ ANA"))
    add_players(desk, division, "Ben Okafor")
    with pytest.raises(
        ConfirmationRequired,
        match=("Ben Okafor, whose name differs by one letter, is already on the list of players"),
    ):
        register(somebody("B"), opened, TypedRegistration("Ben Okafo"))
    add_players(desk, division, "Eve Adams #E1")
    with pytest.raises(
        Refused, match="Ben Okafox is already on the list"
    ):  # a number takes precedence over a similar name
        register(somebody("B"), opened, TypedRegistration("Ben Okafox", member="E1"))
    register(somebody("A"), opened, TypedRegistration("Ana Lopes"), accepted=True)
    twice = {row.name: row.is_twice for row in registrations_of(opened)}
    assert twice == {"Ana Lopez": True, "Ann Lopes": True, "Ana Lopes": True}
    set_registration_rules(desk, opened, when="now")  # names are hidden: no message reveals them
    register(somebody("A"), opened, TypedRegistration("Ana Lopet"))


def test_short_names_differing_by_one_letter_are_different_people(opened):
    come(opened, "Al Li", "Al Lu")
    assert [row.is_twice for row in registrations_of(opened)] == [False, False]


def test_hidden_names_are_never_revealed_by_a_question(desk, opened, division):
    """A message never reveals a registration or a player that the page does not show."""
    come(opened, "Ana Lopez")
    register(somebody("B"), opened, TypedRegistration("Ben Okafor", member="B7", by_initials=True))
    register(somebody("x"), opened, TypedRegistration("Okafor Ben", member="B7"))
    set_registration_rules(desk, opened, when="now")
    register(somebody("x"), opened, TypedRegistration("López Ana"))
    assert [row.is_twice for row in registrations_of(opened)] == [True, True, True, True]
    add_players(desk, division, "Cy Young #C9")
    cy = Entry.objects.get(division=division)
    cy.by_initials = True
    cy.save()
    register(somebody("x"), opened, TypedRegistration("Cy Young", member="C9"))
    assert Registration.objects.count() == 5


def test_hidden_minors_are_never_revealed_by_a_question(desk, opened, division, known):
    come(opened, "Ana Lopez")
    with pytest.raises(ConfirmationRequired, match="already registered"):
        register(somebody("x"), opened, TypedRegistration("Lopez Ana"))
    known.is_minor = True
    known.save()
    register(somebody("x"), opened, TypedRegistration("Lopez Ana"))
    assert next(row.name for row in public_registrations(opened)) != "Ana Lopez"


def test_registration_of_a_player_can_only_be_changed_at_the_desk(desk, opened, division):
    (ana,) = come(opened, "Ana Lopez")
    add_registered_players(desk, division)
    with pytest.raises(Refused, match="on the list of players"):
        withdraw_registration(somebody("Ana"), ana)
    with pytest.raises(Refused, match="on the list of players"):
        change_registration(somebody("Ana"), ana, TypedRegistration("Ana Lopez", notes="late"))


def test_only_accepted_registrations_become_players(desk, event, division):
    set_registration_rules(desk, event, when="now", asks_director=True)
    ana, _ben = come(event, "Ana Lopez", "Ben Okafor")
    accept_registrations(desk, [ana])
    assert add_registered_players(desk, division).added == 1
    assert [name for _, name, *_ in entered(event)] == ["Ana Lopez"]
