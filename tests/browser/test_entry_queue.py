"""The queue of the score pad and the results line, tried by itself in the browser: no server, no page."""

import base64
import random
from collections import Counter

import pytest

from tests.installation import SOURCE

pytestmark = pytest.mark.full

QUEUE = SOURCE / "scoring" / "static" / "scoring" / "entry_queue.js"

PLAY = """async ([module, inOrder, events]) => {
  const { EntryQueue } = await import(module);
  const queue = new EntryQueue({ inOrder });
  const typed = (text) => ({ text, mark: "" });
  const steps = events.map(([name, ...values]) => {
    const step = {
      enter: (text) => queue.enter(typed(text)),
      change: (change) => queue.enter({ change }),
      takeBack: (inHand) => queue.takeBack(typed(inHand)),
      answered: (inHand) => queue.answered(typed(inHand)),
      refused: (kind, inHand) => queue.refused(kind, typed(inHand)),
      interrupted: (inHand) => queue.interrupted(typed(inHand)),
      unanswered: () => queue.unanswered(),
      reached: () => queue.reached(),
      restore: (...texts) => queue.restore(texts.map(typed)),
    }[name](...values);
    const [[what, entry] = []] = Object.entries(step);
    const again = entry?.again ? " again" : "";
    const done = entry ? `${what} ${entry.text ?? entry.change}${again}` : "";
    return [queue.state, done, queue.lines(typed("")).map(({ text }) => text)];
  });
  return steps;
}"""


@pytest.fixture(scope="module")
def empty_page(browser):
    page = browser.new_page()
    yield page
    page.close()


@pytest.fixture
def play(empty_page):
    """Tell a new queue what happens; for each event its state, what is to be done, and the lines it holds."""
    module = f"data:text/javascript;base64,{base64.b64encode(QUEUE.read_bytes()).decode()}"

    def played(*events, ordered=True):
        steps = empty_page.evaluate(PLAY, [module, ordered, events])
        return [tuple(step[:2]) for step in steps], steps[-1][2]

    return played


def test_a_line_is_sent_at_once_and_done_when_it_is_answered(play):
    steps, left = play(("enter", "a"), ("answered", ""))
    assert steps == [("sending", "send a"), ("idle", "")]
    assert left == []


def test_what_is_entered_while_one_is_under_way_waits_and_is_sent_in_its_order(play):
    steps, left = play(
        ("enter", "a"),
        ("enter", "b"),
        ("change", "undo"),
        ("enter", "c"),
        ("enter", ""),
        ("answered", ""),
        ("answered", ""),
        ("answered", "typed on"),
        ("answered", "typed on"),
    )
    assert steps == [
        ("sending", "send a"),
        ("waiting", ""),
        ("waiting", ""),
        ("waiting", ""),
        ("waiting", ""),
        ("waiting", "send b"),
        ("waiting", "send undo"),
        ("sending", "send c"),
        ("idle", ""),
    ]
    assert left == []


def test_a_question_gives_the_line_back_and_holds_what_came_after_it(play):
    steps, left = play(
        ("enter", "a"),
        ("enter", "b"),
        ("refused", "asking", "in hand"),
        ("enter", "a"),
        ("answered", ""),
        ("enter", "b"),
        ("answered", ""),
        ("enter", "in hand"),
        ("answered", ""),
    )
    assert steps == [
        ("sending", "send a"),
        ("waiting", ""),
        ("asking", "put a"),
        ("sending", "send a"),
        ("idle", "put b"),
        ("sending", "send b"),
        ("idle", "put in hand"),
        ("sending", "send in hand"),
        ("idle", ""),
    ]
    assert left == []


def test_a_line_refused_twice_loses_nothing_of_what_was_put_aside_before(play):
    steps, left = play(
        ("enter", "a"),
        ("enter", "b"),
        ("refused", "refused", "c"),
        ("enter", "a mended"),
        ("refused", "refused", "d"),
    )
    assert steps[-1] == ("refused", "put a mended")
    assert left == ["d", "b", "c"]


def test_lines_that_have_nothing_to_do_with_each_other_are_not_held_back(play):
    steps, left = play(
        ("enter", "a"),
        ("enter", "b"),
        ("refused", "asking", ""),
        ("refused", "refused", "in hand"),
        ("enter", "in hand"),
        ("answered", ""),
        ("enter", "a"),
        ("answered", ""),
        ordered=False,
    )
    assert steps == [
        ("sending", "send a"),
        ("waiting", ""),
        ("sending", "send b"),
        ("idle", ""),
        ("sending", "send in hand"),
        ("idle", "put a"),
        ("sending", "send a"),
        ("idle", "put b"),
    ]
    assert left == []


