"""Which metrics decide, in which order: from keys in an event's rules to metrics."""

from collections.abc import Iterable, Mapping

from tournament.engine.plugins import Plugins
from tournament.engine.standings import metrics
from tournament.engine.standings.metric import Metric

DEFAULT = ("wins", "losses", "capped_spread")
"""The order of the field: wins, losses, spread after the caps and penalties."""


_METRICS = Plugins(metrics, Metric)  # type: ignore[type-abstract]


def all_metrics() -> Mapping[str, Metric]:
    """Every metric by key, in key order."""
    return _METRICS


def problems(keys: Iterable[str], *, capped: bool = False) -> list[str]:
    """Every reason why `keys` cannot be a precedence, as sentences; empty when it can.

    `capped` says that the event has a spread cap.
    """
    known = all_metrics()
    keys = list(keys)
    found: list[str] = []
    if not keys:
        found.append("A precedence names at least one metric.")
    found += [
        f'There is no metric "{key}"; there are {", ".join(known)}.'
        for key in keys
        if key not in known
    ]
    found += [
        f'"{key}" is named more than once.' for key in dict.fromkeys(keys) if keys.count(key) > 1
    ]
    if capped and "capped_spread" not in keys:
        found.append('There is a spread cap, but "capped_spread" is not in the precedence.')
    return found


def precedence(keys: Iterable[str]) -> dict[str, Metric]:
    """The metrics for `keys`, in that order. Raises `BadPrecedence` with every reason."""
    keys = list(keys)
    if reasons := problems(keys):
        raise BadPrecedence(" ".join(reasons))
    return {key: all_metrics()[key] for key in keys}


class BadPrecedence(Exception):
    """The list of metrics cannot rank anybody."""
