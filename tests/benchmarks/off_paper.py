"""A recorded game, 24 turns at most, typed at the pace of a person: `python -m tests.benchmarks.off_paper --at desk`.

Nobody types here: a key takes 0.15 s at the desk and 0.3 s on a phone, and 2 s go by before each turn to read the
sheet. The rest is the program. Printed are the keys a turn and the minutes (targets: 3 at the desk, 5 on a phone).
"""

import time

from tests.benchmarks import benchmark_parser
from tests.browser.recorded_games import recorded_games
from tests.browser.test_score_pad import open_game
from tests.browser.windows import chromium, log_in, watched_page
from tests.installation import running, short_lived

TURNS = 24
READING = 2.0
"""Seconds before each turn."""
PLACES = {
    "desk": (0.15, 3, {"viewport": {"width": 1280, "height": 900}}),
    "phone": (0.3, 5, {"viewport": {"width": 360, "height": 740}, "has_touch": True}),
}
"""Seconds a key, the target in minutes, and the window."""


def main() -> None:
    """Type one game and print what it took."""
    parser = benchmark_parser(__doc__)
    parser.add_argument("--at", choices=PLACES, default="desk")
    options = parser.parse_args()
    a_key, target, window = PLACES[options.at]
    turns, reading = (2, 0.0) if options.short else (TURNS, READING)
    a_key = 0.0 if options.short else a_key
    (game,) = recorded_games(1)
    lines = game.lines[:turns]
    with (
        short_lived("off-paper") as installation,
        running(installation) as server,
        chromium() as browser,
        watched_page(browser, server.address, **window) as page,
    ):
        log_in(page)
        open_game(page, *game.players)
        keys, begun = 0, time.perf_counter()
        for number, line in enumerate(lines, 1):
            time.sleep(reading)
            in_play = line[0].isalnum() and " " in line
            for at, key in enumerate(line):
                is_blank = in_play and " " in line[:at] and key.islower()
                page.keyboard.press(f"Shift+{key}" if is_blank else key.lower())
                time.sleep(a_key)
            page.keyboard.press("Enter")
            keys += len(line) + 1
            page.wait_for_selector(f"#turn-{number}", state="attached")
        minutes = (time.perf_counter() - begun) / 60
    print(
        f"{options.at}: {len(lines)} turns, {keys / len(lines):.1f} keys a turn, {minutes:.1f} minutes "
        f"(target {target})"
    )


if __name__ == "__main__":
    main()
