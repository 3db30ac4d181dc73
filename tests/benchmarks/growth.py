"""How each cost grows: `python -m tests.benchmarks.growth [FILE]`, of what `tests.benchmarks.scale --into FILE` wrote.

Without a file, and with `--short`, it is of the figures committed beside this one, those of CONTRIBUTING. For every
page the milliseconds of the processor, the program's and the database's, at each size, and the power of the size by
which they grow between the smallest and the largest: 0 is as long however much there is, 1 in proportion.
"""

from __future__ import annotations

import json
import math
import re
import sys
from collections.abc import Iterable
from pathlib import Path

LEAST_MS = 1.0
COMMITTED = Path(__file__).with_name("scale_figures.jsonl")
"""What was measured last at 1, 10 and 100 %."""


def costs(lines: Iterable[str]) -> dict[str, dict[int, float]]:
    """Milliseconds of the processor by name and by percent."""
    by_name: dict[str, dict[int, float]] = {}
    for line in lines:
        row = json.loads(line)
        if "processor" in row:
            name = re.sub(r" \d+ events|, \d+ differences", "", row["name"])
            cost = row["processor"] + row.get("database", 0.0)
            by_name.setdefault(name, {})[row["percent"]] = cost
    return by_name


def exponent(by_percent: dict[int, float]) -> float:
    """The power of the size by which a cost grows from the smallest to the largest size."""
    least, most = min(by_percent), max(by_percent)
    grown = max(by_percent[most], LEAST_MS) / max(by_percent[least], LEAST_MS)
    return math.log(grown) / math.log(most / least)


def table(by_name: dict[str, dict[int, float]]) -> str:
    """The costs as a table of Markdown, what grows fastest first; costs of one size are left out."""
    sizes = sorted({percent for row in by_name.values() for percent in row})
    lines = ["| cost | " + " | ".join(f"{size} %" for size in sizes) + " | grows by |"]
    lines.append("|---" * (len(sizes) + 2) + "|")
    measured = {name: row for name, row in by_name.items() if len(row) > 1}
    for name, row in sorted(measured.items(), key=lambda item: -exponent(item[1])):
        cells = [f"{row[size]:,.0f}" if size in row else "" for size in sizes]
        lines.append(f"| {name} | {' | '.join(cells)} | {exponent(row):.2f} |")
    return "\n".join(lines)


if __name__ == "__main__":
    named = [Path(text) for text in sys.argv[1:] if text != "--short"]
    print(table(costs((named or [COMMITTED])[0].read_text(encoding="utf-8").splitlines())))
