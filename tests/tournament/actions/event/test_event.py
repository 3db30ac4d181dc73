"""Events: created, ruled, closed, read only when closed, reopened; divisions named and removed."""

import datetime as dt

import pytest
from django.utils import timezone

from scoring.actions.games import finish_game
from scoring.actions.rulings import rule_on_entry
from scoring.actions.turns import record_turn
from scoring.engine.typing.typed_turn import parse_turn
from scoring.models import Activity
from scoring.queries.chain import check_log
from scoring.queries.sheets import sheet
from tests.cases import look
from tests.tournament.actions.cases import RECHECK, all_of, at_board, of_event, of_round
from tests.tournament.actions.safety.at_the_desk import (
    before_play,
    board_of,
    closed,
    of_division,
    published,
    whole_table,
)
from tests.tournament.fixtures import play_round
from tournament.actions.act import ConfirmationRequired
from tournament.actions.event.events import create_division, create_event
from tournament.actions.event.first_round import create_event_with_first_round
from tournament.actions.event.housekeeping import (
    change_event_details,
    close_event,
    removal_obstacle,
    remove_division,
    remove_event,
    rename_division,
    reopen_event,
    unfinished_work,
)
from tournament.actions.event.practice import (
    PracticeSpec,
    PracticeStage,
    make_practice_event,
    remove_practice_event,
)
from tournament.actions.event.rules import change_rules, word_lists_for
from tournament.actions.people.entries import add_players
from tournament.actions.results.recorded_games import start_game
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.plans import adopt_proposal
from tournament.actions.rounds.rounds import close_round, publish_round
from tournament.actions.safety.undo import undo_action
from tournament.actions.standings.prizes import add_prize
from tournament.catalogue import layout_of, preset, tile_set_of
from tournament.engine.event_rules import event_rules
from tournament.models import Division, Entry, Event, Membership, Player, Round, UndoStep
from tournament.queries.standings.standings import division_standings

pytestmark = pytest.mark.django_db


def created(**values):
    return lambda desk, _division: create_event(desk, **{"name": "Open", "preset": "club"} | values)


def ruled(reason="", **values):
    """Return a step that changes rules of the event."""
    return lambda desk, d: change_rules(
        desk, d.event, d.event.rules.as_dict() | values, reason=reason
    )


def as_if_open(action, *args, **more):
    """Return a step of a page that was opened before the event was closed."""

    def take(desk, division):
        division.event.closed_at = None
        action(desk, division.event, *args, **more)

    return take


def at_game(action):
    return lambda desk, d: action(desk, board_of(d, 1).game)


def record(desk, game):
    record_turn(game, parse_turn("8H FROZEN 38", sheet(game).replay).turn, desk)


RECORD = at_game(record)


def played(number, pairs, scores):
    def take(desk, division):
        round_ = play_round(desk, division, pairs, scores)
        assert round_.number == number
        close_round(desk, round_)

    return take


def order(after):
    """Return a look at the ranks after a round, with the keys and the spread that counts."""

    def question(division):
        table = division_standings(division, after)
        rows = [(row.person.number, row.line.spread, row.line.capped_spread) for row in table.rows]
        return table.keys, rows

    return look(question)


def b():
    return Division.objects.select_related("event").get(name="B")


def by_spread(_desk, division):
    division.precedence = ["spread"]
    division.save()


def with_b(desk, division):
    second = create_division(desk, division.event, name="B")
    add_players(desk, second, "Eve Stone\nFinn Gray\nGus Hall")
    adopt_proposal(desk, second, 3)
    publish_round(desk, pair_by_hand(desk, b(), [(1, 2)], [3]))
    add_prize(desk, division.event, kind="place", division=second, title="Cup")


def undo_everything(desk, _division):
    while (left := UndoStep.objects.filter(undone_by=None).first()).kind != "add_players":
        undo_action(desk, left)


def practised(stage):
    """Return a step that makes a practice event of nine players."""
    return lambda desk, _division: make_practice_event(desk, PracticeSpec(9, 4, 1, stage)) and None


def without_practice(desk, _division):
    remove_practice_event(desk, Event.objects.get(slug__startswith="practice"))


def also_in_division_a(desk, division):
    somebody = Player.objects.filter(entries__division__event__slug__startswith="practice").first()
    add_players(desk, division, somebody.name)


