"""The portable form of an event, which every file format reads and writes.

A format converts between bytes and a `PortableEvent` and knows no other format. Import and export
know no formats. File content without a field here is stored in `extras`, a plain JSON object, so
that it can be written out unchanged.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from tournament.engine.message import Message
from tournament.engine.pairing.event_plan import EventPlan
from tournament.engine.results import NOBODY, Outcome, forfeits_of, scores_of_spread
from tournament.engine.roster import MAX_MEMBER_LENGTH, normalize_text
from tournament.engine.roster_name import family_name_index, move_suffix_to_family

Extras = Mapping[str, Any]
"""A JSON object of strings, numbers, lists and objects."""

AS_IMPORTED = Message("as_imported")
"""The reason given for a pairing that was read from a file."""
PLAYOFFS = "playoffs"
"""The `extras` key for a division's games outside the rounds."""
MADE_UP = "made_up"
"""The `extras` key for the boards and starts made up because the file of a division left them open."""


MEMBER_TAG = "xtid"
"""The tag for a player's member number at the rating body."""


@dataclass(frozen=True, slots=True)
class Remark:
    """A message for the director about a file: the position in it, the problem, and the remedy.

    `blocks` means that the import must wait for a correction. `line` is 1-based; 0 is the file as a
    whole.
    """

    file: str
    line: int
    text: str
    blocks: bool = False
    unused: bool = False
    """Whether the remark only reports data that is stored for export and has no effect here."""

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
    """Two entrants on a board, or one entrant alone; `second` is `NOBODY` for a bye or a missed round.

    Scores are points of a played game, otherwise the awarded spread; None means no result yet. With
    `spread_only`, the first score is the spread and the second is 0. `board` is None if the file does
    not give it, and `firsts_known` is False if the file does not say who went first.
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
    """The recorded game as GCG; empty if there is none or it was not requested."""
    game_name: str = ""
    """The file name of the recorded game, without extension."""

    @property
    def has_result(self) -> bool:
        """Whether the meeting has a result."""
        return self.first_score is not None

    @property
    def written_scores(self) -> tuple[int, int]:
        """Both scores for formats without spread-only results, 0 for a missing one.

        With only the spread known, the winner has the spread and the loser 0.
        """
        if self.spread_only:
            return scores_of_spread(self.first_score or 0)
        return self.first_score or 0, self.second_score or 0

    @property
    def is_alone(self) -> bool:
        """Whether the entrant has no opponent."""
        return self.second == NOBODY


@dataclass(frozen=True)
class PortableRound:
    """A round of a division; every participating entrant is in one meeting."""

    number: int
    meetings: tuple[PortableMeeting, ...]

    @property
    def meetings_without_result(self) -> tuple[PortableMeeting, ...]:
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
        """Return the meeting of an entrant, or None if the entrant is in no meeting."""
        return self._seats.get(number)


@dataclass(frozen=True, slots=True)
class PlayoffGame:
    """A game outside the rounds, such as a final: it is rated but does not count in the standings."""

    label: str
    """The name of the game, or the round in which it was a second game."""
    first: int
    second: int
    first_score: int
    second_score: int

    def as_list(self) -> list[str | int]:
        """Return plain values for storage; `PlayoffGame(*values)` reads them."""
        return [self.label, self.first, self.second, self.first_score, self.second_score]


@dataclass(frozen=True, slots=True)
class PortablePenalty:
    """Spread added to an entrant in a round; negative for a deduction."""

    round: int
    spread: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class PortablePrize:
    """A prize of a division: the key of its kind, the place that wins it, and its value."""

    kind: str
    place: int
    value: str


@dataclass(frozen=True, slots=True)
class PortableEntrant:
    """A player in a division, with the number the file gives.

    `name` is the spoken form, `sort_name` the form for sorted lists, and `written` the form in the
    file. `withdrawn_after` is the last round the entrant plays, or None.
    """

    number: int
    name: str
    sort_name: str = ""
    written: str = ""
    rating: int | None = None
    member: str = ""
    """The member number at the body that rates the event; empty if unknown."""
    rating_class: str = ""
    team: str = ""
    withdrawn_after: int | None = None
    penalties: tuple[PortablePenalty, ...] = ()
    extras: Extras = field(default_factory=dict)
    line: int = 0
    """The line in the file, for remarks; 0 if the entrant is not from a file."""


@dataclass(frozen=True, slots=True)
class RatedFigures:
    """One player's rating before and after the event, and its deviation afterwards, each None if missing."""

    old: float | None
    new: float | None
    deviation: float | None = None


@dataclass(frozen=True)
class DerivedFigures:
    """Figures derived from the results: ranks and ratings by entry number and round."""

    seeds: tuple[int, ...]
    """The entry numbers in seed order."""
    ranks: tuple[Mapping[int, int], ...]
    """Every entry's rank after each round, starting with round 1."""
    present_ranks: tuple[Mapping[int, int], ...]
    """The ranks after each round among the entries that have not withdrawn since."""
    ratings: tuple[Mapping[int, int], ...]
    """The ratings after each round, starting with round 1; 0 for no rating, empty if the event is unrated."""
    rated: Mapping[int, RatedFigures] = field(default_factory=dict)
    """The rating figures of each entry; empty if the event is unrated."""


