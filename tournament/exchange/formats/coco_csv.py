"""CoCo's list of results, with one game per line."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext

from scoring.wording.phrases import (
    FormattedInteger,
    escape_formula,
    format_signed,
    unescape_formula,
)
from tournament.engine.interchange import (
    PlayoffGame,
    PortableDivision,
    PortableEntrant,
    PortableEvent,
    PortableMeeting,
    PortableRound,
    Remark,
    UnreadableEvent,
    spoken_and_sort_name,
)
from tournament.engine.results import GAMES, NOBODY, Outcome, game_value, winners
from tournament.engine.roster import MAX_NAME_LENGTH, name_key
from tournament.engine.round_assembly import sort_by_board
from tournament.exchange.event_files import EventFormat, NamedFile
from tournament.exchange.import_warnings import CORRECTION_ADVICE, implausible_score_message
from tournament.exchange.preflight import (
    Detail,
    details_of_kind,
    every_meeting,
    missing_results,
    round_ranges,
    unlisted_awards,
    unsupported_caps,
    unsupported_penalties,
)
from tournament.exchange.result_tables import BYE, FIRST, HEADS
from tournament.exchange.tsh.config_writing import file_stem
from tournament.exchange.tsh.text import decode_text

FIGURES = {
    "round": _lazy("The round"),
    "winnersscore": _lazy("The winner's score"),
    "opponentsscore": _lazy("The opponent's score"),
}
"""The numeric columns, with the name used in a message about an empty cell."""
BYE_SCORES = (50, 0)
MAX_ROWS = 20_000
_PLAYOFF = re.compile(r"(?=.*[^\W\d_])[^-\n].{0,39}")
"""A pattern for a name in place of a round, for a game outside the rounds, such as Semifinal or Final 2."""
MAX_REMARKS = 20


class CocoCsv(EventFormat):
    """CoCo's results as CSV: `Submitted On,Round,Winner,Winners Score,Opponent,Opponents Score`.

    A bye is written as a 50-0 win against the opponent `Bye`. A column named `First` says who went first. Each division
    has its own file; forfeits and void rounds are not listed. Play-off games have a name such as `Final` instead
    of a round, or are a player's second game in a round: they belong to no round and do not count in the
    standings.
    """

    label = _lazy("CoCo results (CSV)")
    preset_read = "coco"
    holds = frozenset({"playoffs"})
    is_part = True

    def recognises(self, file: NamedFile) -> bool:
        """Return whether the beginning of the file contains words of the headings and a comma."""
        head = file.beginning.lower()
        return b"round" in head and b"winner" in head and b"opponent" in head and b"," in head

    def read(self, files: Sequence[NamedFile]) -> PortableEvent:
        """Return the event with one division per file; players are numbered in the order in which they appear.

        Raise `Unreadable` for a missing column, too many rows, or a file that is not text or not valid CSV.
        """
        divisions: list[PortableDivision] = []
        remarks: list[Remark] = []
        for file in sorted(files, key=lambda other: other.name):
            division, more = _read_file(file, _division_name(file, len(divisions)))
            divisions.append(division)
            remarks += more
        return PortableEvent(
            "",
            tuple(divisions),
            precedence=("wins", "losses", "spread"),
            preset="coco",
            remarks=tuple(remarks),
        )

    def details(self, event: PortableEvent) -> Iterator[Detail]:
        """Yield messages on missing results and dates, on byes with a different spread, and on omissions."""
        yield from details_of_kind("missing_results", missing_results(event))
        if not event.date:
            yield ("day_missing", _("The event has no date: “Submitted On” is empty in every row."))
        byes = {
            meeting.first_score
            for _, _, meeting in every_meeting(event)
            if meeting.outcome == Outcome.BYE
        } - {BYE_SCORES[0]}
        for spread in sorted(byes, key=str):
            text = _("Byes have a spread of {spread} here and are listed as 50-0.")
            yield "byes", text.format(spread=format_signed(spread or 0))
        yield from details_of_kind("forfeits", unlisted_awards(event))
        yield from details_of_kind("penalties", unsupported_penalties(event))
        yield from details_of_kind("caps", unsupported_caps(event))

    def refusals(self, event: PortableEvent) -> tuple[str, ...]:  # noqa: ARG002 - of any event
        """Return (), since every event can be written."""
        return ()

    def write(self, event: PortableEvent) -> tuple[NamedFile, ...]:
        """Return a file for each division."""
        many = len(event.divisions) > 1
        return tuple(
            NamedFile(
                f"results{f'-{file_stem(division.name)}' if many else ''}.csv",
                _csv_bytes(event, division),
            )
            for division in event.divisions
        )


def _read_file(file: NamedFile, name: str) -> tuple[PortableDivision, tuple[Remark, ...]]:
    text, odd = decode_text(file.name, file.content, _encoding(file.content))
    table = csv.reader(io.StringIO(text, newline=""))
    try:
        rows = [(table.line_num, row) for row in table if any(cell.strip() for cell in row)]
    except csv.Error as broken:
        sentence = _("The file cannot be read as CSV ({broken}).").format(broken=broken)
        raise UnreadableEvent(Remark(file.name, table.line_num, sentence, True)) from broken
    if len(rows) > MAX_ROWS:
        sentence = _(
            "The file has more than {most_rows:,} rows, which is too many for a division."
        ).format(most_rows=FormattedInteger(MAX_ROWS))
        raise UnreadableEvent(Remark(file.name, MAX_ROWS + 1, sentence, True))
    division, remarks = _ResultsReader(file.name, rows).read_division(name)
    return division, (*odd, *remarks)


def _csv_bytes(event: PortableEvent, division: PortableDivision) -> bytes:
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow([*HEADS, FIRST])
    for round_ in division.rounds:
        for meeting in round_.meetings:
            if row := _row(division, meeting):
                writer.writerow([event.date, round_.number, *row])
    for game in division.playoffs:
        scores = (game.first_score, game.second_score)
        meeting = PortableMeeting(game.first, game.second, *scores)
        if row := _row(division, meeting):
            writer.writerow([event.date, game.label, *row])
    return out.getvalue().encode()


def _row(division: PortableDivision, meeting: PortableMeeting) -> list[str | int] | None:
    """Return the winner and score, the opponent and score, and who went first.

    Return None for a forfeit, a void round, a half bye, and a game without a result.
    """
    one = escape_formula(division.name_of(meeting.first))
    if meeting.is_alone:
        if meeting.outcome != Outcome.BYE:
            return None
        return [one, BYE_SCORES[0], BYE.capitalize(), BYE_SCORES[1], ""]
    if meeting.outcome not in GAMES or meeting.first_score is None:
        return None
    other = escape_formula(division.name_of(meeting.second))
    scores = meeting.written_scores
    first = one if meeting.firsts_known else ""
    if 0 in winners(meeting.outcome, *scores):
        return [one, scores[0], other, scores[1], first]
    return [other, scores[1], one, scores[0], first]


@dataclass
class _ResultsReader:
    """The rows of a file being read as a division."""

    file: str
    rows: list[tuple[int, list[str]]]

    def read_division(self, name: str) -> tuple[PortableDivision, tuple[Remark, ...]]:
        """Return the division, empty if a remark blocks the import, and the remarks.

        Raise `Unreadable` if a column is missing.
        """
        heads = self._columns()
        numbers: dict[str, int] = {}
        entrants: list[PortableEntrant] = []
        by_round: dict[int, list[PortableMeeting]] = {}
        seen: dict[tuple[int, int], int] = {}
        rows_seen: dict[tuple[str, ...], int] = {}
        playoffs: list[PlayoffGame] = []
        remarks: list[Remark] = []
        for line, row in self.rows[1:]:
            cells = {
                head: unescape_formula(row[at].strip()) if at < len(row) else ""
                for head, at in heads.items()
            }
            try:
                label, names, scores, first = _parse_cells(cells)
            except ValueError as wrong:
                remarks.append(Remark(self.file, line, str(wrong), True))
                if sum(remark.blocks for remark in remarks) > MAX_REMARKS:
                    break
                continue
            for written in names:
                if name_key(written) not in numbers and name_key(written) != BYE:
                    numbers[name_key(written)] = number = len(numbers) + 1
                    full_name, listed = spoken_and_sort_name(written)
                    own = {"name": written}
                    entrants.append(
                        PortableEntrant(number, full_name, listed, written, extras=own, line=line)
                    )
            one, other = (numbers.get(name_key(written), NOBODY) for written in names)
            played = int(label) if label.isdecimal() else 0
            again = [
                seen[played, number]
                for number in (one, other)
                if number != NOBODY and (played, number) in seen
            ]
            whole = (label, *map(name_key, sorted(names)), *map(str, sorted(scores)))
            if whole in rows_seen:
                twice = _("The same row is also on line {line}. Remove one of the two.")
                remarks.append(Remark(self.file, line, twice.format(line=rows_seen[whole]), True))
            elif other == NOBODY and (again or not played):
                alone = _("A player can have only one bye in a round. Remove the row.")
                remarks.append(Remark(self.file, line, alone, True))
            elif again or not played:
                meeting = _build_meeting(one, other, scores, first)
                both = (meeting.first_score or 0, meeting.second_score or 0)
                playoffs.append(PlayoffGame(label, meeting.first, meeting.second, *both))
                remarks.append(Remark(self.file, line, self._playoff_message(label, names, again)))
            else:
                at = cells.get("board", "")
                board = int(at) or None if at.isdecimal() and len(at) < 5 else None
                meeting = replace(_build_meeting(one, other, scores, first), board=board)
                by_round.setdefault(played, []).append(meeting)
                seen |= {(played, number): line for number in {one, other} - {NOBODY}}
            rows_seen.setdefault(whole, line)
            for written, score in zip(names, scores, strict=True):
                odd = implausible_score_message(written, score)
                if odd and len(remarks) < MAX_REMARKS:
                    remarks.append(Remark(self.file, line, f"{odd} {CORRECTION_ADVICE}"))
            if winners(Outcome.PLAYED, *scores) == (1,):
                sentence = _(
                    "{winner} is the winner with {score} to {other_score}. It is imported as a "
                    "win whatever the scores; correct the result if the scores were swapped."
                ).format(winner=names[0], score=scores[0], other_score=scores[1])
                remarks.append(Remark(self.file, line, sentence))
        if not entrants and not remarks:
            remarks.append(Remark(self.file, 0, _("The file contains no game."), True))
        if any(remark.blocks for remark in remarks):
            return PortableDivision(name, (), file=self.file), tuple(remarks)
        rounds = tuple(self._rounds(by_round, entrants, remarks))
        division = PortableDivision(
            name, tuple(entrants), rounds, playoffs=tuple(playoffs), file=self.file
        )
        return division, tuple(remarks)

    def _playoff_message(self, label: str, names: Sequence[str], again: Sequence[int]) -> str:
        """Return the message that explains why a game belongs to no round."""
        if again:
            text = _(
                "{one} and {other}: one of them already has a game in round {round} on line "
                "{line}. This game is imported as a game that is not part of a round: it "
                "does not count in the standings, but it is rated."
            )
        else:
            text = _(
                "{one} and {other}: “{round}” is not a number. The game is imported as a game "
                "that is not part of a round: it does not count in the standings, but it is rated."
            )
        line = again[0] if again else 0
        return text.format(one=names[0], other=names[1], round=label, line=line)

    def _columns(self) -> dict[str, int]:
        """Return the index of every column by its heading, reduced to lowercase letters.

        Raise `Unreadable` if a required heading is missing.
        """
        first = self.rows[0][1] if self.rows else []
        heads = {re.sub(r"[^a-z]", "", cell.casefold()): at for at, cell in enumerate(first)}
        wanted = {re.sub(r"[^a-z]", "", head.casefold()): head for head in HEADS[1:]}
        missing = [head for key, head in wanted.items() if key not in heads]
        if missing:
            sentence = _("The columns {columns} are missing in the first row.").format(
                columns=", ".join(missing)
            )
            raise UnreadableEvent(Remark(self.file, 1, sentence, True))
        return heads

    def _rounds(
        self,
        by_round: dict[int, list[PortableMeeting]],
        entrants: list[PortableEntrant],
        remarks: list[Remark],
    ) -> Iterator[PortableRound]:
        idle: dict[int, list[int]] = {}
        for number in range(1, max(by_round, default=0) + 1):
            meetings = by_round.get(number, [])
            there = {seat for meeting in meetings for seat in (meeting.first, meeting.second)}
            for entrant in entrants:
                if entrant.number not in there:
                    idle.setdefault(entrant.number, []).append(number)
                    meetings.append(PortableMeeting(entrant.number, NOBODY, 0, 0, Outcome.VOID))
            yield PortableRound(number, tuple(sort_by_board(meetings)))
        for at, rounds in idle.items():
            idle_rounds = ngettext(
                "{player} has no game in round {rounds}. That round does not count.",
                "{player} has no game in rounds {rounds}. Those rounds do not count.",
                len(rounds),
            ).format(player=entrants[at - 1].name, rounds=round_ranges(rounds))
            remarks.append(Remark(self.file, 0, idle_rounds))


def _parse_cells(cells: Mapping[str, str]) -> tuple[str, tuple[str, str], tuple[int, int], str]:
    """Return the round, the names, the scores, and the winner's start, or "". Raise `ValueError` for invalid cells."""
    figures = []
    for head, called in FIGURES.items():
        if not cells[head]:
            raise ValueError(
                _("{label} is missing. Enter it as digits, or remove the row.").format(label=called)
            )
        if head == "round" and _PLAYOFF.fullmatch(cells[head]):
            continue
        if not re.fullmatch(r"-?\d{1,4}", cells[head], re.ASCII):
            raise ValueError(
                _(
                    "“{cell}” is not a whole number. Write the round and the scores in digits."
                ).format(cell=cells[head][:30])
            )
        figures.append(int(cells[head]))
    label = cells["round"]
    if not _PLAYOFF.fullmatch(label) and not 1 <= figures.pop(0) <= 200:
        raise ValueError(_("Round {round} does not exist. Rounds start at 1.").format(round=label))
    names = (" ".join(cells["winner"].split()), " ".join(cells["opponent"].split()))
    if any(not any(c.isalpha() for c in name) or len(name) > MAX_NAME_LENGTH for name in names):
        raise ValueError(_("A name is missing or not valid."))
    if name_key(names[0]) == name_key(names[1]):
        raise ValueError(
            _("Both players in this row are called {name}. Make the two names different.").format(
                name=names[0]
            )
        )
    if name_key(names[0]) == BYE:
        raise ValueError(_("The bye cannot win. Write the player as the winner."))
    if winners(Outcome.PLAYED, figures[0], figures[1]) == (1,) and name_key(names[1]) == BYE:
        raise ValueError(
            _("The bye has {score} points. Write 0, and the player's spread.").format(
                score=figures[1]
            )
        )
    first = cells.get("first", "")
    begins = "first" if name_key(first) == name_key(names[0]) else "second"
    return label, names, (figures[0], figures[1]), begins if first else ""


def _build_meeting(one: int, other: int, scores: tuple[int, int], begins: str) -> PortableMeeting:
    if other == NOBODY:
        spread, _ = game_value(Outcome.PLAYED, *scores)
        return PortableMeeting(one, NOBODY, spread, 0, Outcome.BYE)
    against = winners(Outcome.PLAYED, *scores) == (1,)
    if begins == "second":
        won = Outcome.SECOND_WINS if against else Outcome.PLAYED
        return PortableMeeting(other, one, scores[1], scores[0], won)
    won = Outcome.FIRST_WINS if against else Outcome.PLAYED
    return PortableMeeting(one, other, *scores, won, firsts_known=bool(begins))


def _encoding(content: bytes) -> str:
    try:
        content.decode()
    except UnicodeDecodeError:
        return ""
    return "utf-8"


def _division_name(file: NamedFile, before: int) -> str:
    """Return the single letter that ends the file name, or else the next of A, B, C, ... after `before` divisions."""
    match = re.search(r"(?:^|[-_ ])([A-Za-z])$", file.stem)
    return match[1].upper() if match else chr(ord("A") + min(before, 25))
