"""Calculate standings with pure functions: given entrants and results, return ranked lines."""

from tournament.engine.standings.metric import (
    Metric,
    format_half_points,
    format_record,
    format_signed,
)
from tournament.engine.standings.precedence import (
    DEFAULT_PRECEDENCE,
    BadPrecedence,
    all_metrics,
    precedence,
    precedence_problems,
)
from tournament.engine.standings.ranking import WITHDRAWN, RankedLine, Standings, standings
from tournament.engine.standings.tally import UnknownEntry, tally

__all__ = [
    "DEFAULT_PRECEDENCE",
    "WITHDRAWN",
    "BadPrecedence",
    "Metric",
    "RankedLine",
    "Standings",
    "UnknownEntry",
    "all_metrics",
    "format_half_points",
    "format_record",
    "format_signed",
    "precedence",
    "precedence_problems",
    "standings",
    "tally",
]
