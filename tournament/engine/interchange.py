"""An event as every file format reads and writes it: one value between all programs and our tables.

A format turns bytes into a `PortableEvent` and a `PortableEvent` into bytes, and knows nothing of any other; the
import and the export know nothing of formats. What a file says and nothing here has a place for is
stored in `extras`, a plain JSON object, so that it can be written back.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from tournament.engine.message import Message
from tournament.engine.pairing.event_plan import EventPlan
from tournament.engine.results import NOBODY, Outcome, scores_of_spread, who_forfeited
from tournament.engine.roster import LONGEST_MEMBER, clean
from tournament.engine.roster_name import apart, family_begins

Extras = Mapping[str, Any]
"""A JSON object: texts, numbers, lists and objects only."""

AS_IMPORTED = Message("as_imported")
"""Why two meet in a round that was read from a file."""
PLAYOFFS = "playoffs"
"""The key under which a division keeps its games of no round."""
MADE_UP = "made_up"
"""The key under which a division keeps the boards and firsts that the file did not say."""


MEMBER_TAG = "xtid"
"""The tag of a player's line that holds the number at the rating body."""


@dataclass(frozen=True, slots=True)
class Remark:
    """Something about a file that the director has to know: where, what, and what to do.

    `blocks` means that nothing can be imported before it is mended. `line` counts from 1; 0 is the
    file as a whole.
    """

    file: str
    line: int
    text: str
    blocks: bool = False
    unused: bool = False
    """Whether it only says that something is stored, to be written back, and has no effect here."""

    def __str__(self) -> str:
        if not self.file:
            return self.text
        return (
            f"{self.file}, line {self.line}: {self.text}"
            if self.line
            else f"{self.file}: {self.text}"
        )


@dataclass(frozen=True, slots=True)
class PortableMeeting:
    """Two entrants on a board, or one alone; `second` is `NOBODY` for a bye or a round missed.

    Scores are points of a played game, and the spread awarded otherwise; None is no result yet.
    With `spread_only` the first score is the spread and the second 0. `board` is None, and
    `firsts_known` false, where the file does not say.
    """

    first: int
    second: int = NOBODY
    first_score: int | None = None
    second_score: int | None = None
    outcome: str = Outcome.PLAYED
    board: int | None = None
    firsts_known: bool = True
    spread_only: bool = False
    game: str = ""
    """The recorded game as GCG, where it was recorded and asked for."""
    game_name: str = ""
    """What the file of the recorded game is called, without an ending."""

    @property
    def has_result(self) -> bool:
        """Whether it is known how it ended."""
        return self.first_score is not None

    @property
    def written_scores(self) -> tuple[int, int]:
        """Both scores as formats have them that know no spread alone: the spread for who has it, and 0."""
        if self.spread_only:
            return scores_of_spread(self.first_score or 0)
        return self.first_score or 0, self.second_score or 0

    @property
    def alone(self) -> bool:
        """Whether there is no opponent."""
        return self.second == NOBODY


@dataclass(frozen=True)
class PortableRound:
    """One round of a division: every entrant that took part stands in one meeting."""

    number: int
    meetings: tuple[PortableMeeting, ...]

    @property
    def missing(self) -> tuple[PortableMeeting, ...]:
        """The meetings without a result."""
        return tuple(meeting for meeting in self.meetings if not meeting.has_result)

    @cached_property
    def _seats(self) -> Mapping[int, PortableMeeting]:
        return {
            number: meeting
            for meeting in reversed(self.meetings)
            for number in (meeting.second, meeting.first)
        }

    def meeting_of(self, number: int) -> PortableMeeting | None:
        """The meeting an entrant stands in."""
        return self._seats.get(number)


@dataclass(frozen=True, slots=True)
class PlayoffGame:
    """A game of no round, such as a final: it counts in no standings, and is rated."""

    label: str
    """What it was called, or the round whose second game it was."""
    first: int
    second: int
    first_score: int
    second_score: int

    def as_list(self) -> list[str | int]:
        """Plain values, for storing; `PlayoffGame(*values)` reads them back."""
        return [self.label, self.first, self.second, self.first_score, self.second_score]


@dataclass(frozen=True, slots=True)
class PortablePenalty:
    """Spread taken from (negative) or given to an entrant in a round."""

    round: int
    spread: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class PortablePrize:
    """A prize of a division: the key of its kind, which in line has it, and what it is."""

    kind: str
    place: int
    value: str


@dataclass(frozen=True, slots=True)
class PortableEntrant:
    """A player in a division, under the number the file gives.

    `name` is as people say it, `sort_name` as lists order it; `written` as the file has it.
    `withdrawn_after` is the last round it takes part in, or None.
    """

    number: int
    name: str
    sort_name: str = ""
    written: str = ""
    rating: int | None = None
    member: str = ""
    """The number at the body that rates the event; empty where nobody says."""
    rating_class: str = ""
    team: str = ""
    withdrawn_after: int | None = None
    penalties: tuple[PortablePenalty, ...] = ()
    extras: Extras = field(default_factory=dict)
    line: int = 0
    """Where in the file, for remarks; 0 when not from a file."""


@dataclass(frozen=True, slots=True)
class RatedFigures:
    """What an event brings one player's rating; None where there is none."""

    old: float | None
    new: float | None
    deviation: float | None = None


