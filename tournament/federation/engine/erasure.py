"""Replace a person's name with initials in strings, JSON values and recorded games."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

UNCHANGED_KEYS = frozenset(
    {"tiles", "rack", "coordinate", "words", "play", "hash", "sha256", "digest", "token"}
)
"""JSON keys whose values are left unchanged: words on the board may look like names, and digests must not change."""
MIN_RUN_LENGTH = 3
COMPRESSED_SIGNATURES = (b"PK", b"\x1f\x8b", b"\xd0\xcf\x11\xe0")
"""The first bytes of archives and workbooks, whose compressed content cannot be searched."""
_PLAYER = re.compile(r"^#player([1-4])[ \t]+(\S+)[ \t]+(.+?)[ \t]*$", re.IGNORECASE | re.MULTILINE)
"""A pattern for the line of a GCG file with a player's seat, the nick that starts their turns, and the name."""


def free_initials(initials: str, taken: Collection[str]) -> str:
    """Return the initials, with a number if they are taken: `J. D.`, `J. D. 2`."""
    shown, number = initials, 1
    while shown in taken:
        number += 1
        shown = f"{initials} {number}"
    return shown


@dataclass(frozen=True)
class Initials:
    """The replacement of a person's names with initials.

    A name of several words matches in any case and with any spaces; a single word matches as written.
    `longer_names` are names of other people and of events that contain one of these names and stay unchanged.
    """

    names: tuple[str, ...]
    keys: tuple[str, ...]
    """The search keys of the names, replaced if they are the whole value."""
    shown: str
    shown_key: str
    longer_names: tuple[str, ...] = ()
    member_numbers: tuple[str, ...] = ()
    """Member numbers, deleted if they are the whole value."""

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        longest_first = sorted({*self.names, *self.longer_names}, key=len, reverse=True)
        ways = "|".join(_name_regex(name) for name in longest_first if name.strip())
        return re.compile(rf"(?<!\w)(?:{ways})(?!\w)" if ways else r"(?!)")

    @cached_property
    def _unchanged_names(self) -> frozenset[str]:
        return frozenset(_fold_name(name) for name in self.longer_names)

    @cached_property
    def search_terms(self) -> frozenset[tuple[str, ...]]:
        """Return the runs of ASCII letters and digits of each name, and the longest run of each member number.

        Every string with the name or number contains all its runs, even as JSON. The runs of a name
        are sorted, longest first. The set is empty if a name or number has no run long enough to
        search for.
        """
        if not _longest_runs((*self.names, *self.member_numbers)):
            return frozenset()
        names = {
            tuple(sorted(_long_runs(name), key=lambda run: (-len(run), run))) for name in self.names
        }
        return frozenset(names | {(run,) for run in _longest_runs(self.member_numbers)})

    def may_occur_in(self, content: bytes) -> bool:
        """Return whether a file may contain one of the names.

        Return True for compressed files, which are not searched, and if a name has no run of
        letters to search for.
        """
        runs = _longest_runs(self.names)
        if content.startswith(COMPRESSED_SIGNATURES) or not runs:
            return True
        letters = content.replace(b"\0", b"").lower()
        return any(run.lower().encode() in letters for run in runs)

    def replace_in_text(self, text: str) -> str:
        """Return the text with every name replaced by the initials.

        A text that is only a member number of more than three characters becomes empty; one that is only the
        search key of a name becomes the search key of the initials.
        """
        if text in self.keys:
            return self.shown_key
        if text in self.member_numbers and len(text) > MIN_RUN_LENGTH:
            return ""
        return self._pattern.sub(self._replacement_of, text)

    def _replacement_of(self, match: re.Match[str]) -> str:
        return match[0] if _fold_name(match[0]) in self._unchanged_names else self.shown

    def replace_in_value(self, value: Any) -> Any:
        """Return a JSON value with every name replaced by the initials, including names in keys.

        Values under the keys in `UNCHANGED_KEYS`, such as words on the board, are left unchanged.
        """
        if isinstance(value, str):
            return self.replace_in_text(value)
        if isinstance(value, list):
            return [self.replace_in_value(part) for part in value]
        if isinstance(value, Mapping):
            return {
                self.replace_in_text(key): self._replace_in_key(key, part)
                for key, part in value.items()
            }
        return value

    def _replace_in_key(self, key: str, value: Any) -> Any:
        if key in UNCHANGED_KEYS:
            return value
        return (
            "" if key == "member" and value in self.member_numbers else self.replace_in_value(value)
        )

    def replace_in_facts(
        self, facts: Mapping[str, list[Any] | None], texts: Mapping[str, Iterable[int]]
    ) -> dict[str, list[Any] | None]:
        """Return facts of the log with the names in their string values replaced by the initials.

        `texts` has the positions of the string values by kind of fact.
        """
        changed: dict[str, list[Any] | None] = {}
        for key, values in facts.items():
            places = texts.get(key.partition(":")[0], ())
            changed[key] = values and [
                self.replace_in_value(value) if place in places else value
                for place, value in enumerate(values)
            ]
        return changed

    def replace_in_gcg(self, text: str) -> str:
        """Return the content of a GCG file with the name and the person's nick replaced by the initials."""
        nicks = {
            nick for _, nick, name in _PLAYER.findall(text) if self.replace_in_text(name) != name
        }
        return "\n".join(self._replace_in_line(line, nicks) for line in text.split("\n"))

    def _replace_in_line(self, line: str, nicks: Collection[str]) -> str:
        if line.lstrip().startswith(">"):
            nick, colon, rest = line.lstrip()[1:].partition(":")
            return f">{self.nick}{colon}{rest}" if nick.strip() in nicks else line
        if player := _PLAYER.match(line):
            number, nick, name = player.groups()
            nick = self.nick if nick in nicks else nick
            return f"#player{number} {nick} {self.replace_in_text(name)}"
        return self.replace_in_text(line)

    @property
    def nick(self) -> str:
        """Return the initials as one word, used as the person's nick in recorded games."""
        return self.shown.replace(". ", ".").replace(" ", "")


def _longest_runs(names: Iterable[str]) -> tuple[str, ...]:
    """Return the longest run of ASCII letters and digits in each name.

    Return an empty tuple if any name has no run long enough to search for.
    """
    runs = []
    for name in names:
        long = _long_runs(name)
        if not long:
            return ()
        runs.append(max(long, key=len))
    return tuple(dict.fromkeys(runs))


def _long_runs(name: str) -> list[str]:
    """Return the runs of ASCII letters and digits of a name that are long enough to search for."""
    return [run for run in re.findall(r"[A-Za-z0-9]+", name) if len(run) >= MIN_RUN_LENGTH]


def _name_regex(name: str) -> str:
    """Return the regular expression for a name."""
    words = [re.escape(word) for word in name.split()]
    apart = r"[\s_]+".join(words)
    return apart if len(words) == 1 else f"(?i:{apart})"


def _fold_name(name: str) -> str:
    return " ".join(re.split(r"[\s_]+", name.strip())).casefold()
