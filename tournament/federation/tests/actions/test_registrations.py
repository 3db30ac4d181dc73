"""Registering for an event, the waiting list, and turning registrations into players."""

import datetime as dt

import pytest
from django.utils import timezone

from scoring.actions.activity import Actor
from scoring.models import Activity
from tests.remembered import remembered
from tournament.actions.act import ChangedMeanwhile, Questionable, Refused
from tournament.actions.event.events import create_division, create_event
from tournament.actions.event.housekeeping import close_event
from tournament.actions.people.entries import add_players
from tournament.actions.safety.undo import undo_action
from tournament.federation.actions.registered_players import add_registered
from tournament.federation.actions.registration_checks import Typed
from tournament.federation.actions.registration_rules import (
    about_registration,
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
    place_in_line,
    public_registrations,
    registrations_of,
    rules_of,
    undecided_registrations,
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
    return [register(somebody(name), event, Typed(name, **more)) for name in names]


def states(event):
    return [(row.name, row.state, row.place) for row in registrations_of(event) if row.is_alive]


def verbs(event):
    rows = Activity.objects.filter(scope__startswith=f"event:{event.slug}").order_by("id")
    return list(rows.values_list("verb", flat=True))


def test_who_withdraws_gives_the_place_to_the_first_who_waits_and_the_log_says_so(opened):
    ana, _ben, cy, dee = come(opened, "Ana Lopez", "Ben Okafor", "Cy Young", "Dee Ray")
    withdraw_registration(somebody("Ana Lopez"), ana)
    cy.refresh_from_db()
    dee.refresh_from_db()
    assert (cy.state, dee.state, place_in_line(dee)) == ("place", "waiting", 1)
    assert verbs(opened)[-2:] == ["end_registration", "move_up_registration"]
    assert Activity.objects.latest("id").summary == "Cy Young moved up from the waiting list."
    with pytest.raises(Refused, match="is withdrawn and can no longer be changed"):
        withdraw_registration(somebody("Ana Lopez"), ana)


def test_players_entered_by_hand_take_places_too(desk, opened, division):
    add_players(desk, division, "Zoe Zwei")
    assert [row.state for row in come(opened, "Ana Lopez", "Ben Okafor")] == ["place", "waiting"]


def test_a_higher_limit_lets_those_who_wait_move_up_in_order(desk, opened):
    come(opened, "Ana Lopez", "Ben Okafor", "Cy Young", "Dee Ray")
    set_registration_rules(desk, opened, when="now", limit=3)
    assert [state for _, state, _ in states(opened)] == ["place", "place", "place", "waiting"]


def test_a_division_has_a_limit_of_its_own_and_changing_into_it_means_its_end_of_the_line(
    desk, opened, division
):
    second = create_division(desk, opened, name="B")
    set_registration_rules(desk, opened, when="now", division_limits={"b": 1})
    ana, ben = come(opened, "Ana Lopez", "Ben Okafor", division=second)
    (cy,) = come(opened, "Cy Young", division=division)
    assert [ana.state, ben.state, cy.state] == ["place", "waiting", "place"]
    cy = change_registration(somebody("Cy"), cy, Typed("Cy Young", second))
    assert (cy.state, place_in_line(cy)) == ("waiting", 2)
    change_registration(somebody("Ana"), ana, Typed("Ana Lopez", division))
    ben.refresh_from_db()
    cy.refresh_from_db()
    assert (ben.state, cy.state) == ("place", "waiting")
    with pytest.raises(Refused, match="Choose a division"):
        come(opened, "Eve Eden")


def test_registration_is_open_by_hand_or_between_two_dates(desk, event, division):
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


def test_a_closed_event_takes_nobody(desk, opened):
    close_event(desk, opened, accepted=True)
    opened.refresh_from_db()
    assert not rules_of(opened).is_open
    with pytest.raises(Refused, match=r"Autumn Open is closed and can only be read\. Reopen it"):
        come(opened, "Ana Lopez")


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        (Typed("12345"), "name"),
        (Typed("!!!"), "name"),
        (Typed("Ana\nBen"), "name"),
        (Typed("Buy at www.example.com"), "without links"),
        (Typed("Ana Lopez", notes="see https://example.com"), "without links"),
        (Typed("Ana Lopez", notes="x" * 301), "301 letters"),
        (Typed("Ana Lopez", member="9" * 41), "at most 40"),
    ],
)
def test_nonsense_is_refused_by_a_sentence(opened, typed, sentence):
    with pytest.raises(Refused, match=sentence):
        register(somebody("x"), opened, typed)
    assert not Registration.objects.exists()


