"""The activity log in words: filters, its event, and old and new values."""

import ast
import datetime as dt
from pathlib import Path

import pytest
from django.utils import timezone, translation

from scoring.actions.activity import log
from tests.architecture.modules import modules
from tests.cases import look
from tests.pseudo_language import pseudo_language, translated
from tests.tournament.actions.cases import all_of, at_board, of_event
from tests.tournament.actions.safety.at_the_desk import published
from tournament.actions.event.events import create_event
from tournament.actions.results.recorded_games import post_recorded_result, start_game
from tournament.actions.results.results import correct_result, enter_result
from tournament.models import Event
from tournament.queries.safety.activity import (
    ActivityFilter,
    activity_lines,
    log_counts,
    logged_sentence,
    matching_entries,
    value_in_words,
)
from tournament.queries.safety.logged_values import KEY_LABELS
from tournament.wording.log import say
from tournament.wording.verbs import all_verbs

LOGGED = {
    "_as_logged", "result_log_values", "prize_log_values", "_line_log_values", "outcome_for_log",
    "entry_values", "_about", "pairing_log_values", "details_of",
}  # fmt: skip
"""Functions of actions that return the logged values of a row."""

pytestmark = pytest.mark.django_db


def summaries(**wanted):
    return [line.what for line in activity_lines(matching_entries(ActivityFilter(**wanted)))]


def lines(**wanted):
    """Return a look at the lines of the log: what was done, and the values that changed."""

    def question(division):
        entries = matching_entries(ActivityFilter(division.event, **wanted))
        shown = activity_lines(entries)
        return [(line.what, [*map(str, line.changes)], line.shows_correction) for line in shown]

    return look(question)


COUNTS = look(lambda d: (log_counts(d.event).people, log_counts(d.event).verbs))
CASES = {
    "of an event and its games": (
        all_of(published, of_event(lambda desk, event: create_event(desk, name=event.name, preset="club")),
               at_board(start_game, 2)),
        lines(), look(lambda _d: summaries(place=Event.objects.last())),
    ),
    "by person, verb and words": (
        all_of(published, at_board(enter_result, 1, 400, 380, by="helper"), at_board(enter_result, 2, 410, 300)),
        lines(person="helper"), lines(verb="enter_result"), lines(text="zoë 410"), lines(text="410 Ana"),
        at_board(correct_result, 1, 410, 380, reason="the slip said so"), lines(text="slip"), COUNTS,
    ),
    "a standing": (
        all_of(published, at_board(enter_result, 1, 400, 380), at_board(post_recorded_result, 1, 390, 380)),
        lines(verb="post_recorded_result"), lines(verb="enter_result"), lines(verb="publish_round"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_log_is_shown_as_approved(play_case, name):
    play_case(name, *CASES[name])


def test_day_filter_uses_the_events_time_zone(desk, event, settings, monkeypatch):
    settings.TIME_ZONE = "America/New_York"
    with timezone.override("America/New_York"):
        monkeypatch.setattr(timezone, "now", lambda: dt.datetime(2027, 5, 21, 3, tzinfo=dt.UTC))
        create_event(desk, name="Late at night", preset="club")
        assert len(summaries(day=dt.date(2027, 5, 20))) == 1
        assert summaries(day=dt.date(2027, 5, 21)) == []


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "nothing"),
        ("", "nothing"),
        (True, "yes"),
        (-5, "−5"),
        ("2026-11-20", "2026-11-20"),
        ([], "nothing"),
        ([1, 0], "1; 0"),
        ({"first_score": 400, "names": ["a"]}, "first score 400, names a"),
    ],
)
def test_stored_values_are_shown_in_words(value, words):
    assert value_in_words(value) == words


