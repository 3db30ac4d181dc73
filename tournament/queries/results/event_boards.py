"""All public boards of an event, read in parts because a list shows only about a hundred of them."""

from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import overload

from tournament.models import Event, Pairing, Round
from tournament.models.rounds import Phase
from tournament.queries.people.check_in import entries_of
from tournament.queries.rounds.rounds import Board, boards_with_results


class EventBoards(Sequence[Board]):
    """The pairings of an event's published rounds by division, round and board, byes last.

    Creating it takes two queries. A slice takes two more for its boards; the whole takes four,
    because players and scorekeepers are then read once and shared by all boards. Boards are
    read only once.
    """

    def __init__(self, event: Event) -> None:
        public = Round.objects.filter(division__event=event).exclude(phase=Phase.DRAFT)
        rounds = {row.pk: row for row in public.select_related("division")}
        for row in rounds.values():
            row.division.event = event
        pairings = Pairing.objects.filter(round__in=rounds, replaced_at=None)
        places = []
        for key, round_key, board in pairings.values_list("pk", "round_id", "board"):
            row = rounds[round_key]
            at = (row.division.position, row.division.pk, row.number, board is None, board or 0)
            places.append((at, key, round_key))
        places.sort(key=itemgetter(0))
        self._event = event
        self._rounds = rounds
        self._keys = [key for _at, key, _round in places]
        paired = {round_key for _at, _key, round_key in places}
        self.rounds = [row for key, row in rounds.items() if key in paired]
        """The published rounds that have pairings, each with its division, unordered."""
        self._boards: dict[int, Board] = {}
        """The boards read so far, by key of their pairing."""

    def __len__(self) -> int:
        return len(self._keys)

    @overload
    def __getitem__(self, key: int) -> Board: ...
    @overload
    def __getitem__(self, key: slice) -> list[Board]: ...
    def __getitem__(self, key: int | slice) -> Board | list[Board]:
        if isinstance(key, slice):
            return self._read_boards(self._keys[key])
        return self._read_boards([self._keys[key]])[0]

    def __iter__(self) -> Iterator[Board]:
        return iter(self._read_boards(self._keys))

    def _read_boards(self, keys: list[int]) -> list[Board]:
        if not self._boards.keys() >= set(keys):
            boards = self._read_all() if len(keys) == len(self) else self._read_some(keys)
            for board in boards:
                board.pairing.round = self._rounds[board.pairing.round_id]
                self._boards[board.pairing.pk] = board
        return [self._boards[key] for key in keys if key in self._boards]

    def _read_some(self, keys: list[int]) -> list[Board]:
        return boards_with_results(Pairing.objects.filter(pk__in=keys))

    def _read_all(self) -> list[Board]:
        pairings = Pairing.objects.filter(round__in=self._rounds, replaced_at=None)
        return boards_with_results(pairings, {row.pk: row for row in entries_of(self._event)})
