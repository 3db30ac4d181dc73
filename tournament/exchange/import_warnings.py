"""What is odd in a division that was read: lines that do not fit together, and results that can hardly be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.wording.phrases import Whole, signed
from tournament.engine.interchange import PortableDivision, PortableMeeting, Remark
from tournament.engine.results import GAMES
from tournament.engine.round_assembly import Contradiction
from tournament.wording.sentences import sentence

MOST = 1_000
"""Points. Hardly a game of two was ever won with more, and none lost with less than 0."""
MOST_SAID = 20
WHAT_TO_DO = _lazy("Correct the line if it is a slip, or the result after the import.")


def odd_results(division: PortableDivision) -> Iterator[Remark]:
    """A remark for every result of the division that can hardly be, on the line of who has it."""
    count = 0
    for round_ in division.rounds:
        for meeting in round_.meetings:
            for number, finding in _odd(division, meeting):
                if count == MOST_SAID:
                    yield Remark(division.file, 0, _("There are more scores like this."))
                    return
                count += 1
                line = division.by_number[number].line
                where = _("Round {round}: {sentence}").format(round=round_.number, sentence=finding)
                yield Remark(division.file, line, f"{where} {WHAT_TO_DO}")


def odd_score(name: str, score: int) -> str:
    """What is odd about a score of a played game; empty for nothing."""
    if 0 <= score <= MOST:
        return ""
    return _(
        "{name} has a score of {score}. Scores below 0 and above {most:,} are hardly possible."
    ).format(name=name, score=score, most=Whole(MOST))


def _odd(division: PortableDivision, meeting: PortableMeeting) -> Iterator[tuple[int, str]]:
    """Whose score it is, and what is odd about it."""
    name = division.name_of(meeting.first)
    first, second = meeting.first_score, meeting.second_score
    if first is None:
        return
    if meeting.alone or meeting.spread_only or meeting.outcome not in GAMES:
        if abs(first) > MOST:
            yield (
                meeting.first,
                _("{name} has a spread of {spread}, which is hardly possible.").format(
                    name=name, spread=signed(first)
                ),
            )
        return
    for number, score in ((meeting.first, first), (meeting.second, second or 0)):
        if finding := odd_score(division.name_of(number), score):
            yield number, finding


def remarks_of(file: str, contradictions: Iterable[Contradiction]) -> list[Remark]:
    """A remark about that file for each contradiction, in the language of whoever reads."""
    return [
        Remark(file, contradiction.line, sentence(contradiction.message), contradiction.blocks)
        for contradiction in contradictions
    ]
