"""GCG sheets for tests: the worked plays of the rules, and the findings of a text."""

from scoring.archive import shipped_rules
from scoring.engine.audit.findings import Finding, Severity
from scoring.engine.audit.identify import RequestedKeys
from scoring.engine.audit.verification import Verification, verify
from scoring.engine.game.record import Record, Seat
from scoring.engine.game.turns import Turn
from scoring.engine.gcg import read
from scoring.simulation.games import Habits

HEAD = "#player1 ann Ann Archer\n#player2 bob Bob Baker\n"
SEATS = (Seat("ann", "Ann Archer"), Seat("bob", "Bob Baker"))
PLAYS = (
    ">ann: FLOTVYY 8H LOFTY +30 30",
    ">bob: AILMOTU 7I LOAM +24 24",
    ">ann: ACEFIIT J7 ..FICIATE +71 101",
    ">bob: ?ALQTUZ 15H QU.TZALs +365 389",
)
"""Worked by hand in the rules: 30, 24, 71 and the 365 of a nine-timer."""
BUSY = Habits(
    phonies=0.2, challenged=0.8, vain_challenges=0.15, overtime=0.4, stalemates=0.2, mistakes=0.2
)


def sheet(*lines: str, head: str = HEAD) -> str:
    """Return a file of these lines after two players."""
    return head + "\n".join(lines) + "\n"


def turns(*lines: str) -> tuple[Turn, ...]:
    """Return the turns in these lines."""
    return read(sheet(*lines)).turns


def only(line: str) -> Turn:
    """Return the single turn in a line, without its position in the file."""
    (turn,) = turns(line)
    return turn._replace(line=0)


def verified(text: str, **wanted: str) -> Verification:
    """Return the verification of a text with all shipped data."""
    return verify(text, shipped_rules(), RequestedKeys(**wanted))


def findings(text: str, **wanted: str) -> tuple[Finding, ...]:
    """Return the findings of a text."""
    return verified(text, **wanted).audit.findings


def faults_of(text: str, **wanted: str) -> list[tuple[int, str]]:
    """Return line and code of all findings, except an unfinished game and missing racks."""
    aside = {"unfinished", "end_rack_missing"}
    return [(f.line, f.code.value) for f in findings(text, **wanted) if f.code not in aside]


def errors(text: str, **wanted: str) -> list[tuple[int, str]]:
    """Return line and code of the findings that make a game differ."""
    return [
        (f.line, f.code.value) for f in findings(text, **wanted) if f.severity is Severity.ERROR
    ]


def told_by(record: Record) -> tuple[object, ...]:
    """Return the content of a record without its lines and missing totals."""
    listed = [
        turn._replace(line=0, rack=turn.rack and tuple(turn.rack), tiles=tuple(turn.tiles))
        for turn in record.turns
    ]
    pragmas = {(p.name, p.value) for p in record.pragmas if p.name != "character-encoding"}
    return record.seats, listed, dict(record.notes), pragmas
