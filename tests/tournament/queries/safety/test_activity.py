"""The activity log in words: filters, its event, and old and new values."""

import ast
import datetime as dt
from pathlib import Path

import pytest
from django.utils import timezone, translation

from scoring.actions.activity import Actor, log
from tests.architecture.modules import modules
from tests.pseudo_language import pseudo_language, translated
from tournament.actions.event.events import create_event
from tournament.actions.results.recorded_games import post_recorded_result, start_game
from tournament.actions.results.results import correct_result, enter_result
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


def test_event_log_contains_its_divisions_and_its_boards_games_only(desk, event, board):
    # Another event whose address is longer.
    other = create_event(desk, name="Autumn Open", preset="club")
    start_game(desk, board(2))
    assert summaries(place=event) == [
        "Round 1, Board 2: 3 Zoë Müller - 4 Dai Jones: recording started.",
        "Autumn Open, division A, round 1, board 2 opened: Zoë Müller, Dai Jones",
        "Round 1 of division A published.",
        "Round 1 of division A drafted by hand.",
        "4 players added to division A.",
        "Division A added to Autumn Open.",
        "Event Autumn Open created with the rules of NASPA, NWL words.",
    ]
    assert summaries(place=other) == ["Event Autumn Open created with the rules of Club evening."]


def test_log_is_filtered_by_person_verb_and_words(desk, event, board):
    enter_result(Actor("helper"), board(1), 400, 380)
    enter_result(desk, board(2), 410, 300)
    assert summaries(person="helper") == ["Round 1, Board 1: 1 Ana Lopez - 2 Ben Okafor: 400-380."]
    assert len(summaries(verb="enter_result")) == 2
    assert summaries(text="zoë 410") == ["Round 1, Board 2: 3 Zoë Müller - 4 Dai Jones: 410-300."]
    assert summaries(text="410 Ana") == []
    correct_result(desk, board(1), 410, 380, reason="the slip said so")
    assert len(summaries(text="slip")) == 1, "words are looked for in the reason, too"
    counts = log_counts(event)
    assert counts.people == ["director", "helper"]
    assert ("enter_result", "Enter result") in counts.verbs


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


def test_correction_lists_only_the_changed_values_and_a_round_its_boards(desk, board):
    enter_result(desk, board(1), 400, 380)
    correct_result(desk, board(1), 410, 380)
    latest = activity_lines(matching_entries(ActivityFilter()))[0]
    assert [str(change) for change in latest.changes] == ["first: 400 → 410"]
    assert latest.shows_correction
    (published,) = activity_lines(matching_entries(ActivityFilter(verb="publish_round")))
    assert [str(change) for change in published.changes] == [
        "board 1, first 1, second 2",
        "board 2, first 3, second 4",
    ]
    assert not published.shows_correction


def test_long_list_is_shortened_but_still_shows_a_late_change(desk, event):
    numbers = list(range(1, 301))
    moved = [*numbers[:-2], 300, 299]
    for before, after in ((None, numbers), (numbers, moved)):
        before = before and {"players": before}
        log(
            desk,
            "pair_round",
            say("remove_event", event=event),
            before=before,
            after={"players": after},
        )
    later, paired = activity_lines(matching_entries(ActivityFilter(verb="pair_round")))
    (change,) = paired.changes
    assert change.after == "; ".join(map(str, numbers[:20])) + "; and 280 more"
    (change,) = later.changes
    assert (change.before[-8:], change.after[-8:]) == ("299; 300", "300; 299")
    assert value_in_words(numbers).endswith("299; 300"), "a check compares the whole"


def test_standing_of_a_result_is_shown_in_the_words_of_its_page(desk, board):
    enter_result(desk, board(1), 400, 380)
    post_recorded_result(desk, board(1), 390, 380)
    (posted,) = activity_lines(matching_entries(ActivityFilter(verb="post_recorded_result")))
    assert [str(change) for change in posted.changes] == [
        "first: 400 → 390",
        "source: typed → recorded on the score pad",
        "state: contradicts, no ruling yet → counts",
    ]
    new = activity_lines(matching_entries(ActivityFilter(verb="enter_result")))[0].changes
    assert "outcome: played" in map(str, new)
    assert "state: counts" in map(str, new)


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
