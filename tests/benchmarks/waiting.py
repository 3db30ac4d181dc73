"""What a director waits for after one press of a button: `python -m tests.benchmarks.waiting`.

Practice events of 300 and 1,000 players with five rounds behind them, asked in one process as the director asks: a
whole event imported from its archive, a plan proposed and adopted, a round paired with each method there is and looked
at, and zips of 50 and 500 recorded games taken in and saved. Seconds of the processor, those
of the reading processes with them, and queries; what takes more than 2 seconds has a star.
"""

import io
import tempfile
import time
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.benchmarks import benchmark_parser
from tests.installation import Installation

SIZES = (300, 1000)
GAMES = (50, 500)
ROUNDS = 5
MOST = 2.0
"""Seconds a director waits without a bar."""
ASK = """
from django.conf import settings
settings.ALLOWED_HOSTS = ["*"]
settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
from tests.benchmarks import waiting
waiting.{work}
"""


@contextmanager
def measured(what: str) -> Iterator[None]:
    """Print what the block took."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    begun = time.process_time()
    with CaptureQueriesContext(connection) as queries:
        yield
    took = time.process_time() - begun
    print(
        f"  {what:44}{took:8.2f} s{len(queries):8} queries{' *' if took > MOST else ''}", flush=True
    )


def a_director() -> Any:
    """A client for whom files are read, and rounds paired, in this process, so that its time counts."""
    from django.contrib.auth.models import User
    from django.test import Client

    from scoring import own_process
    from tournament import jobs
    from tournament.actions.rounds import searching

    jobs.start = jobs.run
    searching.worked_out = lambda do, **_look: do()
    own_process.in_own_process = lambda do, *arguments, **named: do(*arguments, **named)
    client = Client()
    client.force_login(User.objects.get())
    client.get("/help/components/")
    return client


def sent(client: Any, address: str, values: Any) -> str:
    """Where the answer leads to. Exits where it leads nowhere."""
    answer = client.post(address, values)
    if answer.status_code != 302:
        raise SystemExit(f"{address} answered {answer.status_code}: {_why(answer)}")
    return str(answer["Location"])


def _why(answer: Any) -> str:
    shown = [value for each in answer.context or [] for value in each.flatten().values()]
    errors = [getattr(value, "errors", None) or getattr(value, "problem", None) for value in shown]
    return "; ".join(str(error) for error in errors if error)


def events(slug: str, archive: str) -> None:
    """Import the event once more, then pair in it."""
    client = a_director()
    with measured("an archive: sent, and what is in it shown"):
        with Path(archive).open("rb") as file:
            page = sent(client, "/import/", {"files": [file]})
        client.get(page)
    with measured("an archive: imported"):
        sent(client, page, {"name": "Once more"})
    plan(client, f"/events/{slug}/a/")
    rounds(client, f"/events/{slug}/a/")


def rounds(client: Any, desk: str) -> None:
    """Draft the next round with each method."""
    from tournament.web.rounds.forms import PairForm, methods_to_choose

    number = ROUNDS + 1
    for place, (key, name) in enumerate(methods_to_choose()):
        values = dict(PairForm(key=key, number=number).as_sent()) | {"reason": "To compare"}
        address = f"{desk}rounds/{number}/pair/" if place else f"{desk}rounds/new/"
        with measured(f"a round: {name}"):
            answer = client.post(address, values | {"how": "method"}, follow=True)
        if why := _why(answer):
            print(f"    refused: {why[:150]}")


def plan(client: Any, desk: str) -> None:
    """Look at the plan with what is proposed, and adopt it for four rounds more."""
    with measured("a plan: proposed"):
        client.get(f"{desk}plan/")
    with measured("a plan: adopted"):
        answer = client.post(f"{desk}plan/", {"do": "adopt", "rounds": ROUNDS + 4})
    if answer.status_code != 302:
        print(f"    refused: {_why(answer)[:150]}")


def games(folder: str, number: int) -> None:
    """Take in so many games as a zip, and save them all."""
    from django.urls import reverse

    from scoring.models import UploadedGame

    client = a_director()
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w") as bundle:
        for path in sorted(Path(folder).glob("*.gcg"))[:number]:
            bundle.write(path, path.name)
    whole.seek(0)
    whole.name = "games.zip"
    with measured(f"{number} games: sent and verified"):
        page = sent(client, reverse("scoring:upload"), {"files": [whole], "rules": ""})
    with measured(f"{number} games: shown"):
        client.get(page)
    keys = list(
        UploadedGame.objects.filter(upload=page.split("/")[-2]).values_list("pk", flat=True)
    )
    with measured(f"{number} games: saved, a second at a time"):
        sent(client, f"{page}save/", {"game": keys})
        while UploadedGame.objects.filter(state=UploadedGame.State.CHOSEN).exists():
            sent(client, f"{page}save/", {"go_on": "1"})


def main(sizes: tuple[int, ...], numbers: tuple[int, ...]) -> None:
    """Make an event of each size in a data folder of its own, and wait."""
    with tempfile.TemporaryDirectory() as folder:
        installation = Installation(Path(folder) / "data")
        installation.folder.mkdir()
        installation.prepare()
        games = Path(folder) / "games"
        installation.manage("simulate_games", str(max(numbers)), "--to", str(games))
        for number in numbers:
            script = ASK.replace("{work}", f"games({str(games)!r}, {number})")
            print(installation.manage("shell", "--no-imports", "--command", script), flush=True)
    for size in sizes:
        with tempfile.TemporaryDirectory() as folder:
            installation = Installation(Path(folder) / "data")
            installation.folder.mkdir()
            installation.prepare()
            made = installation.manage(
                *("simulate_event", "--players", str(size), "--rounds", str(ROUNDS))
            )
            slug, archive = made.split()[-1], Path(folder) / "event.zip"
            installation.manage("export_event", slug, "--format", "archive", "--to", str(archive))
            script = ASK.replace("{work}", f"events({slug!r}, {str(archive)!r})")
            print(f"{size} players", flush=True)
            print(installation.manage("shell", "--no-imports", "--command", script), flush=True)


if __name__ == "__main__":
    short = benchmark_parser(__doc__).parse_args().short
    main((8,) if short else SIZES, (3,) if short else GAMES)
