"""Mutate valid files and check that they are read or refused without a crash: `python -m
tests.reliability.mutated`.

Every kind of upload is covered: events, rosters, rating lists, results, games, word lists and
pictures. Compressed files are mutated both as they are and after unpacking, so that changes
also reach the inner parsers.
"""

from __future__ import annotations

import argparse
import gzip
import io
import os
import random
import sys
import time
import traceback
import zipfile
from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from multiprocessing import get_context
from pathlib import Path

from tests.crafted import workbook

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"
PIECES = (
    b"", b"\0", b"\xff", b"\xff\xfe", b"[", b"]", b"{", b"}", b"<", b">", b'"', b",", b";", b"\t", b"\n", b"\r\n",
    b"-", b"-9", b"0", b"1e9", b"99999999999999999999", b"NaN", b"null", b"true", b"1.5", b"\xc3\xbc", b"\xe2\x80\xa8",
    b"&#0;", b"&x;", b"%s", b"#", b" " * 40, b"A" * 300,
)  # fmt: skip
"""Replacements for a few bytes."""
SHOWN = 5
"""Maximum number of printed tracebacks."""

Reader = Callable[[str, bytes], None]


@dataclass
class Outcome:
    """Files read and refused, by kind, and the tracebacks of crashes."""

    read: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    crashes: list[str] = field(default_factory=list)
    slowest: tuple[float, str] = (0.0, "")
    """Seconds, kind and seed of the slowest file."""

    def add(self, other: Outcome) -> None:
        """Merge the outcome of another process."""
        self.read += other.read
        self.refused += other.refused
        self.crashes += other.crashes
        self.slowest = max(self.slowest, other.slowest)


def _event(name: str, content: bytes) -> None:
    from tournament.exchange.event_files import NamedFile, read_bundle
    from tournament.exchange.preview import import_preview

    import_preview(read_bundle([NamedFile(name, content)]))


def _roster(name: str, content: bytes) -> None:
    from tournament.engine.columns import table_of
    from tournament.engine.roster_table import PLAYERS, pasted_text, roster_from_table
    from tournament.exchange.event_files import NamedFile, read_roster_file

    table = table_of(read_roster_file(NamedFile(name, content)).table.rows, PLAYERS)
    roster_from_table(table)
    pasted_text(table)


def _ratings(name: str, content: bytes) -> None:
    from tournament.engine.ratings.rating_list import parse_rating_list, rows_in
    from tournament.web.people.rating_lists import list_file_text

    parse_rating_list(rows_in(list_file_text(name, content)[0]))


def _results(name: str, content: bytes) -> None:
    from tournament.engine.result_table import proposed_columns, read_result_rows
    from tournament.exchange.result_tables import results_table_in
    from tournament.exchange.upload import NamedFile

    rows = results_table_in(NamedFile(name, content))
    read_result_rows(rows, proposed_columns(rows), edits={})


def _games(name: str, content: bytes) -> None:
    from django.core.files.base import ContentFile

    from scoring.actions.unpacking import unpack
    from scoring.queries.uploads import verify_file

    for piece in unpack([ContentFile(content, name=name)], limit=10_000_000).files:
        if not piece.problem:
            verify_file(piece.data)


def _words(_name: str, content: bytes) -> None:
    from scoring import catalogue
    from scoring.actions.lexicons import parse_word_list

    parse_word_list(content, catalogue.tile_set("english"), leave_out_odd=True)


def _picture(_name: str, content: bytes) -> None:
    from tournament.actions.people.clubs import normalized_picture

    normalized_picture(content)


@cache
def sound_files() -> Mapping[str, tuple[Reader, str, bytes]]:
    """Return a valid file of each kind: its reader, name and bytes."""
    formats, games = FIXTURES / "formats", FIXTURES / "demo" / "games"
    archive = (FIXTURES / "archives" / "0.1.ninetimer").read_bytes()
    game = (games / "round-1-board-1.gcg").read_bytes()
    table = [["Name", "Rating", "Club"], ["Zoë Müller", 1623, "Wye"], ["Ana Lopez", 1405, ""]]
    words = (FIXTURES.parent / "scoring/data/lexicons/open_english.txt").read_bytes()[:2_000]
    files: dict[str, tuple[Reader, str, bytes]] = {
        "archive": (_event, "event.ninetimer", archive),
        "archive, unpacked": (_event, "event.ninetimer", gzip.decompress(archive)),
        "aupair": (_event, "spring.TOU", (formats / "aupair/spring-open.TOU").read_bytes()),
        "coco": (_event, "results.csv", (formats / "coco/results.csv").read_bytes()),
        "tourney.js": (_event, "tourney.js", (formats / "tourney_js/reformatted.js").read_bytes()),
        "tsh archive": (_event, "s.tsh", (formats / "tsh/spring-one-day.tsh").read_bytes()),
        "tsh division": (_event, "a.t", (FIXTURES / "events/a.t").read_bytes()),
        "woogles": (_event, "open.json", (formats / "woogles/open.json").read_bytes()),
        "roster": (_roster, "r.csv", b"Name;Rating\nZo\xc3\xab M\xc3\xbcller;1623\nAna Lopez;1405\n"),
        "roster, xlsx": (_roster, "roster.xlsx", workbook(table)),
        "ratings": (_ratings, "s.RT", (formats / "rating_lists/spring-open.RT").read_bytes()),
        "ratings, xlsx": (_ratings, "ratings.xlsx", workbook(table)),
        "results": (_results, "results.csv", (formats / "coco/in-the-wild.tsv").read_bytes()),
        "game": (_games, "a.gcg", game),
        "words": (_words, "words.txt", words),
        "picture": (_picture, "logo.png", _logo()),
    }  # fmt: skip
    for packing in (zipfile.ZIP_DEFLATED, zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2):
        event = {path.name: path.read_bytes() for path in (FIXTURES / "events").glob("*.*t*")}
        label = zipfile.compressor_names[packing]
        files[f"event, zip {label}"] = (_event, "event.zip", _zipped(event, packing))
        files[f"games, zip {label}"] = (_games, "games.zip", _zipped({"a.gcg": game}, packing))
    return files


