"""The metrics that decide the standings, in order, from the keys in an event's rules."""

from collections.abc import Iterable, Mapping

from tournament.engine.message import Message, MessageError
from tournament.engine.plugins import Plugins
from tournament.engine.standings import metrics
from tournament.engine.standings.metric import Metric

DEFAULT_PRECEDENCE = ("wins", "losses", "capped_spread")
"""The usual order: wins, losses, spread after caps and penalties."""


_METRICS = Plugins(metrics, Metric)  # type: ignore[type-abstract]


def all_metrics() -> Mapping[str, Metric]:
    """Return every metric by key, in key order."""
    return _METRICS


def precedence_problems(keys: Iterable[str], *, capped: bool = False) -> list[Message]:
    """Return every reason why `keys` is not a valid precedence; [] if it is valid.

    `capped` specifies whether the event has a spread cap.
    """
    known = all_metrics()
    keys = list(keys)
    reasons: list[Message] = []
    if not keys:
        reasons.append(Message("no_metrics"))
    reasons += [
        Message("unknown_metric", key=key, known=tuple(known)) for key in keys if key not in known
    ]
    reasons += [
        Message("metric_twice", key=key) for key in dict.fromkeys(keys) if keys.count(key) > 1
    ]
    if capped and "capped_spread" not in keys:
        reasons.append(Message("cap_without_capped_spread"))
    return reasons


def precedence(keys: Iterable[str]) -> dict[str, Metric]:
    """Return the metrics for `keys`, in that order. Raise `BadPrecedence` with every reason if they are invalid."""
    keys = list(keys)
    if reasons := precedence_problems(keys):
        raise BadPrecedence(Message("reasons", reasons=tuple(reasons)))
    return {key: all_metrics()[key] for key in keys}


class BadPrecedence(MessageError):
    """The list of metrics is invalid."""