def test_the_same_name_is_asked_about_once_and_the_same_number_is_not_taken(opened):
    register(somebody("Ana"), opened, Typed("Ana Lopez", member="AB 12"))
    with pytest.raises(Questionable, match="called ana lopez is already registered"):
        register(somebody("Ana"), opened, Typed("ana  lopez"))
    register(somebody("Ana"), opened, Typed("ana  lopez"), accepted=True)
    assert [row.is_twice for row in registrations_of(opened)] == [True, True]
    with pytest.raises(Refused, match="ab12 is already registered"):
        register(somebody("A"), opened, Typed("Anna Lopez", member="#ab12"), accepted=True)


def test_who_is_a_player_already_is_not_registered(desk, opened, division):
    add_players(desk, division, "Ana Lopez #77")
    with pytest.raises(Refused, match="Ana Lopez is already on the list of players"):
        register(somebody("Ana"), opened, Typed("Ana Lopez"))
    with pytest.raises(Refused, match=r"A\. Lopez is already on the list of players"):
        register(somebody("Ana"), opened, Typed("A. Lopez", member="77"))


def test_who_withdrew_may_register_again(opened):
    (ana,) = come(opened, "Ana Lopez")
    withdraw_registration(somebody("Ana"), ana)
    come(opened, "Ana Lopez")
    assert states(opened) == [("Ana Lopez", "place", None)]


def test_the_director_accepts_moves_up_and_refuses_with_a_reason(desk, event, division):
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


def test_two_directors_do_not_overwrite_each_others_rules(desk, opened):
    seen = version_of(about_registration(rules_of(opened)))
    set_registration_rules(desk, opened, when="now", limit=8)
    with pytest.raises(ChangedMeanwhile) as conflict:
        set_registration_rules(desk, opened, when="now", limit=4, seen=seen)
    assert conflict.value.now == {"limit": 8}
    assert RegistrationRules.objects.get().limit == 8


def entered(event):
    rows = Entry.objects.filter(division__event=event).order_by("number")
    return [(row.number, row.name, row.rating, row.member) for row in rows]


@pytest.mark.full
def test_the_registered_become_players_with_their_ratings_and_undo_takes_all_back(
    desk, opened, division
):
    spring = create_event(desk, name="Spring Open", preset="naspa_nwl")
    add_players(
        desk, create_division(desk, spring, name="A"), "Ana Lopez 1800 #AA1\nBen Okafor 1650"
    )
    people = Player.objects.count()
    come(opened, "Cy Young")
    register(somebody("A"), opened, Typed("Ana Lopez-Smith", member="AA1", by_initials=True))
    come(opened, "Ben Okafor")
    added = add_registered(desk, division)
    assert (added.added, added.linked, added.left_out) == (2, 0, ())
    assert entered(opened) == [(1, "Ana Lopez", 1800, "AA1"), (2, "Cy Young", None, "")]
    assert Entry.objects.get(number=1, division=division).by_initials
    assert Player.objects.count() == people + 1
    assert [row.entry_id is not None for row in registrations_of(opened)] == [True, True, False]
    with pytest.raises(Refused, match="left to add"):
        add_registered(desk, division)
    undo_action(desk, UndoStep.objects.filter(division=division).first())
    assert entered(opened) == []
    assert Player.objects.count() == people
    assert [state for _, state, _ in states(opened)] == ["place", "place", "waiting"]
    assert add_registered(desk, division).added == 2
    assert list(recheck(opened)) == []


def test_a_number_of_somebody_of_quite_another_name_is_said_and_not_taken(desk, opened, division):
    spring = create_event(desk, name="Spring Open", preset="naspa_nwl")
    add_players(desk, create_division(desk, spring, name="A"), "Ana Lopez 1800 #AA1")
    register(somebody("B"), opened, Typed("Ben Okafor", member="AA1"))
    register(somebody("C"), opened, Typed("Cy Young"))
    added = add_registered(desk, division)
    assert added.left_out == (
        "Ben Okafor gave member number AA1, which belongs to Ana Lopez. Correct one of them.",
    )
    assert [name for _, name, *_ in entered(opened)] == ["Cy Young"]


