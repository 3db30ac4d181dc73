"""Find inconsistent lines and implausible results in an imported division."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.wording.phrases import FormattedInteger, format_signed
from tournament.engine.interchange import PortableDivision, PortableMeeting, Remark
from tournament.engine.results import GAMES
from tournament.engine.round_assembly import Contradiction
from tournament.wording.sentences import sentence

MAX_PLAUSIBLE_SCORE = 1_000
"""The highest plausible score in points; the lowest is 0."""
MAX_WARNINGS = 20
CORRECTION_ADVICE = _lazy(
    "If this is a mistake, correct the line, or correct the result after the import."
)


def implausible_results(division: PortableDivision) -> Iterator[Remark]:
    """Yield a remark with the line number for each implausible result, up to `MAX_WARNINGS`, and one on the rest."""
    count = 0
    for round_ in division.rounds:
        for meeting in round_.meetings:
            for number, finding in _implausible_figures(division, meeting):
                if count == MAX_WARNINGS:
                    yield Remark(division.file, 0, _("More scores have the same problem."))
                    return
                count += 1
                line = division.by_number[number].line
                where = _("Round {round}: {sentence}").format(round=round_.number, sentence=finding)
                yield Remark(division.file, line, f"{where} {CORRECTION_ADVICE}")


def implausible_score_message(name: str, score: int) -> str:
    """Return a message on an implausible score of a played game, or "" for a plausible one."""
    if 0 <= score <= MAX_PLAUSIBLE_SCORE:
        return ""
    return _(
        "{name} has a score of {score}. Scores below 0 or above {most:,} are very unlikely."
    ).format(name=name, score=score, most=FormattedInteger(MAX_PLAUSIBLE_SCORE))


def _implausible_figures(
    division: PortableDivision, meeting: PortableMeeting
) -> Iterator[tuple[int, str]]:
    """Yield the entry number of each implausible score or spread, and a message on it."""
    name = division.name_of(meeting.first)
    first, second = meeting.first_score, meeting.second_score
    if first is None:
        return
    if meeting.is_alone or meeting.spread_only or meeting.outcome not in GAMES:
        if abs(first) > MAX_PLAUSIBLE_SCORE:
            yield (
                meeting.first,
                _("{name} has a spread of {spread}, which is very unlikely.").format(
                    name=name, spread=format_signed(first)
                ),
            )
        return
    for number, score in ((meeting.first, first), (meeting.second, second or 0)):
        if finding := implausible_score_message(division.name_of(number), score):
            yield number, finding


def remarks_of(file: str, contradictions: Iterable[Contradiction]) -> list[Remark]:
    """Return a remark on the file for each contradiction, in the current language."""
    return [
        Remark(file, contradiction.line, sentence(contradiction.message), contradiction.blocks)
        for contradiction in contradictions
    ]
