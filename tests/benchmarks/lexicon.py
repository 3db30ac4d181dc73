"""How fast words are found in a list, what opening one costs, and what a second process pays for it.

`python -m tests.benchmarks.lexicon`
"""

import random
import string
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from scoring.catalogue import tile_set
from scoring.engine.typing.word_lists import read_words
from scoring.lexicon import Lexicon
from scoring.wordlist import build
from tests.benchmarks import benchmark_parser
from tests.installation import SOURCE

WORDS, LOOKUPS = 280_000, 200_000
FEW = 2_800
"""Words and look-ups where it only has to run."""


def made_up(number: int) -> list[str]:
    """Words of 2 to 15 letters, as many of each length as real lists have, the same every time."""
    lengths = {2: 120, 3: 1_300, 4: 5_500, 5: 12_500, 6: 22_000, 7: 33_000, 8: 41_000, 9: 41_000}
    lengths |= {10: 36_000, 11: 29_500, 12: 22_500, 13: 17_000, 14: 11_500}
    lengths = {length: count * number // WORDS for length, count in lengths.items()}
    lengths[15] = number - sum(lengths.values())
    draw = random.Random(9)
    words = set()
    for length, count in lengths.items():
        few = min(count, 26**length)
        while few:
            word = "".join(draw.choices(string.ascii_uppercase, k=length))
            few -= word not in words
            words.add(word)
    return sorted(words)


def private_memory() -> int:
    """Bytes of this process that no other shares."""
    text = Path("/proc/self/smaps_rollup").read_text()
    return sum(int(line.split()[1]) * 1024 for line in text.splitlines() if "Private" in line)


CHILD = """
import sys
from tests.benchmarks.lexicon import private_memory
from pathlib import Path
from scoring.lexicon import Lexicon
before = private_memory()
words = Lexicon.open(Path(sys.argv[1]))
assert all(word in words for word in words)
print(private_memory() - before)
"""


def main(number: int, lookups: int) -> None:
    words = made_up(number)
    with tempfile.TemporaryDirectory() as folder:
        begun = time.perf_counter()
        read = read_words("\n".join(words).encode(), tile_set("english"))
        _, description = build("made_up", "Made up", read.words).write(Path(folder))
        print(f"read and write a list of {len(words):,} words: {time.perf_counter() - begun:.2f} s")

        begun = time.perf_counter()
        for _ in range(100):
            opened = Lexicon.open(description)
        print(f"open it: {(time.perf_counter() - begun) * 10:.2f} ms")

        draw = random.Random(1)
        there = draw.choices(words, k=lookups)
        not_there = [word[:-1] + "?" for word in there]
        for name, sample in (("is there", there), ("is not there", not_there)):
            begun = time.perf_counter()
            known = sum(word in opened for word in sample)
            microseconds = (time.perf_counter() - begun) / lookups * 1e6
            print(f"a look-up of a word that {name}: {microseconds:.2f} us ({known:,} found)")

        if Path("/proc/self/smaps_rollup").exists():
            command = [sys.executable, "-c", CHILD, str(description)]
            child = subprocess.run(command, check=True, cwd=SOURCE, capture_output=True, text=True)
            size = description.with_suffix(".txt").stat().st_size
            print(
                f"memory of its own for a process that has looked up every word: "
                f"{int(child.stdout) / 1024:,.0f} kB, the list has {size / 1024:,.0f} kB"
            )


if __name__ == "__main__":
    arguments = benchmark_parser(__doc__).parse_args()
    main(FEW, FEW) if arguments.short else main(WORDS, LOOKUPS)
