"""Who has won which prize: the most valuable first, ties shared, nobody two exclusive ones.

Prizes of one kind, with the same options, in the same division are a series: 1st, 2nd, 3rd place.
Candidates who are level take up as many places of the series as they are people, and the money of
all these places is added and shared equally (facts on pairing, "Prizes").
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tournament.engine.message import Message, Messages
from tournament.engine.prizes.contest import Section, Who
from tournament.engine.prizes.kind import Candidate, PrizeKind, kind_of
from tournament.engine.prizes.money import Money, Worth, added, shares, worth

Series = tuple[str, str, tuple[tuple[str, Any], ...], bool]


@dataclass(frozen=True)
class PrizeDefinition:
    """One prize as it was defined. `key` tells prizes apart; `division` is empty for all of them.

    `winner` is set by hand. `place` counts from 1.
    """

    key: int
    kind: str
    options: Mapping[str, Any] = field(default_factory=dict)
    division: str = ""
    place: int = 1
    name: str = ""
    value: str = ""
    exclusive: bool = False
    winner: Who | None = None
    why: str = ""

    @property
    def made(self) -> PrizeKind:
        """The kind. Raises `BadPrize`."""
        return kind_of(self.kind)

    @property
    def choice(self) -> Any:
        """The options as the kind wants them. Raises `BadPrize`."""
        return self.made.options_from(self.options)

    @property
    def title(self) -> Message:
        """The name it was given, or what its kind calls it. Raises `BadPrize`."""
        if self.name:
            return Message("prize_name", name=self.name)
        return self.made.title_of(self.place, self.choice)

    @property
    def worth(self) -> Worth:
        """What the value holds."""
        return worth(self.value)

    @property
    def series(self) -> Series:
        """What it has in common with the prizes for the other places."""
        options = tuple(sorted((key, str(value)) for key, value in self.options.items()))
        return (self.division, self.kind, options, self.exclusive)


@dataclass(frozen=True, slots=True)
class Winner:
    """One winner: who, what was achieved (None where it was set by hand), and the money.

    The money is None where the prize names none.
    """

    who: Who
    name: str
    achievement: Message | None
    money: Money | None = None


@dataclass(frozen=True, slots=True)
class Award:
    """One prize with its winner, or several that are shared; `notes` explain what is not plain.

    Without winners the notes say why. `prizes` are in the order of the ceremony.
    """

    prizes: tuple[PrizeDefinition, ...]
    winners: tuple[Winner, ...] = ()
    notes: Messages = ()

    @property
    def shared(self) -> bool:
        """Whether several have it."""
        return len(self.winners) > 1

    @property
    def title(self) -> Message:
        """The title, or those of all prizes shared: "2nd place and 3rd place"."""
        titles: list[Message] = []
        for prize in self.prizes:
            if prize.title not in titles:
                titles.append(prize.title)
        return titles[0] if len(titles) == 1 else Message("prize_titles", titles=tuple(titles))

    @property
    def values(self) -> tuple[str, ...]:
        """The values as they were written."""
        return tuple(prize.value for prize in self.prizes if prize.value)


@dataclass(frozen=True, slots=True)
class _Group:
    """Candidates who are level, and the places of the line they take up, from `first`."""

    first: int
    members: tuple[Candidate, ...]
    next: Candidate | None
    passed: tuple[Candidate, ...]

    @property
    def places(self) -> range:
        return range(self.first, self.first + len(self.members))


class _Ceremony:
    """The prizes under way: what is awarded, and who holds an exclusive one."""

    def __init__(self, prizes: Sequence[PrizeDefinition], sections: Sequence[Section]) -> None:
        self.prizes = prizes
        self.sections = sections
        self.awards: dict[int, Award] = {}
        self.held: dict[Who, PrizeDefinition] = {}
        self.won: dict[Who, Money | None] = {}
        """The money of the exclusive prize that somebody holds."""
        self.lines: dict[Series, list[Candidate]] = {}

    def sequence(self) -> list[PrizeDefinition]:
        """The prizes in the order in which they are awarded: by hand, then by what they are worth.

        A place is worth at least what the places behind it are, so that a series stays in order.
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
                not p.made.before_others,
                at[p.key] if not p.made.before_others else p.place,
            ),
        )

    def by_hand(self, prize: PrizeDefinition) -> None:
        """The winner the director named."""
        if prize.winner is None:
            return
        name = self.name(prize.winner)
        if name is None:
            self.awards[prize.key] = Award((prize,), (), (Message("winner_not_there"),))
            return
        notes = [
            Message("set_by_hand_for", reason=prize.why) if prize.why else Message("set_by_hand")
        ]
        best = self.line(prize)[prize.place - 1 : prize.place]
        if best and prize.winner not in best[0].people:
            level = [candidate for candidate in self.line(prize) if candidate.keys == best[0].keys]
            names = _unique(self.name(who) for candidate in level for who in candidate.people)
            notes.append(Message("figures_say", names=names))
        winner = Winner(prize.winner, name, None, prize.worth.money)
        self.awards[prize.key] = Award((prize,), (winner,), tuple(notes))
        if prize.exclusive and prize.winner not in self.held:
            self.held[prize.winner], self.won[prize.winner] = prize, winner.money

    def by_figures(self, prize: PrizeDefinition) -> None:
        """The winners the figures name, with every prize they share."""
        if not prize.made.computed or not any(section.after for section in self.sections):
            why = prize.made.why_nobody(prize.choice)
            if prize.made.computed:
                why = Message("no_result_yet")
            self.awards[prize.key] = Award((prize,), (), (why,))
            return
        group = self.group(prize)
        if group is None:
            why = self.why_nobody(prize)
            self.awards[prize.key] = Award((prize,), (), (why,))
            return
        pool = [
            other
            for other in self.prizes
            if other.series == prize.series
            and other.key not in self.awards
            and self.place(other) in group.places
        ]
        people = tuple(dict.fromkeys(who for c in group.members for who in c.people))
        money, notes = self.shared(pool, people, group)
        achievements = {
            who: candidate.achievement_of(who)
            for candidate in reversed(group.members)
            for who in candidate.people
        }
        winners = tuple(
            Winner(who, self.name(who) or "", achievements[who], part)
            for who, part in zip(people, money, strict=True)
        )
        award = Award(tuple(pool), winners, (*self.passed_over(group, pool), *notes))
        self.awards |= {prize.key: award for prize in pool}
        if prize.exclusive:
            for winner in winners:
                if winner.who not in self.held:
                    self.held[winner.who], self.won[winner.who] = prize, winner.money

    def line(self, prize: PrizeDefinition) -> list[Candidate]:
        """Everybody in line for the series, the best first, each once."""
        if prize.series not in self.lines:
            sections = [s for s in self.sections if prize.division in ("", s.division)]
            candidates = prize.made.candidates(sections, prize.choice)
            line: list[Candidate] = []
            seen: set[tuple[Who, ...]] = set()
            for candidate in sorted(candidates, key=lambda candidate: candidate.keys, reverse=True):
                if len(candidate.people) > 1 or candidate.people not in seen:
                    seen.add(candidate.people)
                    line.append(candidate)
            self.lines[prize.series] = line
        return self.lines[prize.series]

    def barred(self, prize: PrizeDefinition, candidate: Candidate) -> bool:
        """Whether the candidate is passed over for what is held already."""
        return prize.exclusive and any(
            who in self.held
            and (self.held[who].series != prize.series or self.held[who].winner is not None)
            for who in candidate.people
        )

    def place(self, prize: PrizeDefinition) -> int:
        """The place of the prize among those in line who are not passed over."""
        before = [
            other
            for other in self.prizes
            if other.series == prize.series
            and other.winner is not None
            and other.place < prize.place
        ]
        return prize.place - (len(before) if prize.exclusive else 0)

    def group(self, prize: PrizeDefinition) -> _Group | None:
        """Who is level at the prize's place; None where the line does not reach so far."""
        passed: list[Candidate] = []
        line: list[Candidate] = []
        for candidate in self.line(prize):
            (passed if self.barred(prize, candidate) else line).append(candidate)
        at = self.place(prize) - 1
        if at >= len(line):
            return None
        keys = line[at].keys
        first = next(i for i, candidate in enumerate(line) if candidate.keys == keys)
        end = next((i for i in range(first, len(line)) if line[i].keys != keys), len(line))
        above = tuple(candidate for candidate in passed if candidate.keys >= keys)
        below = line[end] if end < len(line) else None
        return _Group(first + 1, tuple(line[first:end]), below, above)

    def shared(
        self, pool: Sequence[PrizeDefinition], people: Sequence[Who], group: _Group
    ) -> tuple[list[Money | None], list[Message]]:
        """The money of each of the people, and the notes that say how it came about."""
        prize = pool[0]
        amounts = [portions.worth.money for portions in pool]
        known = [amount for amount in amounts if amount is not None]
        if len(people) == 1:
            decided = None
            if group.next is not None:
                sections = [s for s in self.sections if prize.division in ("", s.division)]
                decided = prize.made.decided(sections, group.members[0], group.next, prize.choice)
            return [added(known)], [decided] if decided else []
        notes: list[Message] = []
        if len(group.members) > 1:
            names = tuple(self.name(who) or "" for who in people)
            notes.append(Message("level_on", names=names, phrase=prize.made.level_on))
        total = added(known)
        if total is not None:
            parts = shares(total, len(people))
            portions: list[Money | None] = [*parts]
            notes.append(_shared_out(tuple(map(str, known)), str(total), tuple(map(str, parts))))
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

    def passed_over(self, group: _Group, pool: Sequence[PrizeDefinition]) -> Iterable[Message]:
        """Who stood before the winners and holds an exclusive prize, and whether it is worth more."""
        passed = dict.fromkeys(
            who for candidate in group.passed for who in candidate.people if who in self.held
        )
        if passed:
            holders = tuple(
                Message("holder", player=self.name(who) or "", prize=self.held[who].title)
                for who in passed
            )
            more = all(self.has_more(who, prize) for who in passed for prize in pool)
            if more:
                yield Message("passed_over", count=len(holders), holders=holders)
            else:
                yield Message("passed_over_holding", count=len(holders), holders=holders)

    def has_more(self, who: Who, prize: PrizeDefinition) -> bool:
        """Whether the money somebody holds is surely more than all that the prize is worth."""
        money, offered = self.won.get(who), prize.worth
        if money is None or offered.extra:
            return False
        if offered.money is None:
            return True  # nothing is offered that has a value
        same = (money.before, money.after) == (offered.money.before, offered.money.after)
        return same and money.cents > offered.money.cents

    def why_nobody(self, prize: PrizeDefinition) -> Message:
        """Why nobody has the prize."""
        line = self.line(prize)
        barred = [candidate for candidate in line if self.barred(prize, candidate)]
        if line and len(barred) == len(line):
            holders = [who for c in barred for who in c.people if who in self.held]
            more = all(self.has_more(who, prize) for who in holders)
            return Message("all_have_more") if more else Message("all_hold_one")
        if line:
            return Message("few_in_line", count=len(line))
        return prize.made.why_nobody(prize.choice)

    def name(self, who: Who) -> str | None:
        """The name of an entry; None where it is not in the event."""
        for section in self.sections:
            if section.division == who.division and who.number in section.people:
                return section.people[who.number].name
        return None