def test_long_list_is_shortened_but_still_shows_a_late_change(desk, event):
    numbers = list(range(1, 301))
    moved = [*numbers[:-2], 300, 299]
    swapped = [2, 1, *numbers[2:]]
    for before, after in ((None, numbers), (numbers, moved), (numbers, swapped)):
        before = before and {"players": before}
        log(
            desk,
            "pair_round",
            say("remove_event", event=event),
            before=before,
            after={"players": after},
        )
    sooner, later, paired = activity_lines(matching_entries(ActivityFilter(verb="pair_round")))
    (change,) = paired.changes
    assert change.after == "; ".join(map(str, numbers[:20])) + "; and 280 more"
    (change,) = later.changes
    assert (change.before[-8:], change.after[-8:]) == ("299; 300", "300; 299")
    assert [change.after[:4] + change.after[-8:] for change in sooner.changes] == ["2; 1280 more"]
    assert value_in_words(numbers).endswith("299; 300"), "a check compares the whole"


def test_number_of_queries_is_constant(desk, event, board, django_assert_num_queries):
    for score in (400, 410, 420, 430):
        enter_result(desk, board(2), score, 380, accepted=True)
        for place in (None, event):
            with django_assert_num_queries(2):
                activity_lines(matching_entries(ActivityFilter(place=place)))
                log_counts(place)


def test_every_logged_action_has_a_name():
    logged = set()
    for folder in ("scoring/actions", "tournament/actions"):
        for path in Path(folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] == "log":
                    logged |= {
                        argument.value
                        for argument in node.args[:2]
                        if isinstance(argument, ast.Constant)
                    }
    assert "publish_round" in logged
    assert logged - set(all_verbs()) == set()


def test_log_is_shown_in_the_readers_language(desk, event, board):
    start_game(desk, board(1))
    with pseudo_language():
        lines = activity_lines(matching_entries(ActivityFilter()))
        sentences = {line.verb: line.what for line in lines}
        changes = [str(change) for line in lines for change in line.changes]
    assert sentences["start_game"].startswith(
        f"⟦{translated('Round')} 1, ⟦{translated('Board')} 1: 1 Ana"
    )
    assert sentences["create_event"] == (
        f"⟦{translated('Event')} Autumn Open {translated('created with the rules of')} "
        f"⟦{translated('NASPA, NWL words')}⟧.⟧"
    )
    assert sentences["open_game"] == (
        f"⟦⟦Autumn Open, {translated('division')} A, {translated('round')} 1, "
        f"{translated('board')} 1⟧ {translated('opened')}: Ana Lopez, Ben Okafor⟧"
    )
    assert f"⟦{translated('preset')}⟧: ⟦{translated('NASPA, NWL words')}⟧" in changes
    missed = f"⟦{translated('missed rounds')}⟧ {translated('forfeit').join('⟦⟧')}"
    assert any(missed in change for change in changes)


def test_entry_without_a_known_code_keeps_its_stored_sentence(desk, event):
    entry = matching_entries(ActivityFilter(place=event)).first()
    entry.summary = "As it was said."
    for forgotten in (
        None,
        {"code": "gone", "params": {}},
        {"code": "create_division", "params": {}},
    ):
        entry.message = forgotten
        assert logged_sentence(entry) == "As it was said."


def test_every_logged_key_has_a_label():
    """The keys of all dictionaries passed as `before` or `after`, or returned by a function in `LOGGED`."""
    unlabelled = {
        f"{module.name}: {key.value}"
        for app in ("scoring", "tournament")
        for module in modules(app)
        if ".actions." in module.name
        for node in ast.walk(module.tree)
        if (isinstance(node, ast.keyword) and node.arg in ("before", "after"))
        or (isinstance(node, ast.FunctionDef) and node.name in LOGGED)
        for inner in ast.walk(node)
        if isinstance(inner, ast.Dict)
        for key in inner.keys
        if isinstance(key, ast.Constant) and key.value not in KEY_LABELS
    }
    assert unlabelled == set()


def test_pairing_options_are_labelled_as_in_their_form():
    with translation.override("de"):
        logged = value_in_words({"opponents": "halves", "again": "free", "balance_firsts": True})
    assert logged == (
        "Gegner obere Hälfte gegen untere Hälfte, Wiederholungen so viele wie nötig, "
        "Unter der Spitze ausgleichen ja"
    )