def test_two_of_one_name_are_not_made_one(desk, opened, division):
    come(opened, "Ana Lopez")
    register(somebody("A"), opened, Typed("Ana Lopez"), accepted=True)
    added = add_registered(desk, division)
    assert (added.added, len(added.left_out)) == (1, 1)
    assert "Ana Lopez is registered twice" in added.left_out[0]


@pytest.fixture
@remembered
def known(desk):
    """Return Ana Lopez, a player of last spring's event."""
    spring = create_event(desk, name="Spring Open", preset="naspa_nwl")
    add_players(desk, create_division(desk, spring, name="A"), "Ana Lopez 1800")
    return Player.objects.get(name="Ana Lopez")


@pytest.mark.parametrize("typed", ["ANA LÓPEZ", "Lopez Ana", "López, Ana"])
def test_a_name_written_otherwise_is_taken_for_nobody_until_the_director_says_who_it_is(
    desk, opened, division, known, typed
):
    people = Player.objects.count()
    come(opened, typed, "Cy Young")
    added = add_registered(desk, division)
    assert (added.added, added.left_out, added.undecided) == (1, (), 1)
    assert [name for _, name, *_ in entered(opened)] == ["Cy Young"]
    ((row, others),) = undecided_registrations(division)
    assert (row.name, others) == (Registration.objects.first().name, (known,))
    added = add_registered(desk, division, {row.pk: known.pk})
    assert (added.added, added.undecided) == (1, 0)
    assert [name for _, name, *_ in entered(opened)] == ["Cy Young", "Ana Lopez"]
    assert Player.objects.count() == people + 1
    assert undecided_registrations(division) == []


def test_somebody_else_of_nearly_that_name_is_somebody_new(desk, opened, division, known):
    (row,) = come(opened, "Aná López")
    assert add_registered(desk, division, {row.pk: None}).added == 1
    assert [name for _, name, *_ in entered(opened)] == ["Aná López"]
    assert Player.objects.filter(name__in=["Ana Lopez", "Aná López"]).count() == 2
    undo_action(desk, UndoStep.objects.filter(division=division).first())
    assert [row.name for row, _people in undecided_registrations(division)] == ["Aná López"]


def test_nobody_can_be_said_to_be_a_person_of_quite_another_name(desk, opened, division, known):
    set_registration_rules(desk, opened, when="now")
    add_players(desk, division, "Ben Okafor")
    ben = Player.objects.get(name="Ben Okafor")
    (row,) = come(opened, "Aná López")
    assert add_registered(desk, division, {row.pk: ben.pk}).undecided == 1
    (cy,) = come(opened, "Cy Young")
    assert add_registered(desk, division, {cy.pk: ben.pk}).added == 1
    assert [name for _, name, *_ in entered(opened)] == ["Ben Okafor", "Cy Young"]


def test_of_two_it_may_be_the_director_says_which_and_who_plays_already_is_not_doubled(
    desk, opened, division, known
):
    set_registration_rules(desk, opened, when="now")
    add_players(desk, division, "López Ana 900")
    other = Player.objects.get(name="López Ana")
    row = register(somebody("A"), opened, Typed("Anà Lopez"), accepted=True)
    assert undecided_registrations(division) == [(row, (known, other))]
    added = add_registered(desk, division, {row.pk: other.pk})
    assert (added.added, added.linked, added.undecided) == (0, 1, 0)
    assert [name for _, name, *_ in entered(opened)] == ["López Ana"]


def test_a_member_number_says_who_it_is_however_the_name_is_written(desk, opened, division):
    spring = create_event(desk, name="Spring Open", preset="naspa_nwl")
    add_players(desk, create_division(desk, spring, name="A"), "Ana Lopez 1800 #AA1")
    register(somebody("A"), opened, Typed("López Ana", member="AA1"))
    assert undecided_registrations(division) == []
    assert add_registered(desk, division).added == 1
    assert [name for _, name, *_ in entered(opened)] == ["Ana Lopez"]


def test_who_registers_by_a_name_written_otherwise_is_asked_about(desk, opened, division):
    come(opened, "Ana Lopez")
    with pytest.raises(Questionable, match="called LOPEZ ÁNA is already registered"):
        register(somebody("A"), opened, Typed("LOPEZ ÁNA"))
    add_players(desk, division, "Ben Okafor")
    with pytest.raises(Questionable, match="Okafor Ben is already on the list of players"):
        register(somebody("B"), opened, Typed("Okafor Ben"))
    register(somebody("B"), opened, Typed("Okafor Ben"), accepted=True)


