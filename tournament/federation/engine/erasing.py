"""Putting a person under initials wherever the name stands: in texts, in what JSON holds, in recorded games."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

ONLY_FACTS = frozenset(
    {"tiles", "rack", "coordinate", "words", "play", "hash", "sha256", "digest", "token"}
)
"""Keys of JSON values that name nobody: a word on the board may be somebody's name."""
MIN_RUN_LENGTH = 3
PACKED = (b"PK", b"\x1f\x8b", b"\xd0\xcf\x11\xe0")
"""How archives and workbooks begin, in which nobody finds a name by its letters."""
_PLAYER = re.compile(r"^#player([1-4])[ \t]+(\S+)[ \t]+(.+?)[ \t]*$", re.IGNORECASE | re.MULTILINE)
"""A line of a GCG file that says who sits where, with the nick that begins their turns."""


def free_initials(initials: str, taken: Collection[str]) -> str:
    """Return the initials, with a number behind them where somebody has them already: `J. D.`, `J. D. 2`."""
    shown, number = initials, 1
    while shown in taken:
        number += 1
        shown = f"{initials} {number}"
    return shown


@dataclass(frozen=True)
class Initials:
    """What stands for a person from now on, wherever one of the names stood.

    A name of several words is found in any case and with any space between them, one of a single word only as it is
    written. `longer` are names of others, and of events, in which one of these names is a part: they stay.
    """

    names: tuple[str, ...]
    keys: tuple[str, ...]
    """The names as people are found by them; replaced where a value is nothing else."""
    shown: str
    shown_key: str
    longer: tuple[str, ...] = ()
    members: tuple[str, ...] = ()
    """Numbers at bodies: nothing stays of them, where a value is nothing else."""

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        longest_first = sorted({*self.names, *self.longer}, key=len, reverse=True)
        ways = "|".join(_way(name) for name in longest_first if name.strip())
        return re.compile(rf"(?<!\w)(?:{ways})(?!\w)" if ways else r"(?!)")

    @cached_property
    def _stay(self) -> frozenset[str]:
        return frozenset(_folded(name) for name in self.longer)

    @cached_property
    def parts(self) -> frozenset[tuple[str, ...]]:
        """By name and number its runs of ASCII letters, the longest first: all stand in a text with it, however JSON
        writes it. Empty where one has too few to be looked for.
        """
        if not _runs((*self.names, *self.members)):
            return frozenset()
        names = {
            tuple(sorted(_long_runs(name), key=lambda run: (-len(run), run))) for name in self.names
        }
        return frozenset(names | {(run,) for run in _runs(self.members)})

    def may_stand_in(self, content: bytes) -> bool:
        """Whether a file may hold one of the names: it is packed, or has the letters of one, in whatever code."""
        runs = _runs(self.names)
        if content.startswith(PACKED) or not runs:
            return True
        letters = content.replace(b"\0", b"").lower()
        return any(run.lower().encode() in letters for run in runs)

    def in_text(self, text: str) -> str:
        """The text with the initials for every name."""
        if text in self.keys:
            return self.shown_key
        if text in self.members and len(text) > MIN_RUN_LENGTH:
            return ""
        return self._pattern.sub(self._instead, text)

    def _instead(self, match: re.Match[str]) -> str:
        return match[0] if _folded(match[0]) in self._stay else self.shown

    def in_value(self, value: Any) -> Any:
        """What JSON holds with the initials for every name, keys too; words on the board stay."""
        if isinstance(value, str):
            return self.in_text(value)
        if isinstance(value, list):
            return [self.in_value(part) for part in value]
        if isinstance(value, Mapping):
            return {self.in_text(key): self._of_key(key, part) for key, part in value.items()}
        return value

    def _of_key(self, key: str, value: Any) -> Any:
        if key in ONLY_FACTS:
            return value
        return "" if key == "member" and value in self.members else self.in_value(value)

    def in_facts(
        self, facts: Mapping[str, list[Any] | None], texts: Mapping[str, Iterable[int]]
    ) -> dict[str, list[Any] | None]:
        """Facts of the log with the initials in those values that are texts: their places by the kind of fact."""
        changed: dict[str, list[Any] | None] = {}
        for key, values in facts.items():
            places = texts.get(key.partition(":")[0], ())
            changed[key] = values and [
                self.in_value(value) if place in places else value
                for place, value in enumerate(values)
            ]
        return changed

    def in_gcg(self, text: str) -> str:
        """A GCG file with the initials for the name, and for the nick where it is the person's."""
        nicks = {nick for _, nick, name in _PLAYER.findall(text) if self.in_text(name) != name}
        return "\n".join(self._in_line(line, nicks) for line in text.split("\n"))

    def _in_line(self, line: str, nicks: Collection[str]) -> str:
        if line.lstrip().startswith(">"):
            nick, colon, rest = line.lstrip()[1:].partition(":")
            return f">{self.nick}{colon}{rest}" if nick.strip() in nicks else line
        if player := _PLAYER.match(line):
            number, nick, name = player.groups()
            nick = self.nick if nick in nicks else nick
            return f"#player{number} {nick} {self.in_text(name)}"
        return self.in_text(line)

    @property
    def nick(self) -> str:
        """The initials in one word, as a recorded game has them before each turn."""
        return self.shown.replace(". ", ".").replace(" ", "")


def _runs(names: Iterable[str]) -> tuple[str, ...]:
    """The longest run of ASCII letters and digits of each name; () where one is too short to be looked for."""
    runs = []
    for name in names:
        long = _long_runs(name)
        if not long:
            return ()
        runs.append(max(long, key=len))
    return tuple(dict.fromkeys(runs))


def _long_runs(name: str) -> list[str]:
    """The runs of ASCII letters and digits of a name that are long enough to be looked for."""
    return [run for run in re.findall(r"[A-Za-z0-9]+", name) if len(run) >= MIN_RUN_LENGTH]


def _way(name: str) -> str:
    """The pattern of a name."""
    words = [re.escape(word) for word in name.split()]
    apart = r"[\s_]+".join(words)
    return apart if len(words) == 1 else f"(?i:{apart})"


def _folded(name: str) -> str:
    return " ".join(re.split(r"[\s_]+", name.strip())).casefold()
