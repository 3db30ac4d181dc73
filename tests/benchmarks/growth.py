"""How each cost grows: `python -m tests.benchmarks.growth [FILE]`, of what `tests.benchmarks.scale --into FILE` wrote.

Without a file, and with `--short`, it is of the figures committed beside this one, those of CONTRIBUTING. For every
page the milliseconds of the processor, the program's and the database's, at each size, and the power of the size by
which they grow between the smallest and the largest: 0 is as long however much there is, 1 in proportion. With
`--plot PICTURE.svg` the same is drawn, a panel for each kind of page, both axes in powers of ten.
"""

from __future__ import annotations

import argparse
import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from xml.sax.saxutils import escape

LEAST_MS = 1.0
COMMITTED = Path(__file__).with_name("scale_figures.jsonl")
"""What was measured last at 1, 10 and 100 %."""
PICTURE = Path(__file__).with_name("growth.svg")
"""How that grows, as CONTRIBUTING shows it."""

KINDS = {
    "Searches": "find ",
    "Everything at once": "rating of a year|recheck",
    "Public site and API": "site|API",
    "A small event": "small event|.* of it$",
    "Events": "events|new event",
    "People and members": "people|members|erase",
    "Seasons and ratings": "season|rating (runs|list|lists)$",
    "Clubs and library": "club|library|turns of|record a game",
    "Organisation and its log": "organisation|activity of all",
    "A big event": "",
}
"""The panels of the picture; a cost belongs to the first whose pattern its name begins with."""
ALLOWED = {"Searches": 100.0, "Everything at once": 60_000.0}
"""What is asked for at most, in milliseconds by the clock; of all other panels 200."""


def costs(lines: Iterable[str]) -> dict[str, dict[int, float]]:
    """Milliseconds of the processor by name and by percent; what was measured again counts as it was last."""
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


# --- the picture ------------------------------------------------------------------------------

WIDTH, ACROSS = 760, 2
LEFT, TOP, PLOT_WIDTH, PLOT_HEIGHT = 54, 34, 142, 176
PANEL_WIDTH, PANEL_HEIGHT = WIDTH // ACROSS, TOP + PLOT_HEIGHT + 36
HEAD, LINE = 74, 12
"""The height of the heading, and the distance of two labels."""
STYLE = """
  svg { font: 11px system-ui, "Segoe UI", Roboto, sans-serif; background: #fff; color: #1b1b1b; --strong: #a8320f }
  @media screen and (prefers-color-scheme: dark) { svg { background: #16181b; color: #e8e6e1; --strong: #ff9d6b } }
  text { fill: currentColor } .title { font-size: 15px; font-weight: 600 } .kind { font-size: 12px; font-weight: 600 }
  .grid { stroke: currentColor; stroke-opacity: .16 } .limit { stroke: currentColor; stroke-dasharray: 4 3 }
  .cost { fill: none; stroke: currentColor; stroke-opacity: .6; stroke-width: 1.3 }
  .lead { fill: none; stroke: currentColor; stroke-opacity: .3 }
  .most { stroke: var(--strong); stroke-opacity: 1; stroke-width: 2.2 }
  text.most { fill: var(--strong); stroke: none; font-weight: 600 }
""".strip("\n")


HOW_TO_READ = (
    "Milliseconds of the processor, program and database, at 1, 10 and 100 %; both axes in powers of ten.",
    "Dashed: what is asked for by the clock (page 200 ms, search 100 ms, rating run 60 s). Strong: what grows fastest.",
)


def picture(by_name: Mapping[str, dict[int, float]]) -> str:
    """The same as an SVG: a panel for each kind of page, size across and milliseconds upwards, in powers of ten."""
    measured = {name: row for name, row in by_name.items() if len(row) > 1}
    kinds: dict[str, dict[str, dict[int, float]]] = {kind: {} for kind in KINDS}
    for name, row in measured.items():
        kinds[next(kind for kind, of in KINDS.items() if re.match(of, name))][name] = row
    panels = [(kind, rows) for kind, rows in kinds.items() if rows]
    panels = [*panels[2:], *panels[:2]]  # pages first
    height = HEAD + math.ceil(len(panels) / ACROSS) * PANEL_HEIGHT
    size = f'viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}"'
    title = "How each cost grows with the size of a federation"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-labelledby="of">',
        f'<style>\n{STYLE}\n</style>\n<title id="of">{title}</title>',
        f'<text class="title" x="14" y="24">{title}</text>',
        *(
            f'<text x="14" y="{43 + LINE * 1.25 * at}">{line}</text>'
            for at, line in enumerate(HOW_TO_READ)
        ),
    ]
    for at, (kind, rows) in enumerate(panels):
        x, y = at % ACROSS * PANEL_WIDTH, HEAD + at // ACROSS * PANEL_HEIGHT
        parts += [f'<g transform="translate({x} {y})">', *_panel(kind, rows), "</g>"]
    return "\n".join([*parts, "</svg>", ""])


