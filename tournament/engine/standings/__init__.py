"""Calculate standings with pure functions: given entrants and results, return ranked lines."""

from tournament.engine.standings.metric import Metric, halves, record_of, signed
from tournament.engine.standings.precedence import (
    DEFAULT,
    BadPrecedence,
    all_metrics,
    precedence,
    problems,
)
from tournament.engine.standings.ranking import WITHDRAWN, RankedLine, Standings, standings
from tournament.engine.standings.tally import Tally, UnknownEntry, tally

__all__ = [
    "DEFAULT",
    "WITHDRAWN",
    "BadPrecedence",
    "Metric",
    "RankedLine",
    "Standings",
    "Tally",
    "UnknownEntry",
    "all_metrics",
    "halves",
    "precedence",
    "problems",
    "record_of",
    "signed",
    "standings",
    "tally",
]