def award(prizes: Sequence[PrizeDefinition], sections: Sequence[Section]) -> tuple[Award, ...]:
    """Every prize with its winners, in the order given: the order of the ceremony.

    Prizes that are shared together stand once, where the first of them does. Raises `BadPrize`
    for a prize of no kind.
    """
    ceremony = _Ceremony(prizes, sections)
    for prize in ceremony.sequence():
        if prize.winner is not None:
            ceremony.by_hand(prize)
        elif prize.key not in ceremony.awards:
            ceremony.by_figures(prize)
    awards = dict.fromkeys(id(ceremony.awards[prize.key]) for prize in prizes)
    by_id = {id(award_): award_ for award_ in ceremony.awards.values()}
    return tuple(by_id[key] for key in awards)


def _unique(names: Iterable[str | None]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for name in names if name))


def _shared_out(amounts: tuple[str, ...], total: str, parts: tuple[str, ...]) -> Message:
    """How the money of several prizes, or of one, is shared: in equal parts, or a cent apart."""
    people = len(parts)
    if len(amounts) > 1:
        if parts[0] == parts[-1]:
            return Message(
                "pool_shared", amounts=amounts, total=total, people=people, each=parts[0]
            )
        return Message(
            "pool_shared_unevenly", amounts=amounts, total=total, people=people, parts=parts
        )
    if parts[0] == parts[-1]:
        return Message("amount_shared", total=total, people=people, each=parts[0])
    return Message("amount_shared_unevenly", total=total, people=people, parts=parts)
