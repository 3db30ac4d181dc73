"""How long publishing the site of an event takes: `python -m tests.benchmarks.publishing`.

A practice event of 300 players in the middle of its eighth round, in one process, beside the start of the command:
seconds for the whole site into an empty folder, after one more result, after a whole round, and with nothing
changed. Asked for are at most 5 s for a round and 0.5 s where nothing changed.
"""

import tempfile
from pathlib import Path

from tests.benchmarks import benchmark_parser
from tests.installation import Installation

ASK = """
from django.conf import settings
settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
from tests.benchmarks.publishing import measure
measure({folder!r})
"""


def measure(folder: str) -> None:
    """Publish the only event there is again and again, and print how long each time took."""
    import time

    from django.contrib.auth.models import User

    from scoring.actions.activity import Actor
    from tournament.actions.results.results import enter_result
    from tournament.models import Event, Pairing
    from tournament.web.event.published import publish

    event, actor = Event.objects.get(), Actor.of(User.objects.get())
    open_boards = Pairing.objects.filter(
        round__division__event=event, replaced_at=None, results=None, second__isnull=False
    )

    def timed(what: str) -> None:
        begun = time.perf_counter()
        written = publish(event, Path(folder) / "site")
        seconds = time.perf_counter() - begun
        print(f"{what:22}{seconds:7.2f} s{written.changed if written else 0:7} files written")

    timed("everything")
    pairing = open_boards.order_by("board").first()
    assert pairing is not None
    enter_result(actor, pairing, 402, 380)
    timed("one result")
    for number, left in enumerate(open_boards.order_by("board")):
        enter_result(actor, left, 350 + number, 349)
    timed("the rest of the round")
    timed("nothing changed")


def main(players: int, rounds: int) -> None:
    """Make an event in a data folder of its own, and measure."""
    with tempfile.TemporaryDirectory() as folder:
        installation = Installation(Path(folder))
        installation.prepare()
        installation.manage(
            *("simulate_event", "--players", str(players), "--rounds", str(rounds)),
            *("--stage", "half"),
        )
        script = ASK.replace("{folder!r}", repr(folder))
        print(installation.manage("shell", "--no-imports", "--command", script), flush=True)


if __name__ == "__main__":
    short = benchmark_parser(__doc__).parse_args().short
    main(*((8, 3) if short else (300, 15)))
