"""Sheets in GCG with something broken in them, for the tests: lines, words and signs lost, moved, mistyped."""

from pathlib import Path
from random import Random

from scoring.engine.gcg import decode
from tests.scoring.engine.gcg.sheets import HEAD, PLAYS

DEMO = Path(__file__).resolve().parents[4] / "fixtures" / "demo" / "games"
MALFORMED = (
    ">ann: 8H G5 BOHS",
    ">ann: G5 8H G5  BOHS",
    ">ann: 8H G5 +5",
    "> ann: G5 8H WORD 5 5",
    ">ann: ABC 8H",
    ">ann: ABC 8H 12 12",
    ">ann: ABC 8H () +5 5",
    ">ann: ABC 8H WORD +1 2 3 4",
    ">ann: -0 +0 0",
    ">ann: ABC - +0 5 and then some",
    ">ann: ABC -- junk",
    ">ann:  (challenge) +5 35 twice",
    ">ann:  (time) -10 25 clock",
    ">ann: hello",
    ">ann:",
    ">ann",
    ">eve: ABC - +0 0",
    ">eve: ABC 8H WORD +5 5",
    ">bob:\t8H\tG5   BOHS  ",
    "neither # nor >",
    "#- carried on",
    "#player1",
    "#player1 eve Eve",
    "#player3 eve Eve",
    "#player4 eve Eve",
    "#title again",
    "#note a note",
    "#note adjustment: the clock",
    "#rack1 ABC",
    "#",
)
"""What has been met, or can be thought of, that is no line of the format or none in its place."""
WELL_FORMED = (
    *PLAYS,
    ">ann: 8H LOFTY",
    ">ann: AB 8H LOFTY +27 168 ADO, LIS",
    ">ann: ABC -ABC +0 5",
    ">ann: ABC -IIII +0 5",
    ">bob: -4",
    ">bob: [CH]ICO 8D [CH]ICO +22 22",
    ">ann: ABC -- -30 0",
    ">ann: --",
    ">ann:  (challenge) +5 35",
    ">ann:  (time) +-10 25",
    ">bob:  (QZ) +40 70",
    ">bob: QZ (QZ) -20 10",
)
TOKENS = (
    "8H", "H8", "G5", "-", "--", "-ABC", "-0", "-4", "(", "()", "(time)", "(QZ)", "+5", "-5", "+-5", "5", "999999",
    "123456789", "ABC", "WORD", ".", "[CH]", "[", "[]", "?", ">", ">ann:", ">eve:", ":", "#", "#note", "#title",
    "#player1", "#player3", "ann", "a:b", "\N{LINE SEPARATOR}", "\x0b", "\t", "\N{ARABIC-INDIC DIGIT FIVE}", "é",
)  # fmt: skip


def sheets() -> list[str]:
    """Whole texts that are all right: the demo's games and the worked plays."""
    demo = [decode(path.read_bytes())[0] for path in sorted(DEMO.glob("*.gcg"))]
    return [*demo, HEAD + "\n".join(WELL_FORMED) + "\n", "\n".join(PLAYS), HEAD]


def mutated(text: str, rng: Random) -> str:
    """The text with up to twelve things broken."""
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