@pytest.mark.full
def test_a_name_that_differs_by_a_letter_is_asked_about_by_the_name_that_is_there(
    desk, opened, division
):
    register(somebody("Ana"), opened, Typed("Ana Lopez", member="A1"))
    slips = ("Ana Lopes", "Ana Lopze", "Anna Lopez", "lópe ana")
    for slip in slips:
        with pytest.raises(
            Questionable,
            match=("Ana Lopez, whose name differs by one letter, is already registered"),
        ):
            register(somebody("x"), opened, Typed(slip))
    register(somebody("Ann"), opened, Typed("Ann Lopes"))  # two different letters: another person
    # An exact match before a near one.
    with pytest.raises(Questionable, match="called LOPEZ ANA is"):
        register(somebody("x"), opened, Typed("LOPEZ ANA"))
    add_players(desk, division, "Ben Okafor")
    with pytest.raises(
        Questionable,
        match=("Ben Okafor, whose name differs by one letter, is already on the list of players"),
    ):
        register(somebody("B"), opened, Typed("Ben Okafo"))
    add_players(desk, division, "Eve Adams #E1")
    with pytest.raises(
        Refused, match="Ben Okafox is already on the list"
    ):  # a number before a near name
        register(somebody("B"), opened, Typed("Ben Okafox", member="E1"))
    register(somebody("A"), opened, Typed("Ana Lopes"), accepted=True)
    twice = {row.name: row.is_twice for row in registrations_of(opened)}
    assert twice == {"Ana Lopez": True, "Ann Lopes": True, "Ana Lopes": True}
    set_registration_rules(desk, opened, when="now")  # names are hidden: no message reveals them
    register(somebody("A"), opened, Typed("Ana Lopet"))


def test_short_names_that_differ_by_a_letter_are_other_people(opened):
    come(opened, "Al Li", "Al Lu")
    assert [row.is_twice for row in registrations_of(opened)] == [False, False]


def test_of_who_is_not_shown_to_everybody_nothing_is_said_and_the_director_sees_it(
    desk, opened, division
):
    """A message never reveals a registration or a player that the page does not show."""
    come(opened, "Ana Lopez")
    register(somebody("B"), opened, Typed("Ben Okafor", member="B7", by_initials=True))
    register(somebody("x"), opened, Typed("Okafor Ben", member="B7"))
    set_registration_rules(desk, opened, when="now")
    register(somebody("x"), opened, Typed("López Ana"))
    assert [row.is_twice for row in registrations_of(opened)] == [True, True, True, True]
    add_players(desk, division, "Cy Young #C9")
    cy = Entry.objects.get(division=division)
    cy.by_initials = True
    cy.save()
    register(somebody("x"), opened, Typed("Cy Young", member="C9"))
    assert Registration.objects.count() == 5


def test_of_a_minor_who_is_not_shown_in_full_nothing_is_said(desk, opened, division, known):
    come(opened, "Ana Lopez")
    with pytest.raises(Questionable, match="already registered"):
        register(somebody("x"), opened, Typed("Lopez Ana"))
    known.is_minor = True
    known.save()
    register(somebody("x"), opened, Typed("Lopez Ana"))
    assert next(row.name for row in public_registrations(opened)) != "Ana Lopez"


def test_who_is_a_player_withdraws_at_the_desk_not_here(desk, opened, division):
    (ana,) = come(opened, "Ana Lopez")
    add_registered(desk, division)
    with pytest.raises(Refused, match="on the list of players"):
        withdraw_registration(somebody("Ana"), ana)
    with pytest.raises(Refused, match="on the list of players"):
        change_registration(somebody("Ana"), ana, Typed("Ana Lopez", notes="late"))


def test_only_who_was_accepted_becomes_a_player(desk, event, division):
    set_registration_rules(desk, event, when="now", asks_director=True)
    ana, _ben = come(event, "Ana Lopez", "Ben Okafor")
    accept_registrations(desk, [ana])
    assert add_registered(desk, division).added == 1
    assert [name for _, name, *_ in entered(event)] == ["Ana Lopez"]