def _panel(kind: str, rows: Mapping[str, dict[int, float]]) -> list[str]:
    limit = ALLOWED.get(kind, 200.0)
    values = [value for row in rows.values() for value in row.values()]
    lowest = math.floor(math.log10(max(min(values), LEAST_MS)))
    highest = math.ceil(math.log10(max(*values, limit * 2)))

    def across(percent: float) -> float:
        return LEFT + PLOT_WIDTH * math.log10(percent) / 2

    def upwards(value: float) -> float:
        place = (math.log10(max(value, LEAST_MS)) - lowest) / (highest - lowest)
        return TOP + PLOT_HEIGHT * (1 - place)

    right, bottom = LEFT + PLOT_WIDTH, TOP + PLOT_HEIGHT
    parts = [f'<text class="kind" x="14" y="20">{escape(kind)}</text>']
    for power in range(lowest, highest + 1):
        y = upwards(10**power)
        parts += [
            f'<path class="grid" d="M{LEFT} {y:.1f}H{right}"/>',
            f'<text x="{LEFT - 5}" y="{y + 4:.1f}" text-anchor="end">{_milliseconds(10**power)}</text>',
        ]
    for percent in (1, 10, 100):
        x = across(percent)
        parts += [
            f'<path class="grid" d="M{x:.1f} {TOP}V{bottom}"/>',
            f'<text x="{x:.1f}" y="{bottom + 15}" text-anchor="middle">{percent} %</text>',
        ]
    parts.append(f'<path class="limit" d="M{LEFT} {upwards(limit):.1f}H{right}"/>')
    ordered = sorted(rows.items(), key=lambda item: -item[1][max(item[1])])
    fastest = max(rows, key=lambda name: exponent(rows[name]))
    ends = [upwards(row[max(row)]) for _name, row in ordered]
    for (name, row), end, label in zip(ordered, ends, _apart(ends, bottom), strict=True):
        points = " ".join(
            f"{across(percent):.1f},{upwards(row[percent]):.1f}" for percent in sorted(row)
        )
        strong = " most" if name == fastest else ""
        words = re.sub("^find |^organisation, (?=activity)| of everything$", "", name)
        words += f" {_milliseconds(row[max(row)])}" + (
            "" if max(row) == 100 else f" at {max(row)} %"
        )
        x = across(max(row))
        parts += [
            f'<polyline class="cost{strong}" points="{points}"/>',
            f'<path class="lead" d="M{x + 2:.1f} {end:.1f}L{right + 14} {label:.1f}"/>',
            f'<text class="{strong.strip()}" x="{right + 17}" y="{label + 4:.1f}">{escape(words)}</text>',
        ]
    return parts


def _apart(places: Sequence[float], bottom: float) -> list[float]:
    """The places of labels, which come from the top downwards, as near as can be and a line apart."""
    moved: list[float] = []
    for place in places:
        moved.append(max(place, moved[-1] + LINE) if moved else place)
    below = bottom
    for at in range(len(moved) - 1, -1, -1):
        moved[at] = min(moved[at], below)
        below = moved[at] - LINE
    return moved


def _milliseconds(value: float) -> str:
    """A time as a label has it: milliseconds, seconds, minutes."""
    if value < 1_000:
        return f"{value:.0f} ms"
    return f"{value / 1_000:,.0f} s"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("figures", nargs="?", type=Path, default=COMMITTED)
    parser.add_argument("--plot", type=Path, help="write the picture into this file")
    parser.add_argument("--short", action="store_true", help="of the committed figures")
    options = parser.parse_args()
    measured_costs = costs(options.figures.read_text(encoding="utf-8").splitlines())
    print(table(measured_costs))
    if options.plot:
        options.plot.write_text(picture(measured_costs), encoding="utf-8")
