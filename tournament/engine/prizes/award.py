"""Award the prizes: the most valuable first, ties shared, and one exclusive prize per player.

Prizes of one kind with the same options in one division are a series: 1st, 2nd, 3rd place. Tied
candidates take one place of the series each, and the money of all these places is added up and
shared equally.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tournament.engine.message import Message, Messages
from tournament.engine.prizes.contest import ContestDivision, PlayerRef
from tournament.engine.prizes.kind import Candidate, PrizeKind, kind_of
from tournament.engine.prizes.money import (
    Money,
    PrizeValue,
    parse_prize_value,
    sharing_message,
    split_money,
    sum_money,
)

Series = tuple[str, str, tuple[tuple[str, Any], ...], bool]


@dataclass(frozen=True)
class PrizeDefinition:
    """A prize as defined by the director. `key` identifies it; `division` is empty for the whole event.

    `winner` is the winner set by hand, or None if the results decide. `place` is 1-based.
    """

    key: int
    kind: str
    options: Mapping[str, Any] = field(default_factory=dict)
    division: str = ""
    place: int = 1
    name: str = ""
    value: str = ""
    exclusive: bool = False
    winner: PlayerRef | None = None
    why: str = ""

    @property
    def prize_kind(self) -> PrizeKind:
        """The kind of the prize. Accessing it raises `BadPrize` if it is unknown."""
        return kind_of(self.kind)

    @property
    def parsed_options(self) -> Any:
        """The options, validated by the kind. Accessing them raises `BadPrize` if they are invalid."""
        return self.prize_kind.options_from(self.options)

    @property
    def title(self) -> Message:
        """The prize's own name, or the title from its kind.

        Without a name, accessing it raises `BadPrize` for an unknown kind or invalid options.
        """
        if self.name:
            return Message("prize_name", name=self.name)
        return self.prize_kind.title_of(self.place, self.parsed_options)

    @property
    def worth(self) -> PrizeValue:
        """The parsed value."""
        return parse_prize_value(self.value)

    @property
    def series(self) -> Series:
        """The values that all prizes of a series share: division, kind, options, and whether they are exclusive."""
        options = tuple(sorted((key, str(value)) for key, value in self.options.items()))
        return (self.division, self.kind, options, self.exclusive)


@dataclass(frozen=True, slots=True)
class Winner:
    """A winner, with the achievement (None if set by hand) and the money.

    The money is None if the prize's value has no amount or shared amounts differ in currency.
    """

    who: PlayerRef
    name: str
    achievement: Message | None
    money: Money | None = None


@dataclass(frozen=True, slots=True)
class Award:
    """A prize with its winners, or several prizes that tied winners share.

    `notes` explain anything unusual; if there are no winners, they say why. `prizes` are in the order of
    the ceremony.
    """

    prizes: tuple[PrizeDefinition, ...]
    winners: tuple[Winner, ...] = ()
    notes: Messages = ()

    @property
    def is_shared(self) -> bool:
        """Whether the award has several winners."""
        return len(self.winners) > 1

    @property
    def title(self) -> Message:
        """The title, or the titles of all shared prizes: "2nd place and 3rd place"."""
        titles: list[Message] = []
        for prize in self.prizes:
            if prize.title not in titles:
                titles.append(prize.title)
        return titles[0] if len(titles) == 1 else Message("prize_titles", titles=tuple(titles))

    @property
    def values(self) -> tuple[str, ...]:
        """The values as entered, without empty ones."""
        return tuple(prize.value for prize in self.prizes if prize.value)


@dataclass(frozen=True, slots=True)
class _TiedCandidates:
    """Tied candidates, and the places they take up, starting with `first`."""

    first: int
    members: tuple[Candidate, ...]
    next_candidate: Candidate | None
    passed_over: tuple[Candidate, ...]

    @property
    def places(self) -> range:
        return range(self.first, self.first + len(self.members))


class _Ceremony:
    """The state of the award: the prizes awarded so far and the holders of exclusive ones."""

    def __init__(
        self, prizes: Sequence[PrizeDefinition], sections: Sequence[ContestDivision]
    ) -> None:
        self.prizes = prizes
        self.sections = sections
        self.awards: dict[int, Award] = {}
        self.held: dict[PlayerRef, PrizeDefinition] = {}
        self.won: dict[PlayerRef, Money | None] = {}
        """The money that each holder won with an exclusive prize, if it is a sum."""
        self.lines: dict[Series, list[Candidate]] = {}

    def awarding_order(self) -> list[PrizeDefinition]:
        """Return the prizes in the order of awarding: by hand first, then by value.

        A place is worth at least as much as the places after it, so that a series stays in order.
        """
        best: dict[int, int] = {}
        for prize in self.prizes:
            behind = (p for p in self.prizes if p.series == prize.series and p.place >= prize.place)
            best[prize.key] = max(other.worth.cents for other in behind)
        at = {prize.key: index for index, prize in enumerate(self.prizes)}
        return sorted(
            self.prizes,
            key=lambda p: (
                p.winner is None,
                -best[p.key],
                not p.prize_kind.before_others,
                at[p.key] if not p.prize_kind.before_others else p.place,
            ),
        )

    def award_by_hand(self, prize: PrizeDefinition) -> None:
        """Award the prize to the winner set by the director, with a note saying so.

        Another note names any other winner that the results would give. If the winner is not in the event, the
        prize has no winner and a note says so.
        """
        if prize.winner is None:
            return
        name = self.name(prize.winner)
        if name is None:
            self.awards[prize.key] = Award((prize,), (), (Message("winner_not_there"),))
            return
        notes = [
            Message("set_by_hand_for", reason=prize.why) if prize.why else Message("set_by_hand")
        ]
        best = self.series_candidates(prize)[prize.place - 1 : prize.place]
        if best and prize.winner not in best[0].people:
            level = [
                candidate
                for candidate in self.series_candidates(prize)
                if candidate.keys == best[0].keys
            ]
            names = _unique(self.name(who) for candidate in level for who in candidate.people)
            notes.append(Message("figures_say", names=names))
        winner = Winner(prize.winner, name, None, prize.worth.money)
        self.awards[prize.key] = Award((prize,), (winner,), tuple(notes))
        if prize.exclusive and prize.winner not in self.held:
            self.held[prize.winner], self.won[prize.winner] = prize, winner.money

    def award_by_results(self, prize: PrizeDefinition) -> None:
        """Award the prize by results, together with every prize its winners share; if nobody wins, give the reason."""
        if not prize.prize_kind.computed or not any(section.after for section in self.sections):
            why = prize.prize_kind.no_winner_reason(prize.parsed_options)
            if prize.prize_kind.computed:
                why = Message("no_result_yet")
            self.awards[prize.key] = Award((prize,), (), (why,))
            return
        group = self.tied_candidates(prize)
        if group is None:
            why = self.no_winner_reason(prize)
            self.awards[prize.key] = Award((prize,), (), (why,))
            return
        pool = [
            other
            for other in self.prizes
            if other.series == prize.series
            and other.key not in self.awards
            and self.effective_place(other) in group.places
        ]
        people = tuple(dict.fromkeys(who for c in group.members for who in c.people))
        money, notes = self.divide_money(pool, people, group)
        achievements = {
            who: candidate.achievement_of(who)
            for candidate in reversed(group.members)
            for who in candidate.people
        }
        winners = tuple(
            Winner(who, self.name(who) or "", achievements[who], part)
            for who, part in zip(people, money, strict=True)
        )
        award = Award(tuple(pool), winners, (*self.passed_over_notes(group, pool), *notes))
        self.awards |= {prize.key: award for prize in pool}
        if prize.exclusive:
            for winner in winners:
                if winner.who not in self.held:
                    self.held[winner.who], self.won[winner.who] = prize, winner.money

    def series_candidates(self, prize: PrizeDefinition) -> list[Candidate]:
        """Return all candidates of the series, best first: single players once each, pairs once for each game."""
        if prize.series not in self.lines:
            sections = [s for s in self.sections if prize.division in ("", s.division)]
            candidates = prize.prize_kind.candidates(sections, prize.parsed_options)
            line: list[Candidate] = []
            seen: set[tuple[PlayerRef, ...]] = set()
            for candidate in sorted(candidates, key=lambda candidate: candidate.keys, reverse=True):
                if len(candidate.people) > 1 or candidate.people not in seen:
                    seen.add(candidate.people)
                    line.append(candidate)
            self.lines[prize.series] = line
        return self.lines[prize.series]

    def is_barred(self, prize: PrizeDefinition, candidate: Candidate) -> bool:
        """Return whether the candidate is passed over because of a prize already won."""
        return prize.exclusive and any(
            who in self.held
            and (self.held[who].series != prize.series or self.held[who].winner is not None)
            for who in candidate.people
        )

    def effective_place(self, prize: PrizeDefinition) -> int:
        """Return the place of the prize among the candidates who are not passed over."""
        before = [
            other
            for other in self.prizes
            if other.series == prize.series
            and other.winner is not None
            and other.place < prize.place
        ]
        return prize.place - (len(before) if prize.exclusive else 0)

    def tied_candidates(self, prize: PrizeDefinition) -> _TiedCandidates | None:
        """Return the candidates tied at the prize's place, or None if there are not enough candidates."""
        passed: list[Candidate] = []
        line: list[Candidate] = []
        for candidate in self.series_candidates(prize):
            (passed if self.is_barred(prize, candidate) else line).append(candidate)
        at = self.effective_place(prize) - 1
        if at >= len(line):
            return None
        keys = line[at].keys
        first = next(i for i, candidate in enumerate(line) if candidate.keys == keys)
        end = next((i for i in range(first, len(line)) if line[i].keys != keys), len(line))
        above = tuple(candidate for candidate in passed if candidate.keys >= keys)
        below = line[end] if end < len(line) else None
        return _TiedCandidates(first + 1, tuple(line[first:end]), below, above)

    def divide_money(
        self, pool: Sequence[PrizeDefinition], people: Sequence[PlayerRef], group: _TiedCandidates
    ) -> tuple[list[Money | None], list[Message]]:
        """Return the money of each winner, None where no sum can be given, and the notes that explain it."""
        prize = pool[0]
        amounts = [portions.worth.money for portions in pool]
        known = [amount for amount in amounts if amount is not None]
        if len(people) == 1:
            decided = None
            if group.next_candidate is not None:
                sections = [s for s in self.sections if prize.division in ("", s.division)]
                decided = prize.prize_kind.tie_break_message(
                    sections, group.members[0], group.next_candidate, prize.parsed_options
                )
            return [sum_money(known)], [decided] if decided else []
        notes: list[Message] = []
        if len(group.members) > 1:
            names = tuple(self.name(who) or "" for who in people)
            notes.append(Message("level_on", names=names, phrase=prize.prize_kind.level_on))
        total = sum_money(known)
        if total is not None:
            parts = split_money(total, len(people))
            portions: list[Money | None] = [*parts]
            notes.append(
                sharing_message(tuple(map(str, known)), str(total), tuple(map(str, parts)))
            )
        else:
            portions = [None] * len(people)
            if known:
                notes.append(Message("currencies_differ"))
        notes += [
            Message("cannot_be_shared", extra=prize.worth.extra)
            for prize in pool
            if prize.worth.extra
        ]
        return portions, notes

    def passed_over_notes(
        self, group: _TiedCandidates, pool: Sequence[PrizeDefinition]
    ) -> Iterable[Message]:
        """Yield a note on the candidates passed over because they hold an exclusive prize, if there are any."""
        passed = dict.fromkeys(
            who for candidate in group.passed_over for who in candidate.people if who in self.held
        )
        if passed:
            holders = tuple(
                Message("holder", player=self.name(who) or "", prize=self.held[who].title)
                for who in passed
            )
            more = all(self.has_won_more(who, prize) for who in passed for prize in pool)
            if more:
                yield Message("passed_over", count=len(holders), holders=holders)
            else:
                yield Message("passed_over_holding", count=len(holders), holders=holders)

    def has_won_more(self, who: PlayerRef, prize: PrizeDefinition) -> bool:
        """Return whether the money that a player has won certainly exceeds the prize's value."""
        money, offered = self.won.get(who), prize.worth
        if money is None or offered.extra:
            return False
        if offered.money is None:
            return True  # the prize has no monetary value
        same = (money.before, money.after) == (offered.money.before, offered.money.after)
        return same and money.cents > offered.money.cents

    def no_winner_reason(self, prize: PrizeDefinition) -> Message:
        """Return why the prize has no winner."""
        line = self.series_candidates(prize)
        barred = [candidate for candidate in line if self.is_barred(prize, candidate)]
        if line and len(barred) == len(line):
            holders = [who for c in barred for who in c.people if who in self.held]
            more = all(self.has_won_more(who, prize) for who in holders)
            return Message("all_have_more") if more else Message("all_hold_one")
        if line:
            return Message("few_in_line", count=len(line))
        return prize.prize_kind.no_winner_reason(prize.parsed_options)

    def name(self, who: PlayerRef) -> str | None:
        """Return the name of an entry, or None if it is not in the event."""
        for section in self.sections:
            if section.division == who.division and who.number in section.people:
                return section.people[who.number].name
        return None


def award_prizes(
    prizes: Sequence[PrizeDefinition], sections: Sequence[ContestDivision]
) -> tuple[Award, ...]:
    """Return every prize with its winners, in the given order, the order of the ceremony.

    Prizes that are shared appear once, at the position of the first. Raise `BadPrize` for an unknown
    kind or invalid options.
    """
    ceremony = _Ceremony(prizes, sections)
    for prize in ceremony.awarding_order():
        if prize.winner is not None:
            ceremony.award_by_hand(prize)
        elif prize.key not in ceremony.awards:
            ceremony.award_by_results(prize)
    awards = dict.fromkeys(id(ceremony.awards[prize.key]) for prize in prizes)
    by_id = {id(award_): award_ for award_ in ceremony.awards.values()}
    return tuple(by_id[key] for key in awards)


def _unique(names: Iterable[str | None]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for name in names if name))