LEFT = look(
    lambda _d: (
        sorted(Event.objects.values_list("name", flat=True)), [person.name for person in Player.objects.order_by("pk")],
        [*Activity.objects.order_by("pk").values_list("verb", flat=True)], check_log().is_intact,
    )
)  # fmt: skip
CLOSE = of_event(close_event)
TILES = look(
    lambda _d: [
        (
            str(e),
            tile_set_of(e.rules).key,
            layout_of(e.rules).key,
            e.lexicon,
            len(word_lists_for(e)),
        )
        for e in Event.objects.order_by("pk")
    ]
)
DISPLAY = {
    "live_boards": "every_turn", "live_turns": 2, "live_rulings": True, "players_report": "no",
    "names": "family_first", "minors": "full", "ties": "apart",
}  # fmt: skip
CAPPED = {"spread_caps": [300], "precedence": ["wins", "losses", "capped_spread"]}
CASES = {
    "more events": (
        before_play, created(name="Autumn  Open"), created(name="New"), created(name="Турнир"), created(name="  "),
        created(preset="village"), created(tile_set="klingon"), created(layout="round"), created(preset="spanish"),
        TILES,
    ),
    "more divisions": (
        before_play, *(of_event(create_division, name=name) for name in ("a", "B", "B!")),
        of_division(rename_division, name="b"),
    ),
    "closing with open rounds": (
        all_of(published, of_division(pair_by_hand, [(1, 3), (2, 4)], firsts_as_listed=True)), CLOSE,
        at_board(enter_result, 1, 400, 380), CLOSE, at_board(enter_result, 2, 400, 380), CLOSE,
        of_event(close_event, accepted=True),
    ),
    "closed": (
        all_of(closed, CLOSE), as_if_open(create_division, name="C"),
        at_board(enter_result, 1, 410, 380, accepted=True),
        as_if_open(change_event_details, name="Other"), of_division(rename_division, name="Other"), CLOSE,
        as_if_open(remove_event), of_event(reopen_event, reason=" "),
        of_event(reopen_event, reason="a score was wrong"),
        of_event(reopen_event, reason="again"), of_event(change_event_details, name="Other"),
    ),
    "closed, its games": (
        all_of(published, at_board(start_game, 1), RECORD, of_event(close_event, accepted=True)), RECORD,
        at_game(lambda desk, game: finish_game(game, desk)),
        at_game(lambda desk, game: rule_on_entry(game.entries.get(), "correct", desk)),
    ),
    "a division removed": (with_b, lambda desk, _d: remove_division(desk, b()), RECHECK),
    "published, not removed": (
        all_of(published, lambda *_: Round.objects.update(phase="draft")), of_event(remove_event),
        look(lambda d: removal_obstacle(d.event)),
    ),
    "closing after everything was undone": (
        all_of(whole_table, of_round(publish_round, 1), at_board(enter_result, 1, 400, 380)),
        look(lambda d: unfinished_work(d.event)), undo_everything, look(lambda d: unfinished_work(d.event)), CLOSE,
    ),
    "rules once published": (
        published, ruled(bye_spread=75), ruled(**DISPLAY), ruled(bye_spread=75, live_turns=3),
        ruled(bye_spread=75, reason="announced at the break"),
    ),
    "contradicting rules": (
        before_play, ruled(bye_spread=-5, withdrawn="gone", precedence=[]), ruled(rules="village"),
    ),
    "a cap from the next round on": (
        played(1, [(1, 2), (3, 4)], [(900, 200), (400, 390)]), ruled(**CAPPED, reason="one-sided games"),
        played(2, [(1, 3), (2, 4)], [(900, 200), (400, 390)]), order(2), RECHECK,
    ),
    "another ranking from the next round on": (
        played(1, [(1, 2), (3, 4)], [(500, 400), (420, 300)]), ruled(precedence=["points_for"], reason="points"),
        order(1), played(2, [(1, 3), (2, 4)], [(400, 399), (500, 300)]), order(1), order(2), RECHECK,
    ),
    "a practice event": (
        practised(PracticeStage.SETUP), also_in_division_a, without_practice, LEFT, of_event(remove_practice_event),
    ),
    "a practice event beside another": (
        all_of(practised(PracticeStage.PAIRED), created(name="Spring Open")), without_practice, LEFT,
    ),
    "another ranking, and a division with its own": (
        all_of(played(1, [(1, 2), (3, 4)], [(500, 400), (420, 300)]), by_spread),
        ruled(precedence=["points_for"], reason="points"), order(1),
    ),
    "other tiles": (before_play, TILES, ruled(tile_set="polish"), TILES),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_what_happens_to_an_event_is_as_approved(play_case, name):
    play_case(name, *CASES[name])


def test_event_stored_without_tiles_and_board_uses_the_rule_set():
    stored = preset("wespa").as_dict()
    del stored["tile_set"], stored["layout"]
    assert event_rules(stored, "event") == preset("wespa")


@pytest.mark.parametrize(
    ("year", "question"),
    [
        (1926, "3 October 1926 was 100 years ago. Is that the correct day?"),
        (2062, "3 October 2062 is 36 years from now. Is that the correct day?"),
    ],
)
def test_distant_year_is_questioned_once(desk, event, year, question, monkeypatch):
    monkeypatch.setattr(timezone, "localdate", lambda: dt.date(2026, 11, 27))
    day = dt.date(year, 10, 3)
    new = {"name": "Spring", "preset": "club", "date": day}
    for attempt in (
        lambda: create_event(desk, **new),
        lambda: change_event_details(desk, event, name="Spring", date=day),
        lambda: create_event_with_first_round(
            desk, rosters=[("", "Ana Lopez\nBen Okafor")], rounds=3, **new
        ),
    ):
        with pytest.raises(ConfirmationRequired) as raised:
            attempt()
        assert raised.value.questions == [question]
    assert change_event_details(desk, event, name="Spring", date=day, accepted=True).date == day
    assert change_event_details(desk, event, name="Summer", date=day).name == "Summer"


def test_removing_an_event_removes_everything_in_it(desk, event, four):
    other = Player.objects.get(name="Ana Lopez")
    spring = create_event(desk, name="Spring Open", preset="club")
    add_players(desk, create_division(desk, spring, name="A"), "Ana Lopez")
    pair_by_hand(desk, four, [(1, 2), (3, 4)])
    remove_event(desk, event)
    assert list(Event.objects.all()) == [spring]
    assert list(Player.objects.all()) == [other]
    assert Entry.objects.count() == 1
    assert Membership.objects.count() == 1
    logged = Activity.objects.latest("id")
    assert logged.summary == "Event Autumn Open removed; nothing in it had been published."
    assert logged.before == {
        "name": "Autumn Open", "place": "", "date": "2026-10-03", "divisions": ["A"], "people": 4,
    }  # fmt: skip
