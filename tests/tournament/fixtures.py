"""Events for tests, created through the actions that the desk uses."""

import datetime as dt

import pytest
from django.db.models.signals import post_save

from scoring.actions.activity import Actor
from scoring.simulation import simulate_game
from tests.remembered import remembered
from tests.tournament.actions.safety.not_undone import NOT_UNDONE
from tests.tournament.logged_in import browser_in
from tournament.actions.event import events
from tournament.actions.event.events import create_division, create_event
from tournament.actions.event.practice import PracticeSpec, PracticeStage, make_practice_event
from tournament.actions.people.entries import add_players
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import draft_round_robin, pair_by_hand
from tournament.actions.rounds.rounds import publish_round
from tournament.management.new_data_folder import create_data_folder
from tournament.models import Pairing, UndoStep
from tournament.models.membership import Role
from tournament.queries.safety.undo import KINDS_UNDONE_ELSEWHERE

FOUR = "Ana Lopez 1800\nBen Okafor 1700\nZoë Müller 1600\nDai Jones 1500"


@pytest.fixture(autouse=True, scope="session")
def every_undo_step_has_a_test():
    """Fail if an action writes an undo step that no test undoes and compares."""

    def check(instance, **_options):
        assert instance.kind not in set(NOT_UNDONE) - set(KINDS_UNDONE_ELSEWHERE), (
            f"no test undoes {instance.kind}"
        )

    post_save.connect(check, sender=UndoStep)
    yield
    post_save.disconnect(check, sender=UndoStep)


@pytest.fixture(scope="session")
def empty_folder(tmp_path_factory, django_db_blocker):
    """Return a data folder with an empty database, to be copied: migrating takes longer than anything else."""
    folder = tmp_path_factory.mktemp("empty")
    with django_db_blocker.unblock():
        create_data_folder(folder)
    return folder


@pytest.fixture
@remembered
def desk(director):
    """Return the director as an actor."""
    return Actor.for_user(director)


@pytest.fixture
@remembered
def event(desk):
    """Return an event whose lots are the same in every run."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(events, "new_seed", lambda: 7)
        return create_event(desk, name="Autumn Open", preset="naspa_nwl", date=dt.date(2026, 10, 3))


@pytest.fixture
def keeper_client(desk, event):
    """Return a client logged in as a scorekeeper, who sees the desk without withheld data."""
    return browser_in(desk, event, Role.SCOREKEEPER, "keeper")


@pytest.fixture
@remembered
def division(desk, event):
    return create_division(desk, event, name="A")


@pytest.fixture
@remembered
def four(desk, division):
    """Return division A with four players, numbered 1 to 4 by descending rating."""
    add_players(desk, division, FOUR)
    return division


@pytest.fixture
@remembered
def round_one(desk, four):
    """Publish round 1: 1 against 2 on board 1, 3 against 4 on board 2."""
    round_ = pair_by_hand(desk, four, [(1, 2), (3, 4)], firsts_as_listed=True)
    return publish_round(desk, round_)


@pytest.fixture
def board(round_one):
    """Return a function that returns the pairing of a board in round 1."""

    def at(number, round_=round_one):
        return Pairing.objects.get(round=round_, board=number, replaced_at=None)

    return at


@pytest.fixture
@remembered
def whole_robin(desk, four):
    """Play a round robin of four in which the first player always wins 400-380."""
    rounds = draft_round_robin(desk, four, accepted=True)
    for round_ in rounds:
        publish_round(desk, round_)
        for pairing in Pairing.objects.filter(round=round_, replaced_at=None):
            enter_result(desk, pairing, 400, 380)
    return rounds


def play_round(desk, division, pairs, scores, byes=()):
    """Publish a round with these pairs, the first named going first, and enter the scores of each board."""
    drafted = pair_by_hand(desk, division, pairs, byes, firsts_as_listed=True)
    round_ = publish_round(desk, drafted)
    boards = Pairing.objects.filter(round=round_, replaced_at=None, board__isnull=False)
    for pairing, result in zip(boards.order_by("board"), scores, strict=True):
        enter_result(desk, pairing, *result, accepted=True)
    return round_


def _played(rules, rng):
    return simulate_game(rng, rules).record


@pytest.fixture
def played():
    """Return a function that simulates a recorded game for `make_practice_event`."""
    return _played


@pytest.fixture
@remembered
def recorded(desk):
    """Return an event of four players with one round, in which every game is recorded completely."""
    return make_practice_event(desk, PracticeSpec(4, 1, 7, PracticeStage.FINISHED, "club"), _played)
