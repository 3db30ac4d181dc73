"""The interface of a kind of prize: its candidates and their achievements."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from tournament.engine.message import Message, MessageError, Messages
from tournament.engine.plugins import Plugin, Plugins
from tournament.engine.prizes import kinds
from tournament.engine.prizes.contest import ContestDivision, ContestSide, PlayerRef


@dataclass(frozen=True, slots=True)
class Candidate:
    """A player, or the two players of a game, who may win a prize; greater `keys` rank first.

    `achievement` appears after the name: "612 in round 4 against Ben Okafor". `achievements` has a
    separate message for each of `people` if they differ.
    """

    people: tuple[PlayerRef, ...]
    keys: tuple[int, ...]
    achievement: Message
    achievements: Messages = ()

    def achievement_of(self, who: PlayerRef) -> Message:
        """Return the achievement as it appears after the name of one of `people`."""
        if self.achievements:
            return self.achievements[self.people.index(who)]
        return self.achievement


class PrizeKind(Plugin, ABC):
    """A kind of prize. The file name is its key, and the docstring is the director's help."""

    label: ClassVar[str]
    """The title of a prize without a name of its own."""
    level_on: ClassVar[str]
    """The quantity in which candidates who share the prize are equal, in a sentence: "the score"."""
    words: ClassVar[tuple[str, ...]]
    """The names of the kind in a pasted list, in lower case."""
    exclusive: ClassVar[bool] = False
    """Whether a new prize of this kind passes over winners of more valuable ones."""
    of_one_division: ClassVar[bool] = False
    """Whether the prize makes sense only within one division."""
    before_others: ClassVar[bool] = False
    """Whether the prize is awarded before prizes of the same value."""
    computed: ClassVar[bool] = True
    """Whether the results determine the winner."""

    @abstractmethod
    def candidates(self, sections: Sequence[ContestDivision], options: Any) -> Iterable[Candidate]:
        """Return all candidates; those with equal keys are named in the order given here."""

    def title_of(self, place: int, options: Any) -> Message:
        """Return the title of the prize: "High win", "2nd high win"."""
        del options
        if place == 1:
            return Message("best_of_kind", label=self.label)
        return Message("place_of_kind", place=place, label=self.label)

    def tie_break_message(
        self, sections: Sequence[ContestDivision], winner: Candidate, other: Candidate, options: Any
    ) -> Message | None:
        """Return a message on how the two candidates were separated, or None if that needs no explanation."""
        del sections, winner, other, options
        return None

    def no_winner_reason(self, options: Any) -> Message:
        """Return why there is no candidate although games have been played."""
        del options
        return Message("nobody_qualifies")

    def parse_options(self, text: str) -> Mapping[str, Any] | None:
        """Return the options that `text` names (in lower case, without the place), or None if it names another kind."""
        return {} if text in self.words else None

    @classmethod
    def options_from(cls, values: Mapping[str, Any]) -> Any:
        """Return the options with the given `values`. Raise `BadPrize` for an unknown or missing option."""
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
    """Return every kind of prize by key, in key order."""
    return _KINDS


def kind_of(key: str) -> PrizeKind:
    """Return the kind of prize with this key. Raise `BadPrize`, which names the existing keys, if there is none."""
    if key not in all_kinds():
        raise BadPrize(Message("unknown_kind", key=key, known=tuple(all_kinds())))
    return all_kinds()[key]


class BestGame(PrizeKind):
    """A prize for one figure of a game; each player's best game is a candidate."""

    smallest: ClassVar[bool] = False
    """Whether the smaller figure wins."""

    @abstractmethod
    def figure(self, side: ContestSide) -> int | None:
        """Return the figure of a game for this player, or None if the game does not qualify."""

    def candidates(self, sections: Sequence[ContestDivision], options: Any) -> Iterable[Candidate]:
        """Yield each player's best qualifying game, the first of equal ones."""
        del options
        for section in sections:
            best: dict[int, tuple[int, int, ContestSide]] = {}
            for side in section.sides:
                figure = self.figure(side)
                if figure is None:
                    continue
                key = -figure if self.smallest else figure
                if side.number not in best or key > best[side.number][0]:
                    best.pop(side.number, None)  # keep the order of the games
                    best[side.number] = key, figure, side
            for number, (key, figure, side) in best.items():
                who = PlayerRef(section.division, number)
                yield Candidate((who,), (key,), self.achievement(section, side, figure))

    def achievement(self, section: ContestDivision, side: ContestSide, figure: int) -> Message:
        """Return the message with the figure and the game it comes from."""
        del figure
        return Message(
            "score_in_game",
            score=side.score,
            theirs=side.opponent_score,
            round=side.round,
            opponent=section.name(side.opponent),
        )


def ordinal(number: int) -> str:
    """Return a place as an ordinal: 1st, 2nd, 3rd, 4th, 11th, 21st.

    >>> [ordinal(n) for n in (1, 2, 3, 4, 11, 12, 13, 21, 102, 112)]
    ['1st', '2nd', '3rd', '4th', '11th', '12th', '13th', '21st', '102nd', '112th']
    """
    teen = number % 100 in (11, 12, 13)
    return f"{number}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


class BadPrize(MessageError):
    """A prize is invalid; the message says what would be valid."""
