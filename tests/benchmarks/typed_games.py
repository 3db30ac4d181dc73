"""Count keys per turn and refusals on the score pad: `python -m tests.benchmarks.typed_games`.

Five stored games are typed as by a practised user: the square, the placed tiles (or the whole
word if these would be ambiguous), the score, Enter; a blank is a letter with Shift. A line
may be questioned or refused only where the record itself has a mistake, and is then entered
again. The final totals must be those of the record.
"""

from playwright.sync_api import Page, expect

from scoring import catalogue
from scoring.engine import gcg
from scoring.engine.game.record import Record
from scoring.engine.game.replay import Replay, replay
from scoring.engine.game.turns import Turn, TurnKind
from scoring.engine.typing.typed_turn import UnderstoodTurn, parse_turn
from tests.benchmarks import benchmark_parser
from tests.browser.test_score_pad import RULES, lines_of, totals, type_line
from tests.browser.windows import chromium, log_in, watched_page
from tests.installation import running, short_lived
from tests.samples import GAMES

TYPED = (
    "human_03_tt_xcount_crlf.gcg",
    "human_05_exchange_pass_tt.gcg",
    "human_06_tt_groups.gcg",
    "human_08_withdraw_exchange_dd_crlf.gcg",
    "human_20_exchange_xcount_crlf.gcg",
)
MAX_KEYS = 10.5
"""Keys per turn over all five games."""
ANSWERED = """number => {
  const form = document.querySelector("[data-entry]");
  const isAsked = form.dataset.state !== "idle" && form.dataset.state !== "sending";
  return document.getElementById(`turn-${number}`) ? "entered" : isAsked ? form.dataset.state : null;
}"""
"""The response to the line of a turn: entered, or the state in which the line waits."""


def typed_by_hand(turn: Turn, line: str, before: Replay) -> tuple[str, int]:
    """Return the typed line of a turn and the number of its keys, including Enter and every Shift."""
    if turn.kind is not TurnKind.PLAY:
        return line, len(line) + 1
    square, word, *_score = line.split()
    laid = "".join(tile for tile in turn.tiles if tile != ".")
    whole = word.replace("(", "").replace(")", "")
    for letters in (laid, whole):
        text = f"{square} {letters}{turn.announced}"
        read = parse_turn(text, before)
        if isinstance(read, UnderstoodTurn) and read.turn.tiles == tuple(turn.tiles):
            return text, len(text) + sum(letter.islower() for letter in laid) + 1
    return line, len(line) + 1


def wrong_turns(record: Record, whole: Replay) -> set[int]:
    """Return the turns of a record, from 1, with a fault or an announced score that is wrong."""
    return {index + 1 for index in whole.faults} | {
        index + 1
        for index, turn in enumerate(record.turns)
        if turn.kind is TurnKind.PLAY and turn.announced not in (None, whole.scores[index])
    }


def type_game(page: Page, name: str) -> tuple[int, int]:
    """Type one game; return its turns and keys. Raise an error if a correct line is refused."""
    rules = catalogue.rule_set(RULES)
    english, standard = catalogue.tile_set(rules.tile_set), catalogue.layout(rules.layout)
    record = gcg.read((GAMES / name).read_bytes().decode("utf-8")).split_into_tiles(english)
    whole = replay(record.turns, rules, english, standard, 2)
    wrong, questioned, keys = wrong_turns(record, whole), [], 0
    page.goto("/games/new/")
    page.goto("/games/new/")
    page.get_by_label("Who begins").fill("Ann Able")
    page.get_by_label("Second").fill("Ben Baker")
    page.get_by_label("Rules").select_option(RULES)
    with page.expect_navigation():
        page.get_by_role("button", name="Open the score pad").click()
    lines = lines_of(record)
    for number, (turn, line) in enumerate(zip(record.turns, lines, strict=False), 1):
        before = replay(record.turns[: number - 1], rules, english, standard, 2)
        text, count = typed_by_hand(turn, line, before)
        keys += count
        type_line(page, text)
        page.keyboard.press("Enter")
        answer = page.wait_for_function(ANSWERED, arg=number).json_value()
        if answer != "entered":
            questioned.append(number)
            assert number in wrong, f"{name}, turn {number}, {text}: {page.inner_text('#preview')}"
            page.keyboard.press("Enter")
            keys += 1
        expect(page.locator(f"#turn-{number}")).to_be_attached()
        expect(page.locator("#line")).to_have_value("")
    played = replay(record.turns[: len(lines)], rules, english, standard, 2)
    assert totals(page) == list(played.running), (name, totals(page), played.running)
    print(
        f"{name:44}{len(lines):5}{keys:6}{keys / len(lines):7.1f}   asked about {questioned or 'none'}"
    )
    return len(lines), keys


def main() -> None:
    """Print a line for each game, and fail if it takes too many keys."""
    print(f"{'':44}turns  keys  a turn")
    with (
        short_lived("typed") as installation,
        chromium() as browser,
        running(installation) as server,
        watched_page(browser, server.address, viewport={"width": 1366, "height": 768}) as page,
    ):
        log_in(page)
        typed = [type_game(page, name) for name in TYPED]
    turns, keys = (sum(figures) for figures in zip(*typed, strict=True))
    print(f"{'all':44}{turns:5}{keys:6}{keys / turns:7.1f}")
    if keys / turns > MAX_KEYS:
        raise SystemExit(f"More than {MAX_KEYS} keys a turn")


if __name__ == "__main__":
    benchmark_parser(__doc__).parse_args()
    main()
