"""What a kind of prize is: everybody who could have it, the best first, and why."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from tournament.engine.message import Impossible, Message, Messages
from tournament.engine.plugins import Plugin, Plugins
from tournament.engine.prizes import kinds
from tournament.engine.prizes.contest import Section, Side, Who


@dataclass(frozen=True, slots=True)
class Candidate:
    """Somebody in line for a prize (two, where a game wins it): the greater `keys` first.

    `achievement` is what stands behind the name: "612 in round 4 against Ben Okafor";
    `achievements` the same for each of `people`, where each sees it from another side.
    """

    people: tuple[Who, ...]
    keys: tuple[int, ...]
    achievement: Message
    achievements: Messages = ()

    def achievement_of(self, who: Who) -> Message:
        """What was achieved, as it stands behind the name of one of `people`."""
        if self.achievements:
            return self.achievements[self.people.index(who)]
        return self.achievement


class PrizeKind(Plugin, ABC):
    """What a prize can be for. The file's name is its key, the docstring the director's help."""

    label: ClassVar[str]
    """What it is called where nobody gave it another name."""
    level_on: ClassVar[str]
    """What candidates are level on who share the prize, in a sentence: "the score"."""
    words: ClassVar[tuple[str, ...]]
    """How people write it in a list; lower case."""
    exclusive: ClassVar[bool] = False
    """Whether a new prize of this kind passes over who has won a more valuable one."""
    of_one_division: ClassVar[bool] = False
    """Whether it makes sense in one division only."""
    before_others: ClassVar[bool] = False
    """Whether it goes before prizes of the same value."""
    computed: ClassVar[bool] = True
    """Whether the figures know who has won."""

    @abstractmethod
    def candidates(self, sections: Sequence[Section], options: Any) -> Iterable[Candidate]:
        """Everybody who could have it, in any order; who is nearer in the standings first."""

    def title_of(self, place: int, options: Any) -> Message:
        """What the prize is called: "High win", "2nd high win"."""
        del options
        if place == 1:
            return Message("best_of_kind", label=self.label)
        return Message("place_of_kind", place=place, label=self.label)

    def decided(
        self, sections: Sequence[Section], winner: Candidate, other: Candidate, options: Any
    ) -> Message | None:
        """How a tie between the two was broken; None where there was none to break."""
        del sections, winner, other, options
        return None

    def why_nobody(self, options: Any) -> Message:
        """Why nobody is in line, once games are played."""
        del options
        return Message("nobody_qualifies")

    def read(self, text: str) -> Mapping[str, Any] | None:
        """The options `text` (lower case, without the place) stands for; None when it is another kind."""
        return {} if text in self.words else None

    @classmethod
    def options_from(cls, values: Mapping[str, Any]) -> Any:
        """The options with `values` set. Raises `BadPrize` for a name it has not, or a missing one."""
        known = cls.option_names()
        if unknown := tuple(sorted(set(values) - set(known))):
            raise BadPrize(
                Message("unknown_kind_options", label=cls.label, unknown=unknown, known=known)
                if known
                else Message("kind_without_options", label=cls.label, unknown=unknown)
            )
        try:
            return cls.Options(**values)
        except TypeError:
            missing = tuple(name.replace("_", " ") for name in sorted(set(known) - set(values)))
            raise BadPrize(Message("options_missing", label=cls.label, missing=missing)) from None


_KINDS = Plugins(kinds, PrizeKind)  # type: ignore[type-abstract]


def all_kinds() -> Mapping[str, PrizeKind]:
    """Every kind of prize by key, in key order."""
    return _KINDS


def kind_of(key: str) -> PrizeKind:
    """The kind of that key. Raises `BadPrize` naming those there are."""
    if key not in all_kinds():
        raise BadPrize(Message("unknown_kind", key=key, known=tuple(all_kinds())))
    return all_kinds()[key]


class BestGame(PrizeKind):
    """A prize for one figure of one game; everybody's best game is in line."""

    smallest: ClassVar[bool] = False
    """Whether the smaller figure wins."""

    @abstractmethod
    def figure(self, side: Side) -> int | None:
        """The figure of a game for this player; None where the game is not in line."""

    def candidates(self, sections: Sequence[Section], options: Any) -> Iterable[Candidate]:
        """Everybody's best game in line, the first of equal ones."""
        del options
        for section in sections:
            best: dict[int, tuple[int, int, Side]] = {}
            for side in section.sides:
                figure = self.figure(side)
                if figure is None:
                    continue
                key = -figure if self.smallest else figure
                if side.number not in best or key > best[side.number][0]:
                    best.pop(side.number, None)  # so that they stand in the order of the games
                    best[side.number] = key, figure, side
            for number, (key, figure, side) in best.items():
                who = Who(section.division, number)
                yield Candidate((who,), (key,), self.achievement(section, side, figure))

    def achievement(self, section: Section, side: Side, figure: int) -> Message:
        """The figure with the game it comes from."""
        del figure
        return Message(
            "score_in_game",
            score=side.score,
            theirs=side.opponent_score,
            round=side.round,
            opponent=section.name(side.opponent),
        )


def ordinal(number: int) -> str:
    """A place in words: 1st, 2nd, 3rd, 4th, 11th, 21st.

    >>> [ordinal(n) for n in (1, 2, 3, 4, 11, 12, 13, 21, 102, 112)]
    ['1st', '2nd', '3rd', '4th', '11th', '12th', '13th', '21st', '102nd', '112th']
    """
    teen = number % 100 in (11, 12, 13)
    return f"{number}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


class BadPrize(Impossible):
    """What was asked is no prize; the message says what would be."""
