"""Sheets in GCG for the tests: the worked plays of the rule facts, and what is found in a text."""

from scoring.archive import shelf
from scoring.engine.audit.findings import Finding, Severity
from scoring.engine.audit.identify import Wanted
from scoring.engine.audit.verification import Verification, verify
from scoring.engine.game.record import Record
from scoring.engine.game.turns import Turn
from scoring.engine.gcg import read

HEAD = "#player1 ann Ann Archer\n#player2 bob Bob Baker\n"
PLAYS = (
    ">ann: FLOTVYY 8H LOFTY +30 30",
    ">bob: AILMOTU 7I LOAM +24 24",
    ">ann: ACEFIIT J7 ..FICIATE +71 101",
    ">bob: ?ALQTUZ 15H QU.TZALs +365 389",
)
"""Worked by hand in the rule facts: 30, 24, 71 and the 365 of a nine-timer."""


def sheet(*lines: str, head: str = HEAD) -> str:
    """A file of these lines after two players."""
    return head + "\n".join(lines) + "\n"


def turns(*lines: str) -> tuple[Turn, ...]:
    """The turns that these lines tell of."""
    return read(sheet(*lines)).turns


def only(line: str) -> Turn:
    """The one turn a line tells of, its place in the file left out."""
    (turn,) = turns(line)
    return turn._replace(line=0)


def verified(text: str, **wanted: str) -> Verification:
    """The verification of a text under everything that ships."""
    return verify(text, shelf(), Wanted(**wanted))


def findings(text: str, **wanted: str) -> tuple[Finding, ...]:
    """What is found in a text."""
    return verified(text, **wanted).audit.findings


def faults_of(text: str, **wanted: str) -> list[tuple[int, str]]:
    """Line and code of everything found, but that the game is not finished and racks not settled."""
    aside = {"unfinished", "end_rack_missing"}
    return [(f.line, f.code.value) for f in findings(text, **wanted) if f.code not in aside]


def errors(text: str, **wanted: str) -> list[tuple[int, str]]:
    """Line and code of what makes a game differ."""
    return [
        (f.line, f.code.value) for f in findings(text, **wanted) if f.severity is Severity.ERROR
    ]


def same_game(one: Record, other: Record) -> bool:
    """Whether two records tell of the same players, turns, figures and notes."""
    return told_by(one) == told_by(other)


def told_by(record: Record) -> tuple[object, ...]:
    """Everything a record tells, its lines left out and totals that nobody wrote."""
    listed = [
        turn._replace(
            line=0,
            rack=None if turn.rack is None else tuple(turn.rack),
            tiles=tuple(turn.tiles),
        )
        for turn in record.turns
    ]
    pragmas = {(p.name, p.value) for p in record.pragmas if p.name != "character-encoding"}
    return record.seats, listed, dict(record.notes), pragmas
