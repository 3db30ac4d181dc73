"""Rearrange a round by hand; every change returns a new arrangement that is checked as a whole.

Only nonsensical changes are refused here. The checker decides whether the result may be saved, so
that the director sees its problems first.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from random import Random

from tournament.engine.message import Message
from tournament.engine.pairing.firsts import decide_first
from tournament.engine.pairing.plan import Bye, Pair, Plan
from tournament.engine.starts import Starts

SeatedPair = tuple[int, int, int]
"""Board, first player and second player; players by entry number."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The seating of a round: seats in board order, byes, and free entries, which have neither.

    Its text form is `1:3-5 2:4-6 bye:7 free:8,9`, which `parse` reads.
    """

    seats: tuple[SeatedPair, ...] = ()
    byes: tuple[int, ...] = ()
    free: tuple[int, ...] = ()

    @classmethod
    def parse(cls, text: str) -> "Arrangement":
        """Return the arrangement written as `text`. Raise `InvalidRearrangement` for an invalid part."""
        seats: list[SeatedPair] = []
        byes: list[int] = []
        free: list[int] = []
        for word in text.split():
            if match := re.fullmatch(r"(\d{1,4}):(\d{1,4})-(\d{1,4})", word):
                seats.append((int(match[1]), int(match[2]), int(match[3])))
            elif match := re.fullmatch(r"(bye|free):(\d{1,4}(?:,\d{1,4})*)", word):
                into = byes if match[1] == "bye" else free
                into += [int(number) for number in match[2].split(",")]
            else:
                raise InvalidRearrangement(Message("no_part_of_round", text=word))
        return cls(tuple(sorted(seats)), tuple(byes), tuple(free))

    @property
    def plan(self) -> Plan:
        """The arrangement as a plan for the checker, without the free entries."""
        pairs = tuple(Pair(board, first, second) for board, first, second in self.seats)
        return Plan(0, "manual", pairs, tuple(Bye(number) for number in self.byes))

    @property
    def numbers(self) -> frozenset[int]:
        """The numbers of all entries in the round: those with a seat, with a bye, and free."""
        seated = {number for _, *two in self.seats for number in two}
        return frozenset(seated.union(self.byes, self.free))

    def swap(self, one: int, other: int) -> "Arrangement":
        """Exchange the positions of two entries, each of which has a seat, a bye or neither.

        Raise `InvalidRearrangement` if they are the same, or one is not in the round.
        """
        self._require_numbers(one, other)
        if one == other:
            raise InvalidRearrangement(Message("swap_two"))
        turned = {one: other, other: one}
        return Arrangement(
            tuple(
                (b, turned.get(first, first), turned.get(second, second))
                for b, first, second in self.seats
            ),
            _sorted(turned.get(number, number) for number in self.byes),
            _sorted(turned.get(number, number) for number in self.free),
        )

    def flip(self, board: int) -> "Arrangement":
        """Exchange first and second on a board. Raise `InvalidRearrangement` if nobody sits there."""
        _, first, second = self._seat(board)
        return self._replace_board(board, (board, second, first))

    def move_pair(self, board: int, to: int) -> "Arrangement":
        """Move the pair to board `to`; a pair already there moves to `board`.

        Raise `InvalidRearrangement` if nobody sits at `board`, or `to` is below 1.
        """
        _, first, second = self._seat(board)
        if to < 1:
            raise InvalidRearrangement(Message("boards_from_one"))
        seats = []
        for seat in self.seats:
            if seat[0] == board:
                seats.append((to, first, second))
            elif seat[0] == to:
                seats.append((board, *seat[1:]))
            else:
                seats.append(seat)
        return replace(self, seats=tuple(sorted(seats)))

    def unpair(self, board: int) -> "Arrangement":
        """Empty the board and free both players. Raise `InvalidRearrangement` if nobody sits there."""
        _, first, second = self._seat(board)
        return replace(self._replace_board(board, None), free=_sorted([*self.free, first, second]))

    def give_bye(self, number: int) -> "Arrangement":
        """Give the entry a bye.

        If it has a seat, the first entry with a bye takes that seat; if nobody has a bye, the opponent becomes
        free. A free entry gets a bye in addition to any others. Raise `InvalidRearrangement` if it already has a bye
        or is not in the round.
        """
        self._require_numbers(number)
        if number in self.byes:
            raise InvalidRearrangement(Message("sits_out_already"))
        if self.byes and number not in self.free:
            return self.swap(number, self.byes[0])
        if number in self.free:
            free = tuple(other for other in self.free if other != number)
            return replace(self, free=free, byes=_sorted([*self.byes, number]))
        board = next(seat[0] for seat in self.seats if number in seat[1:])
        return self.unpair(board).give_bye(number)

    def pair(
        self,
        one: int,
        other: int,
        *,
        starts: Mapping[int, Starts] | None = None,
        seed: int = 0,
        first_board: int = 1,
    ) -> "Arrangement":
        """Pair two entries that are free or have a bye, on the lowest empty board from `first_board` on.

        `one` goes first, unless `starts` has both entries; then their starts decide, or a draw with `seed` if
        those are equal. Raise `InvalidRearrangement` if they are the same, or one has a seat or is not in the round.
        """
        self._require_numbers(one, other)
        waiting = {*self.free, *self.byes}
        if one == other or not {one, other} <= waiting:
            raise InvalidRearrangement(Message("unpair_first"))
        taken = {seat[0] for seat in self.seats}
        boards = range(first_board, first_board + len(taken) + 1)
        board = next(number for number in boards if number not in taken)
        if starts and one in starts and other in starts:
            first = decide_first(starts[one], starts[other], Random(seed + board)).number
            one, other = (one, other) if first == one else (other, one)
        gone = {one, other}
        return Arrangement(
            tuple(sorted([*self.seats, (board, one, other)])),
            tuple(number for number in self.byes if number not in gone),
            tuple(number for number in self.free if number not in gone),
        )

    def pair_at_seat(
        self,
        one: int,
        other: int,
        *,
        starts: Mapping[int, Starts] | None = None,
        seed: int = 0,
        first_board: int = 1,
    ) -> "Arrangement":
        """Pair two entries at the seat of `one`, or else at that of `other`.

        The replaced player takes the position that the new opponent had. Two entries without an opponent are
        paired as in `pair`. Raise `InvalidRearrangement` if they already meet, are the same, or one is absent.
        """
        self._require_numbers(one, other)
        if one == other:
            raise InvalidRearrangement(Message("pair_is_two"))
        partner = self._partners()
        if partner.get(one) == other:
            raise InvalidRearrangement(Message("two_meet_already"))
        if one in partner:
            return self.swap(partner[one], other)
        if other in partner:
            return self.swap(partner[other], one)
        return self.pair(one, other, starts=starts, seed=seed, first_board=first_board)

    def changed_boards(self, other: "Arrangement") -> tuple[int, ...]:
        """Return the boards of `other` that differ from this arrangement."""
        return tuple(seat[0] for seat in other.seats if seat not in self.seats)

    def _partners(self) -> dict[int, int]:
        """Return each player's opponent."""
        both = {first: second for _, first, second in self.seats}
        return both | {second: first for first, second in both.items()}

    def _seat(self, board: int) -> SeatedPair:
        for seat in self.seats:
            if seat[0] == board:
                return seat
        raise InvalidRearrangement(Message("no_such_board", board=board))

    def _replace_board(self, board: int, seat: SeatedPair | None) -> "Arrangement":
        others = [other for other in self.seats if other[0] != board]
        return replace(self, seats=tuple(sorted([*others, *([seat] if seat else [])])))

    def _require_numbers(self, *numbers: int) -> None:
        for number in numbers:
            if number not in self.numbers:
                raise InvalidRearrangement(Message("not_in_round", number=number))

    def __str__(self) -> str:
        words = [f"{board}:{first}-{second}" for board, first, second in self.seats]
        words += [f"bye:{','.join(map(str, self.byes))}"] if self.byes else []
        words += [f"free:{','.join(map(str, self.free))}"] if self.free else []
        return " ".join(words)


def _sorted(numbers: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(numbers))


class InvalidRearrangement(Exception):
    """The change names an absent board or player, or is nonsensical."""

    def __init__(self, *messages: Message) -> None:
        super().__init__(*messages)
        self.messages = messages