@dataclass(frozen=True)
class DerivedFigures:
    """What is worked out of the results: ranks and ratings by entry number, round by round."""

    seeds: tuple[int, ...]
    """The numbers in the order of seeds."""
    ranks: tuple[Mapping[int, int], ...]
    """Everybody's rank after each round, from round 1 on."""
    present_ranks: tuple[Mapping[int, int], ...]
    """The same without those who have withdrawn by now, for whom the others close up."""
    ratings: tuple[Mapping[int, int], ...]
    """The ratings after each round, from round 1 on, 0 for who has none; empty where nobody is rated."""
    rated: Mapping[int, RatedFigures] = field(default_factory=dict)
    """What the event brings everybody's rating; empty where nobody is rated."""


@dataclass(frozen=True)
class PortableDivision:
    """A separately paired section with its rounds in order, without gaps."""

    name: str
    entrants: tuple[PortableEntrant, ...]
    rounds: tuple[PortableRound, ...] = ()
    rounds_planned: int | None = None
    playoffs: tuple[PlayoffGame, ...] = ()
    extras: Extras = field(default_factory=dict)
    precedence: tuple[str, ...] = ()
    """Where the division ranks by other metrics than the event."""
    plan: EventPlan = ()
    """How the rounds to come are to be paired, where the files say."""
    prizes: tuple[PortablePrize, ...] = ()
    """The prizes, where the files say, in the order of the lines."""
    more_prizes: int = 0
    """How many prizes there are besides, of kinds that hang on more than a place."""
    file: str = ""
    """The file it came from, for remarks."""
    figures: DerivedFigures | None = None
    """Our own ranks and ratings, where a format asks for them."""

    @cached_property
    def by_number(self) -> Mapping[int, PortableEntrant]:
        """Each entrant by number."""
        return {entrant.number: entrant for entrant in self.entrants}

    def name_of(self, number: int) -> str:
        """The name of an entrant, or its number where there is none such."""
        entrant = self.by_number.get(number)
        return entrant.name if entrant else f"number {number}"


@dataclass(frozen=True, slots=True)
class PortableEvent:
    """A whole event. Spreads are in points; None is what the file does not say.

    `spread_caps` go round by round, the last holding for the rest, 0 for none; () is no cap.
    `whole` is our own archive, every row of it; other programs' files leave it empty.
    """

    name: str
    divisions: tuple[PortableDivision, ...]
    date: str = ""
    """The first day, such as `2026-05-25`; empty when not known."""
    date_choices: tuple[str, ...] = ()
    """The days it may be where the file does not tell day from month, the day first; else empty."""
    place: str = ""
    bye_spread: int | None = None
    forfeit_spread: int | None = None
    spread_caps: tuple[int, ...] | None = None
    precedence: tuple[str, ...] = ()
    gibson_spread: tuple[int, ...] | None = None
    rating_system: str = ""
    preset: str = ""
    """The preset that fits best, where the format tells."""
    naspa_tournament_id: str = ""
    naspa_director_id: str = ""
    """The numbers by which NASPA knows the event and who directs it; empty where nobody says."""
    recorded_games: int = 0
    """How many games are recorded turn by turn, whether they were asked for or not."""
    extras: Extras = field(default_factory=dict)
    remarks: tuple[Remark, ...] = ()
    whole: Extras | None = None

    @property
    def obstacles(self) -> tuple[Remark, ...]:
        """What has to be mended before anything can be imported."""
        return tuple(remark for remark in self.remarks if remark.blocks)

    @property
    def oddities(self) -> tuple[Remark, ...]:
        """What the director has to know and what stops nothing."""
        return tuple(remark for remark in self.remarks if not remark.blocks)

    def with_remarks(self, *remarks: Remark) -> PortableEvent:
        """The same event with these remarks besides."""
        return replace(self, remarks=(*self.remarks, *remarks))


def score_of(meeting: PortableMeeting, number: int) -> int | None:
    """The score, or the spread awarded, of one side; None without a result."""
    return meeting.first_score if number == meeting.first else meeting.second_score


def member_in(extras: Extras) -> str:
    """The member number among the tags kept of a player's line; empty without one of a usual length."""
    tags = {tag[0]: tag[1] or "" for tag in extras.get("tags", [])}
    number = " ".join(tags.get(MEMBER_TAG, "").split())
    return number if len(number) <= LONGEST_MEMBER else ""


def spoken_and_sort_name(written: str) -> tuple[str, str]:
    """A name as people say it and as lists order it, from `Last, First` or `First Last`."""
    name = clean(written).replace("\t", " ")
    family, comma, given = (part.strip() for part in name.partition(","))
    if comma and family and given:
        if "," not in given:
            given, family = apart(given, family)
        return f"{given} {family}", f"{family}, {given}"
    words = name.split()
    begin = family_begins(words)
    if begin < 1:
        return name, name
    return name, f"{' '.join(words[begin:])}, {' '.join(words[:begin])}"


def forfeited(meeting: PortableMeeting, number: int) -> bool:
    """Whether that entrant forfeited."""
    first, second = who_forfeited(meeting.outcome)
    return first if number == meeting.first else second


class Unreadable(Exception):
    """The files cannot become an event; `remarks` say where, what, and what to do, what blocks first.

    What would only be stored is left out: nothing is.
    """

    def __init__(self, *remarks: Remark) -> None:
        shown = (remark for remark in remarks if not remark.unused)
        self.remarks = tuple(sorted(shown, key=lambda remark: not remark.blocks))
        super().__init__(" ".join(str(remark) for remark in self.remarks))

    def __reduce__(self) -> tuple[type[Unreadable], tuple[Remark, ...]]:
        return type(self), self.remarks


class Unwritable(Exception):
    """The event cannot be written in that format; the sentences say what to mend first."""

    def __init__(self, *reasons: str) -> None:
        super().__init__(" ".join(reasons))
        self.reasons = reasons
