"""Verify whole archives of game files.

The verdict on a file is rendered as printable text in the process that reads the file, which may
be a worker. Games themselves are never passed between processes.
"""

from __future__ import annotations

import gc
import json
import multiprocessing
import os
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import Any

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from scoring import catalogue
from scoring.engine.audit.findings import Code, Finding, Severity
from scoring.engine.audit.identify import AvailableRules, RequestedKeys
from scoring.engine.audit.verification import Verification, matching_alternatives, verify_all
from scoring.engine.audit.verification_json import verification_as_json
from scoring.engine.gcg import Unreadable, decode
from scoring.engine.message import Message
from scoring.wording.engine import finding_sentence, sentence
from scoring.wording.phrases import comma_list, format_thousands

MAX_FILE_BYTES = 5_000_000
"""Maximum file size in bytes. A game has a few thousand."""

_CHUNK = 50
_GAME_LINE = re.compile(
    rb"^\W{0,3}#(?:player[1-4]|character-encoding)[ \t]|^>[^:\r\n]+:.*\s[+-]\d+(?:\s+-?\d+)?[ \t]*\r?$",
    re.IGNORECASE | re.MULTILINE,
)
"""Pattern of lines that occur only in game files: a player, the encoding, or a turn with its figures."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of verifying one file.

    `status` is the status of the audit or ``unreadable``. `text` is the output: one JSON object, or
    one line for a file with findings ("" for one without). `fitting_options` lists the options under which a
    wrong file would be right, such as ``--tileset german``. `hidden` is the number of warnings omitted
    from the text.
    """

    file: str
    status: str
    text: str
    fitting_options: tuple[str, ...] = ()
    hidden: int = 0


@dataclass
class Tally:
    """The sum of all verdicts. `fitting_options` contains the number of files that each option would make right."""

    statuses: Counter[str] = field(default_factory=Counter)
    fitting_options: Counter[str] = field(default_factory=Counter)
    hidden: int = 0

    def add(self, verdict: Verdict) -> None:
        """Add the verdict on one file."""
        self.statuses[verdict.status] += 1
        self.fitting_options.update(verdict.fitting_options)
        self.hidden += verdict.hidden

    @property
    def exit_code(self) -> int:
        """The exit code: 0 if nothing differs, 1 if a file differs, 2 if a file cannot be read."""
        if self.statuses["unreadable"]:
            return 2
        return 1 if self.statuses["differs"] else 0

    def sentences(self) -> Iterator[str]:
        """Yield the summary, at most three options that make the most files right, and a count of hidden warnings."""
        number = sum(self.statuses.values())
        counts = [
            _(words).format(count=format_thousands(self.statuses[name]))
            for name, words in _STATUSES.items()
            if self.statuses[name]
        ]
        yield ngettext("{number} file: {counts}.", "{number} files: {counts}.", number).format(
            number=format_thousands(number), counts=comma_list(counts) or _("nothing to verify")
        )
        for option, files in self.fitting_options.most_common(3):
            yield _(
                "With {option}, all differences disappear in {files} of the files that differ."
            ).format(option=option, files=format_thousands(files))
        if self.hidden:
            yield ngettext(
                "{number} more warning is printed with --warnings.",
                "{number} more warnings are printed with --warnings.",
                self.hidden,
            ).format(number=format_thousands(self.hidden))


_STATUSES = {
    "verified": gettext_noop("{count} correct"),
    "differs": gettext_noop("{count} with differences"),
    "unfinished": gettext_noop("{count} unfinished"),
    "unreadable": gettext_noop("{count} unreadable"),
}


def game_files_of(paths: Sequence[Path]) -> list[Path]:
    """Return every game file in `paths`: files as given, and ``.gcg`` and ``.txt`` files in folders.

    A ``.txt`` in a folder is included only if it looks like GCG. A missing path and a folder that
    cannot be opened are included and get a verdict like any other.
    """
    files: list[Path] = []
    for path in paths:
        if path.is_dir():
            files += sorted(_game_files_in(path))
        else:
            files.append(path)
    return list(dict.fromkeys(files))


def _game_files_in(folder: Path) -> Iterator[Path]:
    """Yield the game files in a folder and its subfolders, and the folders that cannot be opened."""
    closed: list[OSError] = []
    for inside, _folders, names in os.walk(folder, onerror=closed.append):
        for name in names:
            if name.lower().endswith((".gcg", ".txt")):
                path = Path(inside, name)
                if _looks_like_gcg(path):
                    yield path
    yield from (Path(error.filename) for error in closed)


def iter_verdicts(
    files: Sequence[Path],
    wanted: RequestedKeys,
    jobs: int,
    *,
    as_json: bool,
    warnings: bool = False,
) -> Iterator[Verdict]:
    """Yield a verdict for every file, in order, from `jobs` processes.

    With `warnings`, the text of a verdict lists all warnings, otherwise their number and the first one.
    Output for other programs (`as_json`) is in English regardless of the language in use.
    """
    judge = partial(verify_files, wanted=wanted, as_json=as_json, warnings=warnings)
    batches = [files[at : at + _CHUNK] for at in range(0, len(files), _CHUNK)]
    if jobs <= 1 or len(batches) < 2:
        for batch in map(judge, batches):
            yield from batch
        return
    with multiprocessing.get_context().Pool(jobs) as pool:
        for batch in pool.imap(judge, batches):
            yield from batch


