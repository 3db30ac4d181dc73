"""Where the real records lie that tests read; `fixtures/samples/README.md` tells what they are."""

from pathlib import Path

SAMPLES = Path(__file__).resolve().parents[1] / "fixtures" / "samples"
GAMES = SAMPLES / "games"
TSH = SAMPLES / "tsh"
