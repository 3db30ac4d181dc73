"""Corrupted GCG sheets for tests: lines, words and characters lost, moved or mistyped."""

from pathlib import Path
from random import Random

from scoring.engine.gcg import decode
from tests.scoring.engine.gcg.sheets import HEAD, PLAYS
from tests.scoring.engine.positions import table

DEMO = Path(__file__).resolve().parents[4] / "fixtures" / "demo" / "games"
LINES = table("odd_lines.toml")
MALFORMED, WELL_FORMED = LINES["malformed"], [*PLAYS, *LINES["well_formed"]]
TOKENS = (
    "8H", "H8", "G5", "-", "--", "-ABC", "-0", "-4", "(", "()", "(time)", "(QZ)", "+5", "-5", "+-5", "5", "999999",
    "123456789", "ABC", "WORD", ".", "[CH]", "[", "[]", "?", ">", ">ann:", ">eve:", ":", "#", "#note", "#title",
    "#player1", "#player3", "ann", "a:b", "\N{LINE SEPARATOR}", "\x0b", "\t", "\N{ARABIC-INDIC DIGIT FIVE}", "é",
)  # fmt: skip


def sheets() -> list[str]:
    """Return correct texts: the demo's games and the worked plays."""
    demo = [decode(path.read_bytes())[0] for path in sorted(DEMO.glob("*.gcg"))]
    return [*demo, HEAD + "\n".join(WELL_FORMED) + "\n", "\n".join(PLAYS), HEAD]


def mutated(text: str, rng: Random) -> str:
    """Return the text with up to twelve errors."""
    lines = text.splitlines()
    for _ in range(rng.randrange(1, 13)):
        at = rng.randrange(len(lines) + 1)
        what = rng.randrange(8)
        if what < 2 or at == len(lines):
            lines.insert(at, rng.choice(MALFORMED + WELL_FORMED))
        elif what == 2:
            del lines[at]
        elif what == 3:
            lines.insert(rng.randrange(len(lines)), lines[at])
        elif what == 4:
            lines[at] = lines[at][: rng.randrange(len(lines[at]) + 1)]
        elif what == 5:
            place = rng.randrange(len(lines[at]) + 1)
            lines[at] = lines[at][:place] + rng.choice(TOKENS) + lines[at][place:]
        else:
            parts = lines[at].split(" ")
            place = rng.randrange(len(parts))
            parts[place : place + rng.randrange(2)] = [rng.choice(TOKENS)]
            lines[at] = " ".join(parts)
    return "\n".join(lines)
