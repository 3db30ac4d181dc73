"""Who has won which prize: the most valuable first, ties shared, nobody two exclusive ones.

Prizes of one kind, with the same options, in the same division are a series: 1st, 2nd, 3rd place.
Candidates who are level take up as many places of the series as they are people, and the money of
all these places is added and shared equally (facts on pairing, "Prizes").
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

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
    def title(self) -> str:
        """The name it was given, or what its kind calls it."""
        return self.name or self.made.title(self.place, self.choice)

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
    """One winner: who, what for, and the money (None where the prize names none)."""

    who: Who
    name: str
    told: str
    money: Money | None = None


@dataclass(frozen=True, slots=True)
class Award:
    """One prize with its winner, or several that are shared; `sentences` explain what is not plain.

    Without winners the sentences say why. `prizes` are in the order of the ceremony.
    """

    prizes: tuple[PrizeDefinition, ...]
    winners: tuple[Winner, ...] = ()
    sentences: tuple[str, ...] = ()

    @property
    def shared(self) -> bool:
        """Whether several have it."""
        return len(self.winners) > 1

    @property
    def title(self) -> str:
        """The title, or those of all prizes shared: "2nd place and 3rd place"."""
        return " and ".join(dict.fromkeys(prize.title for prize in self.prizes))

    @property
    def value(self) -> str:
        """The values as they were written."""
        return " and ".join(prize.value for prize in self.prizes if prize.value)


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
        self.lines: dict[Series, list[Candidate]] = {}

    def in_order(self) -> list[PrizeDefinition]:
        """The prizes in the order in which they are awarded: by hand, then by what they are worth.

        A place is worth at least what the places behind it are, so that a series stays in order.
        """
        best: dict[int, int] = {}
        for prize in self.prizes:
            behind = (p for p in self.prizes if p.series == prize.series and p.place >= prize.place)
            best[prize.key] = max(each.worth.cents for each in behind)
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
            self.awards[prize.key] = Award((prize,), (), ("The winner set by hand is not there.",))
            return
        sentences = ["Set by hand." if not prize.why else f"Set by hand: {prize.why}"]
        best = self.line(prize)[prize.place - 1 : prize.place]
        if best and prize.winner not in best[0].people:
            level = [each for each in self.line(prize) if each.keys == best[0].keys]
            names = _unique(self.name(who) for each in level for who in each.people)
            sentences.append(f"By the figures alone it would be {_listed(names)}.")
        winner = Winner(prize.winner, name, "", prize.worth.money)
        self.awards[prize.key] = Award((prize,), (winner,), tuple(sentences))
        if prize.exclusive:
            self.held.setdefault(prize.winner, prize)

    def by_figures(self, prize: PrizeDefinition) -> None:
        """The winners the figures name, with every prize they share."""
        if not prize.made.computed or not any(section.after for section in self.sections):
            why = prize.made.why_nobody(prize.choice)
            if prize.made.computed:
                why = "No result is in yet."
            self.awards[prize.key] = Award((prize,), (), (why,))
            return
        group = self.group(prize)
        if group is None:
            why = self.why_nobody(prize)
            self.awards[prize.key] = Award((prize,), (), (why,))
            return
        pool = [
            each
            for each in self.prizes
            if each.series == prize.series
            and each.key not in self.awards
            and self.place(each) in group.places
        ]
        people = tuple(dict.fromkeys(who for c in group.members for who in c.people))
        money, sentences = self.shared(pool, people, group)
        told = {who: each.told_of(who) for each in reversed(group.members) for who in each.people}
        winners = tuple(
            Winner(who, self.name(who) or "", told[who], part)
            for who, part in zip(people, money, strict=True)
        )
        award = Award(tuple(pool), winners, (*self.passed_over(group), *sentences))
        self.awards |= {each.key: award for each in pool}
        if prize.exclusive:
            for who in people:
                self.held.setdefault(who, prize)

    def line(self, prize: PrizeDefinition) -> list[Candidate]:
        """Everybody in line for the series, the best first, each once."""
        if prize.series not in self.lines:
            sections = [s for s in self.sections if prize.division in ("", s.division)]
            found = prize.made.candidates(sections, prize.choice)
            line: list[Candidate] = []
            seen: set[tuple[Who, ...]] = set()
            for each in sorted(found, key=lambda candidate: candidate.keys, reverse=True):
                if len(each.people) > 1 or each.people not in seen:
                    seen.add(each.people)
                    line.append(each)
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
            each
            for each in self.prizes
            if each.series == prize.series and each.winner is not None and each.place < prize.place
        ]
        return prize.place - (len(before) if prize.exclusive else 0)

    def group(self, prize: PrizeDefinition) -> _Group | None:
        """Who is level at the prize's place; None where the line does not reach so far."""
        passed: list[Candidate] = []
        line: list[Candidate] = []
        for each in self.line(prize):
            (passed if self.barred(prize, each) else line).append(each)
        at = self.place(prize) - 1
        if at >= len(line):
            return None
        keys = line[at].keys
        first = next(i for i, each in enumerate(line) if each.keys == keys)
        end = next((i for i in range(first, len(line)) if line[i].keys != keys), len(line))
        above = tuple(each for each in passed if each.keys >= keys)
        below = line[end] if end < len(line) else None
        return _Group(first + 1, tuple(line[first:end]), below, above)

    def shared(
        self, pool: Sequence[PrizeDefinition], people: Sequence[Who], group: _Group
    ) -> tuple[list[Money | None], list[str]]:
        """The money of each of the people, and the sentences that say how it came about."""
        prize = pool[0]
        amounts = [each.worth.money for each in pool]
        known = [amount for amount in amounts if amount is not None]
        if len(people) == 1:
            sentences = []
            if group.next is not None:
                sections = [s for s in self.sections if prize.division in ("", s.division)]
                decided = prize.made.decided(sections, group.members[0], group.next, prize.choice)
                sentences = [decided] if decided else []
            return [added(known)], sentences
        names = _listed(self.name(who) or "" for who in people)
        sentences = []
        if len(group.members) > 1:
            sentences.append(f"{names} are level on {prize.made.level_on}.")
        total = added(known)
        if total is not None:
            parts = shares(total, len(people))
            each: list[Money | None] = [*parts]
            first, last = str(parts[0]), str(parts[-1])
            sums = _listed(str(amount) for amount in known)
            together = f"{sums} together are {total}" if len(known) > 1 else f"The {total}"
            told = f"{first} each" if first == last else _listed(str(part) for part in parts)
            joined = ", shared by" if len(known) > 1 else " is shared by"
            sentences.append(f"{together}{joined} {len(people)}: {told}.")
        else:
            each = [None] * len(people)
            if known:
                sentences.append("The currencies differ, so the director shares the money.")
        for extra in filter(None, (each_.worth.extra for each_ in pool)):
            sentences.append(f"“{extra}” cannot be shared: the director decides who has it.")
        return each, sentences

    def passed_over(self, group: _Group) -> Iterable[str]:
        """Who stood before the winners and holds something more valuable."""
        found = dict.fromkeys(
            who for each in group.passed for who in each.people if who in self.held
        )
        if found:
            names = _listed(f"{self.name(who)} ({self.held[who].title})" for who in found)
            stand = "stands" if len(found) == 1 else "stand"
            yield f"{names} {stand} before and won something more valuable."

    def why_nobody(self, prize: PrizeDefinition) -> str:
        """Why nobody has the prize."""
        line = self.line(prize)
        barred = [each for each in line if self.barred(prize, each)]
        if line and len(barred) == len(line):
            return "Everybody in line has won something more valuable."
        if line:
            return f"Only {len(line)} {'is' if len(line) == 1 else 'are'} in line."
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
    for prize in ceremony.in_order():
        if prize.winner is not None:
            ceremony.by_hand(prize)
        elif prize.key not in ceremony.awards:
            ceremony.by_figures(prize)
    found = dict.fromkeys(id(ceremony.awards[prize.key]) for prize in prizes)
    by_id = {id(each): each for each in ceremony.awards.values()}
    return tuple(by_id[key] for key in found)


def _unique(names: Iterable[str | None]) -> list[str]:
    return list(dict.fromkeys(name for name in names if name))


def _listed(words: Iterable[str]) -> str:
    *before, last = list(words) or [""]
    return f"{', '.join(before)} and {last}" if before else last
