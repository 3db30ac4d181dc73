"""The location of the real records for tests, described in `fixtures/samples/README.md`."""

from pathlib import Path

SAMPLES = Path(__file__).resolve().parents[1] / "fixtures" / "samples"
GAMES = SAMPLES / "games"
TSH = SAMPLES / "tsh"