@dataclass(frozen=True)
class PortableDivision:
    """A separately paired section, with its rounds in order and without gaps."""

    name: str
    entrants: tuple[PortableEntrant, ...]
    rounds: tuple[PortableRound, ...] = ()
    rounds_planned: int | None = None
    playoffs: tuple[PlayoffGame, ...] = ()
    extras: Extras = field(default_factory=dict)
    precedence: tuple[str, ...] = ()
    """The division's own metrics, if they differ from the event's."""
    plan: EventPlan = ()
    """The planned pairing of the remaining rounds, if the files give it."""
    prizes: tuple[PortablePrize, ...] = ()
    """The prizes in the order of the file, if it gives any."""
    omitted_prize_count: int = 0
    """The number of prizes missing from `prizes` because their kinds depend on more than a place."""
    file: str = ""
    """The name of the source file, for remarks."""
    figures: DerivedFigures | None = None
    """Ranks and ratings calculated by this program, for formats that write them."""

    @cached_property
    def by_number(self) -> Mapping[int, PortableEntrant]:
        """Each entrant by number."""
        return {entrant.number: entrant for entrant in self.entrants}

    def name_of(self, number: int) -> str:
        """Return the name of an entrant, or `number 7` if there is no entrant 7."""
        entrant = self.by_number.get(number)
        return entrant.name if entrant else f"number {number}"


@dataclass(frozen=True, slots=True)
class PortableEvent:
    """A whole event. Spreads are in points; None means that the file gives no value.

    `spread_caps` lists one cap per round, 0 for none; the last one applies to all later rounds. () is
    no cap. `archive_content` is the content of this program's own archive, with every row, and None for other
    files.
    """

    name: str
    divisions: tuple[PortableDivision, ...]
    date: str = ""
    """The first day, such as `2026-05-25`; empty if unknown."""
    date_choices: tuple[str, ...] = ()
    """The possible dates if day and month are ambiguous, day first; otherwise empty."""
    place: str = ""
    bye_spread: int | None = None
    forfeit_spread: int | None = None
    spread_caps: tuple[int, ...] | None = None
    precedence: tuple[str, ...] = ()
    gibson_spread: tuple[int, ...] | None = None
    rating_system: str = ""
    preset: str = ""
    """The preset suggested by the format; empty if it suggests none."""
    naspa_tournament_id: str = ""
    naspa_director_id: str = ""
    """NASPA's numbers for the event and its director; empty if unknown."""
    recorded_games: int = 0
    """The number of games recorded turn by turn, whether or not their records were requested."""
    extras: Extras = field(default_factory=dict)
    remarks: tuple[Remark, ...] = ()
    archive_content: Extras | None = None

    @property
    def obstacles(self) -> tuple[Remark, ...]:
        """The remarks that prevent an import."""
        return tuple(remark for remark in self.remarks if remark.blocks)

    @property
    def oddities(self) -> tuple[Remark, ...]:
        """The remarks that do not prevent an import."""
        return tuple(remark for remark in self.remarks if not remark.blocks)

    def with_remarks(self, *remarks: Remark) -> PortableEvent:
        """Return the event with these remarks added."""
        return replace(self, remarks=(*self.remarks, *remarks))


def score_of(meeting: PortableMeeting, number: int) -> int | None:
    """Return the score or awarded spread of an entrant in the meeting, or None without a result."""
    return meeting.first_score if number == meeting.first else meeting.second_score


def member_number_in(extras: Extras) -> str:
    """Return the member number in the stored tags of a player's line; empty if it is missing or too long."""
    tags = {tag[0]: tag[1] or "" for tag in extras.get("tags", [])}
    number = " ".join(tags.get(MEMBER_TAG, "").split())
    return number if len(number) <= MAX_MEMBER_LENGTH else ""


def spoken_and_sort_name(written: str) -> tuple[str, str]:
    """Return the spoken and the sort form of a name written as `Last, First` or `First Last`.

    Both are the name itself if it is a single word.
    """
    name = normalize_text(written).replace("\t", " ")
    family, comma, given = (part.strip() for part in name.partition(","))
    if comma and family and given:
        if "," not in given:
            given, family = move_suffix_to_family(given, family)
        return f"{given} {family}", f"{family}, {given}"
    words = name.split()
    begin = family_name_index(words)
    if begin < 1:
        return name, name
    return name, f"{' '.join(words[begin:])}, {' '.join(words[:begin])}"


def has_forfeited(meeting: PortableMeeting, number: int) -> bool:
    """Return whether the entrant forfeited the meeting."""
    first, second = forfeits_of(meeting.outcome)
    return first if number == meeting.first else second


class UnreadableEvent(Exception):
    """The files cannot be read as an event; `remarks` lists the places and reasons, the blocking ones first.

    Remarks about data that is only stored are left out, since nothing is stored.
    """

    def __init__(self, *remarks: Remark) -> None:
        shown = (remark for remark in remarks if not remark.unused)
        self.remarks = tuple(sorted(shown, key=lambda remark: not remark.blocks))
        super().__init__(" ".join(str(remark) for remark in self.remarks))

    def __reduce__(self) -> tuple[type[UnreadableEvent], tuple[Remark, ...]]:
        return type(self), self.remarks


class UnwritableEvent(Exception):
    """The event cannot be written in this format; the messages name the necessary corrections."""

    def __init__(self, *reasons: str) -> None:
        super().__init__(" ".join(reasons))
        self.reasons = reasons