def test_a_line_that_nothing_came_after_is_given_back_in_either_order(play):
    for ordered in (True, False):
        steps, _left = play(("enter", "a"), ("refused", "asking", ""), ordered=ordered)
        assert steps[-1] == ("asking", "put a")


def test_what_nobody_answered_is_kept_and_sent_when_somebody_does(play):
    steps, left = play(
        ("enter", "a"),
        ("enter", "b"),
        ("unanswered",),
        ("reached",),
        ("enter", "c"),
        ("answered", ""),
        ("answered", ""),
        ("reached",),
    )
    assert steps == [
        ("sending", "send a"),
        ("waiting", ""),
        ("offline", ""),
        ("waiting", "send a again"),
        ("waiting", ""),
        ("waiting", "send b"),
        ("sending", "send c"),
        ("sending", ""),
    ]
    assert left == ["c"]


def test_enter_tries_at_once_while_nobody_answers(play):
    steps, _left = play(
        ("enter", "a"), ("unanswered",), ("enter", ""), ("unanswered",), ("enter", "b")
    )
    assert steps == [
        ("sending", "send a"),
        ("offline", ""),
        ("sending", "send a again"),
        ("offline", ""),
        ("waiting", "send a again"),
    ]


def test_undo_takes_back_what_waits_while_nobody_answers(play):
    steps, left = play(
        ("enter", "a"),
        ("enter", "b"),
        ("unanswered",),
        ("takeBack", "in hand"),
        ("takeBack", ""),
        ("takeBack", ""),
        ("takeBack", ""),
    )
    assert steps[2:] == [
        ("offline", ""),
        ("offline", ""),
        ("offline", "put b"),
        ("idle", "put a again"),
        ("idle", ""),
    ]
    assert left == []


def test_an_undo_that_nobody_answered_is_not_repeated_and_what_waits_behind_it_is_sent(play):
    steps, _left = play(
        ("change", "undo"), ("unanswered",), ("change", "undo"), ("enter", "a"), ("unanswered",)
    )
    assert steps == [
        ("sending", "send undo"),
        ("idle", ""),
        ("sending", "send undo"),
        ("waiting", ""),
        ("sending", "send a"),
    ]


def test_a_log_in_that_ran_out_stops_everything_and_keeps_everything(play):
    for ordered in (True, False):
        steps, left = play(
            ("enter", "a"), ("enter", "b"), ("interrupted", "in hand"), ordered=ordered
        )
        assert steps[-1] == ("refused", "put a")
        assert left == ["b", "in hand"]


def test_what_an_earlier_page_left_comes_back_line_by_line(play):
    steps, left = play(("restore", "a", "b", "c"), ("enter", "a"), ("answered", ""), ("enter", ""))
    assert steps == [("idle", "put a"), ("sending", "send a"), ("idle", "put b"), ("idle", "put c")]
    assert left == []


@pytest.mark.parametrize("ordered", [True, False])
@pytest.mark.parametrize("seed", range(10))
def test_whatever_happens_every_line_is_recorded_once_or_still_there(play, seed, ordered):
    """A person types on while the server answers, refuses, asks, or is gone; then all is entered."""
    chance = random.Random(seed)
    events, under_way, typed = [], False, 0
    for _ in range(60):
        possible = ["enter", "enter", "reached"]
        steps, _left = play(*events, ordered=ordered) if events else ([("idle", "")], [])
        under_way = steps[-1][0] in ("sending", "waiting")
        if under_way:
            possible += ["answered", "answered", "refused", "unanswered"]
        name = chance.choice(possible)
        if name == "enter":
            typed += 1
            events.append((name, f"line {typed}"))
        elif name == "answered":
            events.append((name, "in hand"))
        elif name == "refused":
            events.append((name, "asking", ""))
        else:
            events.append((name,))
    steps, left = play(*events, ordered=ordered)
    recorded, in_line = Counter(), []
    sending = ""
    for (name, *_rest), (_state, done) in zip(events, steps, strict=True):
        if name == "answered":
            recorded[sending] += 1
        if done.startswith("send "):
            sending = done.removeprefix("send ").removesuffix(" again")
        elif done.startswith("put "):
            in_line.append(done.removeprefix("put ").removesuffix(" again"))
    for number in range(1, typed + 1):
        line = f"line {number}"
        assert recorded[line] <= 1
        assert recorded[line] or line in left or line in in_line
