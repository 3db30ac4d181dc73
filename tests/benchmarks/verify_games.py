"""Measure the verification of recorded games: `python -m tests.benchmarks.verify_games [FOLDER]`.

The output is the number of games per second for parsing, replaying and auditing texts in
memory on one core (target: 10,000), for games with and without mistakes and for the real
records; then the wall time of the command for 8,000 files with two jobs (target: below 3 s),
as sentences and as JSON. FOLDER contains the files for the command; by default, the simulated
games are copied into a temporary folder. The simulated games come from a fixed seed and are
cached in the folder for temporary files.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path

from scoring.archive import MAX_FILE_BYTES, game_files_of, gc_paused, shipped_rules
from scoring.engine.audit.identify import RequestedKeys
from scoring.engine.audit.verification import verify, verify_all
from scoring.engine.game.turns import TurnKind
from scoring.engine.gcg import decode
from scoring.simulation import Habits
from scoring.simulation.games import SimulationRequest
from tests.benchmarks import benchmark_parser
from tests.installation import SOURCE, Installation
from tests.samples import GAMES

SEED = "benchmark"
RUNS = 30
STARTS = 2
ENOUGH = 600
"""Games per run: the best of many short runs is hardly affected by other load."""
BATCH = 50
"""Games verified together, as in the command."""


def simulated(count: int, mistakes: float) -> list[str]:
    """Return the texts of `count` games, cached in the temporary folder."""
    folder = Path(tempfile.gettempdir()) / f"ninetimer-benchmark-{count}-{mistakes}"
    if not folder.is_dir():
        making = Path(tempfile.mkdtemp(prefix="ninetimer-benchmark-"))
        for game in SimulationRequest(SEED, habits=Habits(mistakes=mistakes)).play_games(
            count, jobs=2
        ):
            (making / game.file_name).write_text(game.text, encoding="utf-8", newline="")
        making.rename(folder)
    return [path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.gcg"))]


def samples(pattern: str) -> list[str]:
    """Return the texts of the real records that match `pattern`."""
    return [decode(path.read_bytes()[:MAX_FILE_BYTES])[0] for path in sorted(GAMES.glob(pattern))]


def in_memory(name: str, texts: list[str], runs: int) -> None:
    """Print the number of texts verified per second in the best of several runs."""
    known, anything = shipped_rules(), RequestedKeys()
    audits = [verify(text, known).audit for text in texts]
    turns = sum(len(audit.record.turns) for audit in audits) / len(texts)
    wrong = sum(len(audit.findings) for audit in audits) / len(texts)
    texts = (texts * (ENOUGH // len(texts) + 1))[:ENOUGH] if runs > 1 else texts
    batches = [
        [(text, ()) for text in texts[at : at + BATCH]] for at in range(0, len(texts), BATCH)
    ]
    best = float("inf")
    for _ in range(runs):
        start = time.perf_counter()
        for batch in batches:
            with gc_paused():
                verify_all(batch, known, anything)
        best = min(best, time.perf_counter() - start)
    plays = sum(turn.kind is TurnKind.PLAY for audit in audits for turn in audit.record.turns)
    print(
        f"{name:34} {len(texts) / best:8,.0f} games/s   {turns:4.1f} turns "
        f"({plays / len(audits):4.1f} plays) and {wrong:4.2f} findings a game"
    )


def of_command(name: str, folder: Path, data: Path, runs: int, *options: str) -> None:
    """Print the wall time of `verify_games` for a folder in the best of several runs, including the start of
    the program.

    `data` is the data folder of the program.
    """
    number = len(game_files_of([folder]))
    command = [sys.executable, str(SOURCE / "manage.py"), "verify_games", str(folder), *options]
    environment = Installation(data).environment()
    best = float("inf")
    for _ in range(runs):
        start = time.perf_counter()
        done = subprocess.run(
            command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False
        )
        if done.stderr:
            raise SystemExit(done.stderr.decode(errors="replace"))
        best = min(best, time.perf_counter() - start)
    print(f"{name:34} {best:8.2f} s for {number:,} files, exit code {done.returncode}")


def copied(texts: list[str], count: int, to: Path) -> None:
    """Write `count` files into a folder, repeating the texts."""
    for number in range(count):
        (to / f"game_{number:05d}.gcg").write_text(texts[number % len(texts)], encoding="utf-8")


def main() -> None:
    parser = benchmark_parser(__doc__)
    parser.add_argument("folder", nargs="?", type=Path, help="files for the command to verify")
    parser.add_argument("--games", type=int, default=400, help="how many to simulate (400)")
    parser.add_argument("--files", type=int, default=8000, help="files for the command (8000)")
    parser.add_argument("--jobs", default="2", help="processes of the command (2)")
    chosen = parser.parse_args()
    games, files, runs, starts = (
        (4, 8, 1, 1) if chosen.short else (chosen.games, chosen.files, RUNS, STARTS)
    )
    right, wrong = simulated(games, 0.0), simulated(games, 0.1)
    in_memory("simulated games", right, runs)
    in_memory("simulated, one score in ten wrong", wrong, runs)
    in_memory("samples by a program", samples("machine_*.gcg"), runs)
    in_memory("samples by people", samples("human_*.gcg"), runs)
    jobs = ("--jobs", "1" if chosen.short else chosen.jobs)
    with tempfile.TemporaryDirectory(prefix="ninetimer-benchmark-files-") as made:
        data, unmixed, mistaken = (Path(made, name) for name in ("data", "right", "wrong"))
        for folder in (data, unmixed, mistaken):
            folder.mkdir()
        copied(right, files, unmixed)
        copied(wrong, files, mistaken)
        of_command("verify_games", chosen.folder or unmixed, data, starts, *jobs)
        if chosen.short:
            return
        of_command("verify_games --json", chosen.folder or unmixed, data, starts, *jobs, "--json")
        of_command("with mistakes", mistaken, data, starts, *jobs)
        of_command("with mistakes, --json", mistaken, data, starts, *jobs, "--json")


if __name__ == "__main__":
    main()
