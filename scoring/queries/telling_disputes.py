"""A dispute in sentences, the same on the page and on paper: slips told once, what was completed, what flips."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.engine.dispute import Dispute, Line, Slip, SlipKind
from scoring.engine.findings import Code
from scoring.engine.goes import ENDINGS
from scoring.engine.turns import Kind
from scoring.queries.sheets import Row

_ENDING = {Kind.END_RACK: "racks", Kind.OVERTIME: "overtime", Kind.ADJUSTMENT: "adjustments"}


@dataclass(frozen=True)
class Told:
    """A slip as it is told: once, however many sheets have it."""

    kind: SlipKind
    message: str
    likely: tuple[str, ...]

    def __str__(self) -> str:
        """The same on paper."""
        if not self.likely:
            return self.message
        return f"{self.message} Likely: {' Or: '.join(self.likely)}"


def slips_told(line: Line, comparison: Dispute) -> tuple[Told, ...]:
    """The slips of a turn in order; what several sheets have alike is one."""
    alike: dict[tuple[object, ...], list[Slip]] = {}
    for slip in line.slips:
        rest = slip.message.removeprefix(_of(comparison, slip.sheet))
        alike.setdefault((slip.kind, slip.said, slip.correct, rest), []).append(slip)
    return tuple(_told(slips, comparison) for slips in alike.values())


def record_told(row: Row, name: str) -> tuple[Told, ...]:
    """What is wrong with a turn on the record itself: the score, the total; a play taken back has no difference."""
    if row.taken_back:
        return ()
    told: list[Told] = []
    for finding in row.findings:
        scored = finding.announced == row.announced and finding.correct == row.correct
        if row.differs and scored and not any(one.kind is SlipKind.SCORING for one in told):
            message = f"{_points(row.announced)} announced, {_points(row.correct)} correct."
            told.append(Told(SlipKind.SCORING, message, _once(finding.likely_slips)))
        elif finding.code is Code.TOTAL:
            message = finding.message.removeprefix(f"{name}: ")
            told.append(
                Told(
                    SlipKind.ADDING,
                    f"{message[:1].upper()}{message[1:]}",
                    _once(finding.likely_slips),
                )
            )
    return tuple(told)


def completed(at: int, comparison: Dispute) -> str:
    """What the rules had to add to sheet `at`, counted from 0, as words: ``racks and overtime``; "" for nothing."""
    if not any(comparison.implied[at].completed):
        return ""
    columns = comparison.sheets[at].columns
    kinds = {
        line.kind: _ENDING[line.kind]
        for line in comparison.lines
        if line.kind in ENDINGS and columns[line.seat] is not None and line.said[at] is None
        if line.kind is not None and line.correct
    }
    return " and ".join(words for kind, words in _ENDING.items() if kind in kinds)


def what_flips(comparison: Dispute) -> str:
    """On what it depends who wins, as a sentence without its stop; "" where everybody wins by every way of counting."""
    if not comparison.flips:
        return ""
    written = {one.as_written.winners for one in comparison.implied if one.as_written.winners}
    if len(written) > 1:
        return "The sheets do not agree who wins"
    for sheet, one in zip(comparison.sheets, comparison.implied, strict=True):
        if {one.added_up.winners} - {()} - written:
            return f"{sheet.keeper}’s sheet, added up again, does not give the same winner"
    return "The rules do not give the same winner as the sheets"


def _told(slips: Sequence[Slip], comparison: Dispute) -> Told:
    first = slips[0]
    likely = _once([sentence for slip in slips for sentence in slip.likely])
    if len(slips) == 1:
        return Told(first.kind, first.message, likely)
    rest = first.message.removeprefix(_of(comparison, first.sheet))
    if rest.startswith(" has "):
        rest = f" have {rest.removeprefix(' has ')}"
    return Told(first.kind, f"{_sheets(slips, comparison)}{rest}", likely)


def _sheets(slips: Sequence[Slip], comparison: Dispute) -> str:
    if len(slips) == len(comparison.sheets):
        return "Both sheets" if len(slips) == 2 else f"All {len(slips)} sheets"
    return " and ".join(_of(comparison, slip.sheet) for slip in slips)


def _of(comparison: Dispute, at: int) -> str:
    return f"{comparison.sheets[at].keeper}’s sheet"


def _points(number: int | None) -> str:
    return "?" if number is None else str(number).replace("-", "−")


def _once(likely: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(likely))
