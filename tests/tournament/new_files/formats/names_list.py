"""A new file format: players by division."""

from collections.abc import Iterator, Sequence

from tournament.engine.interchange import PortableDivision, PortableEntrant, PortableEvent
from tournament.exchange.event_files import EventFormat, NamedFile
from tournament.exchange.preflight import Detail

HEAD = "Names of "


class NamesList(EventFormat):
    """Divisions and the names of their players, a line each; nothing of what was played."""

    label = "List of names"
    holds = frozenset({"name"})

    def recognises(self, sent: NamedFile) -> bool:
        """Recognise the file by its first words."""
        return sent.beginning.startswith(HEAD.encode())

    def read(self, files: Sequence[NamedFile]) -> PortableEvent:
        """Return the event without rounds."""
        head, *lines = files[0].content.decode().splitlines()
        people: dict[str, list[str]] = {}
        for line in lines:
            division, _, name = line.partition(": ")
            people.setdefault(division, []).append(name)
        divisions = (
            PortableDivision(
                key, tuple(PortableEntrant(number, name) for number, name in enumerate(names, 1))
            )
            for key, names in people.items()
        )
        return PortableEvent(head.removeprefix(HEAD), tuple(divisions), preset="club")

    def details(self, event: PortableEvent) -> Iterator[Detail]:
        """Yield the loss of every round."""
        rounds = sum(len(division.rounds) for division in event.divisions)
        yield "rounds", f"{rounds} rounds are left out:"

    def write(self, event: PortableEvent) -> tuple[NamedFile, ...]:
        """Return one file."""
        lines = [
            f"{division.name}: {entrant.name}\n"
            for division in event.divisions
            for entrant in division.entrants
        ]
        return (NamedFile("names.txt", f"{HEAD}{event.name}\n{''.join(lines)}".encode()),)
