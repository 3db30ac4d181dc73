"""The queue of the score pad and the results line, tested alone in the browser without server or page."""

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
    """Return a function that feeds events to a new queue; for each it returns the state, the next action and the
    waiting lines.
    """
    module = f"data:text/javascript;base64,{base64.b64encode(QUEUE.read_bytes()).decode()}"

    def played(*events, ordered=True):
        steps = empty_page.evaluate(PLAY, [module, ordered, events])
        return [tuple(step[:2]) for step in steps], steps[-1][2]

    return played


STORIES = {
    "a line is sent at once and done when it is answered": [
        ("enter a", "sending", "send a"),
        ("answered", "idle", ""),
    ],
    "what is entered while one is under way waits and is sent in its order": [
        ("enter a", "sending", "send a"),
        ("enter b", "waiting", ""),
        ("change undo", "waiting", ""),
        ("enter c", "waiting", ""),
        ("enter", "waiting", ""),
        ("answered", "waiting", "send b"),
        ("answered", "waiting", "send undo"),
        ("answered typed-on", "sending", "send c"),
        ("answered typed-on", "idle", ""),
    ],
    "a question gives the line back and holds what came after it": [
        ("enter a", "sending", "send a"),
        ("enter b", "waiting", ""),
        ("refused asking in-hand", "asking", "put a"),
        ("enter a", "sending", "send a"),
        ("answered", "idle", "put b"),
        ("enter b", "sending", "send b"),
        ("answered", "idle", "put in-hand"),
        ("enter in-hand", "sending", "send in-hand"),
        ("answered", "idle", ""),
    ],
    "a line refused twice loses nothing of what was put aside before": [
        ("enter a", "sending", "send a"),
        ("enter b", "waiting", ""),
        ("refused refused c", "refused", "put a"),
        ("enter a-mended", "sending", "send a-mended"),
        ("refused refused d", "refused", "put a-mended", ["d", "b", "c"]),
    ],
    "a line that nothing came after is given back": [
        ("enter a", "sending", "send a"),
        ("refused asking", "asking", "put a"),
    ],
    "what nobody answered is kept and sent when somebody does": [
        ("enter a", "sending", "send a"),
        ("enter b", "waiting", ""),
        ("unanswered", "offline", ""),
        ("reached", "waiting", "send a again"),
        ("enter c", "waiting", ""),
        ("answered", "waiting", "send b"),
        ("answered", "sending", "send c"),
        ("reached", "sending", "", ["c"]),
    ],
    "Enter tries at once while nobody answers": [
        ("enter a", "sending", "send a"),
        ("unanswered", "offline", ""),
        ("enter", "sending", "send a again"),
        ("unanswered", "offline", ""),
        ("enter b", "waiting", "send a again", ["a", "b"]),
    ],
    "undo takes back what waits while nobody answers": [
        ("enter a", "sending", "send a"),
        ("enter b", "waiting", ""),
        ("unanswered", "offline", ""),
        ("takeBack in-hand", "offline", ""),
        ("takeBack", "offline", "put b"),
        ("takeBack", "idle", "put a again"),
        ("takeBack", "idle", ""),
    ],
    "an undo that nobody answered is not repeated and what waits behind it is sent": [
        ("change undo", "sending", "send undo"),
        ("unanswered", "idle", ""),
        ("change undo", "sending", "send undo"),
        ("enter a", "waiting", ""),
        ("unanswered", "sending", "send a", ["a"]),
    ],
    "a log-in that ran out stops everything and keeps everything": [
        ("enter a", "sending", "send a"),
        ("enter b", "waiting", ""),
        ("interrupted in-hand", "refused", "put a", ["b", "in-hand"]),
    ],
    "what an earlier page left comes back line by line": [
        ("restore a b c", "idle", "put a"),
        ("enter a", "sending", "send a"),
        ("answered", "idle", "put b"),
        ("enter", "idle", "put c"),
    ],
}
"""Events, each with the resulting state and action; at the end the lines that still wait, if any."""
IN_ANY_ORDER = {
    "lines that have nothing to do with each other are not held back": [
        ("enter a", "sending", "send a"),
        ("enter b", "waiting", ""),
        ("refused asking", "sending", "send b"),
        ("refused refused in-hand", "idle", ""),
        ("enter in-hand", "sending", "send in-hand"),
        ("answered", "idle", "put a"),
        ("enter a", "sending", "send a"),
        ("answered", "idle", "put b"),
    ],
    **{
        name: STORIES[name]
        for name in (
            "a line that nothing came after is given back",
            "a log-in that ran out stops everything and keeps everything",
        )
    },
}
"""The same for a queue of independent lines."""


@pytest.mark.parametrize(
    ("name", "ordered"),
    [*((name, True) for name in STORIES), *((name, False) for name in IN_ANY_ORDER)],
)
def test_queue_follows_each_scenario(play, name, ordered):
    story = (STORIES if ordered else IN_ANY_ORDER)[name]
    steps, left = play(*(as_event(what) for what, *_ in story), ordered=ordered)
    assert steps == [(state, done) for _, state, done, *_ in story]
    assert left == next(iter(story[-1][3:]), [])


def as_event(what):
    """Return an event for the queue: its name and its values, without empty ones."""
    name, *values = what.split()
    takes = {"enter": 1, "takeBack": 1, "answered": 1, "interrupted": 1, "refused": 2}
    return name, *values, *[""] * (takes.get(name, 0) - len(values))


@pytest.mark.parametrize("ordered", [True, False])
@pytest.mark.parametrize("seed", range(10))
def test_every_line_is_recorded_once_or_still_queued(play, seed, ordered):
    """A person keeps typing while the server answers, refuses, asks or is down; in the end all lines are entered."""
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