def verify_files(
    paths: Sequence[Path], wanted: RequestedKeys, *, as_json: bool, warnings: bool = False
) -> list[Verdict]:
    """Return the verdicts on files that are verified together. No exception is raised because of their content."""
    with translation.override("en") if as_json else nullcontext():
        return _verify_files(paths, wanted, as_json=as_json, warnings=warnings)


def _verify_files(
    paths: Sequence[Path], wanted: RequestedKeys, *, as_json: bool, warnings: bool
) -> list[Verdict]:
    texts = [_decoded_text(path) for path in paths]
    with gc_paused():
        read = [text for text in texts if isinstance(text, tuple)]
        games = iter(verify_all(read, shipped_rules(), wanted))
    judged = []
    for path, text in zip(paths, texts, strict=True):
        if isinstance(text, Unreadable):
            judged.append(_unreadable_verdict(str(path), text.findings, as_json=as_json))
        elif isinstance(done := next(games), Unreadable):
            judged.append(
                _unreadable_verdict(str(path), (*text[1], *done.findings), as_json=as_json)
            )
        else:
            judged.append(_verdict(str(path), done, as_json=as_json, warnings=warnings))
    return judged


@contextmanager
def gc_paused() -> Iterator[None]:
    """Suspend the garbage collector, which would examine every game although games have no reference cycles."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _verdict(name: str, done: Verification, *, as_json: bool, warnings: bool) -> Verdict:
    status = done.audit.status.value
    fits = _fitting_options(done) if status == "differs" else ()
    if as_json:
        return Verdict(
            name,
            status,
            _json_line(verification_as_json(name, done, done.audit.findings, sentence)),
            fits,
        )
    text, hidden = _verdict_line(name, done, warnings=warnings)
    return Verdict(name, status, text, fits, hidden)


def _unreadable_verdict(name: str, findings: tuple[Finding, ...], *, as_json: bool) -> Verdict:
    if as_json:
        return Verdict(
            name, "unreadable", _json_line(verification_as_json(name, None, findings, sentence))
        )
    text = _("{file} cannot be read. {reasons}").format(
        file=name, reasons=" ".join(sentence(finding.message) for finding in findings)
    )
    return Verdict(name, "unreadable", text)


@cache
def shipped_rules() -> AvailableRules:
    """Return every shipped rule set, tile set and layout."""
    return AvailableRules(catalogue.rule_sets(), catalogue.tile_sets(), catalogue.layouts())


def _decoded_text(path: Path) -> tuple[str, tuple[Finding, ...]] | Unreadable:
    """Return the text of a file and the findings about its encoding, or `Unreadable` with the reason."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        message = Message("not_opened", why=(error.strerror or str(error)).lower())
        return Unreadable((Finding(Code.NOT_OPENED, message),))
    if len(data) > MAX_FILE_BYTES:
        message = Message("too_large", largest=MAX_FILE_BYTES)
        return Unreadable((Finding(Code.NOT_A_GAME, message),))
    return decode(data)


def _looks_like_gcg(path: Path) -> bool:
    if path.suffix.lower() == ".gcg":
        return True
    try:
        with path.open("rb") as file:
            head = file.read(4096)
    except OSError:
        return True  # its verdict reports the error
    return _GAME_LINE.search(head) is not None


def _verdict_line(name: str, done: Verification, *, warnings: bool) -> tuple[str, int]:
    """Return the line for a game, "" if it has no findings, and the number of warnings omitted from it.

    The line has each difference with its proof and likely slip, then the number of warnings and the
    first of them or, with `warnings`, all of them. A record that does not reach the end of the game is
    reported by its status.
    """
    findings = [item for item in done.audit.findings if item.code is not Code.UNFINISHED]
    parts = [_sentence_with_line(item) for item in findings if item.severity is Severity.ERROR]
    odd = [_sentence_with_line(item) for item in findings if item.severity is Severity.WARNING]
    if odd:
        number = ngettext("{number} warning: {first}", "{number} warnings: {first}", len(odd))
        shown = odd if warnings else odd[:1]
        parts.append(number.format(number=len(odd), first=" | ".join(shown)))
        return f"{name}: {' | '.join(parts)}", len(odd) - len(shown)
    return f"{name}: {' | '.join(parts)}" if parts else "", 0


def _sentence_with_line(finding: Finding) -> str:
    """Return the sentence for a finding, with its line if it has one."""
    if not finding.line:
        return finding_sentence(finding)
    return _("line {line}: {finding}").format(line=finding.line, finding=finding_sentence(finding))


def _fitting_options(done: Verification) -> tuple[str, ...]:
    """Return the options under which nothing in this record would differ, or () if there are none."""
    fitting = []
    for tile_set, layout in matching_alternatives(done, shipped_rules()):
        options = [f"--tileset {tile_set.key}"] if tile_set is not done.setting.tile_set else []
        options += [f"--layout {layout.key}"] if layout is not done.setting.layout else []
        fitting.append(" ".join(options))
    return tuple(fitting)


def _json_line(item: dict[str, Any]) -> str:
    return json.dumps(item)