def _zipped(files: Mapping[str, bytes], packing: int) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", packing) as bundle:
        for name, content in files.items():
            bundle.writestr(name, content)
    return out.getvalue()


def _logo() -> bytes:
    from PIL import Image

    out = io.BytesIO()
    Image.new("RGB", (40, 20), "teal").save(out, "PNG")
    return out.getvalue()


def mutated(content: bytes, draw: random.Random) -> bytes:
    """Return the file with a few bytes changed, inserted, removed or moved, also inside compressed files."""
    if draw.random() < 0.5:
        if content.startswith(b"PK"):
            with zipfile.ZipFile(io.BytesIO(content)) as bundle:
                files = {info.filename: bundle.read(info) for info in bundle.infolist()}
                packing = bundle.infolist()[0].compress_type
            spoilt = draw.choice(sorted(files))
            return _zipped(files | {spoilt: mutated(files[spoilt], draw)}, packing)
        if content.startswith(b"\x1f\x8b"):
            return gzip.compress(mutated(gzip.decompress(content), draw), 1, mtime=0)
    for _ in range(draw.choice((1, 1, 2, 3, 8))):
        at = draw.randrange(len(content) + 1)
        until = at + draw.choice((0, 1, 1, 2, 4, 30))
        kind = draw.random()
        if kind < 0.3:
            piece = draw.randbytes(draw.randint(1, 3))
        elif kind < 0.8:
            piece = draw.choice(PIECES)
        else:
            other = draw.randrange(len(content) + 1)
            piece = content[other : other + draw.randint(1, 60)]
        content = content[:at] + piece + content[until:]
    return content if draw.random() < 0.95 else content[: draw.randrange(len(content) + 1)]


def try_files(seeds: range) -> Outcome:
    """Read one mutated file for each seed, cycling through the kinds."""
    _set_up()
    from scoring.actions.refusals import Refused
    from tournament.engine.interchange import UnreadableEvent
    from tournament.exchange.tables import UnreadableTable

    outcome = Outcome()
    kinds = sorted(sound_files())
    for seed in seeds:
        kind = kinds[seed % len(kinds)]
        read, name, content = sound_files()[kind]
        content = mutated(content, random.Random(seed))
        began = time.process_time()
        try:
            read(name, content)
            outcome.read[kind] += 1
        except (Refused, UnreadableEvent, UnreadableTable):
            outcome.refused[kind] += 1
        except Exception:  # noqa: BLE001 - any is a fault that is counted
            outcome.crashes.append(f"{kind}, seed {seed}:\n{traceback.format_exc()}")
        took = time.process_time() - began
        outcome.slowest = max(outcome.slowest, (took, f"{kind}, seed {seed}"))
    return outcome


def _set_up() -> None:
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()


def run(number: int, first: int = 0, jobs: int = 1) -> Outcome:
    """Try files with consecutive seeds in several processes."""
    if jobs == 1:
        return try_files(range(first, first + number))
    size = 500
    parts = [range(at, min(at + size, first + number)) for at in range(first, first + number, size)]
    outcome = Outcome()
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        for part in pool.map(try_files, parts):
            outcome.add(part)
    return outcome


def main(arguments: list[str]) -> int:
    """Print the number of files read and refused by kind; return 1 after a crash."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--files", type=int, default=100_000)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    chosen = parser.parse_args(arguments)
    began = time.monotonic()
    outcome = run(chosen.files, chosen.first, chosen.jobs)
    for kind in sorted(outcome.read | outcome.refused):
        print(f"{kind:>22}: {outcome.read[kind]:6} read, {outcome.refused[kind]:6} refused")
    print("\n".join(outcome.crashes[:SHOWN]))
    print(
        f"{chosen.files} mutated files in {time.monotonic() - began:.0f} s: {outcome.read.total()} read, "
        f"{outcome.refused.total()} refused, {len(outcome.crashes)} tracebacks; the slowest took "
        f"{outcome.slowest[0]:.2f} s ({outcome.slowest[1]})",
        flush=True,
    )
    return int(bool(outcome.crashes))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
