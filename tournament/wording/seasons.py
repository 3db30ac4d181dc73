"""The rule of a season with points, in words."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.wording.phrases import comma_list
from tournament.engine.season import SeasonRule


def half_points_text(half_points: int) -> str:
    """Return a number of half points as points: `12`, `4½`, `½`."""
    whole, half = divmod(half_points, 2)
    return f"{whole or ''}½" if half else str(whole)


def season_rule_in_words(rule: SeasonRule, evenings: int | None = None) -> str:
    """Return the rule in one sentence, optionally with the number of evenings so far."""
    points = comma_list(
        text.format(points=half_points_text(half_points))
        for text, half_points in (
            (_("{points} for attending"), rule.coming),
            (_("{points} for a win"), rule.win),
            (_("{points} for a tie"), rule.tie),
        )
        if half_points
    )
    if not rule.best:
        return _("Points: {points}; every evening counts.").format(points=points)
    if evenings is None:
        return ngettext(
            "Points: {points}; the best evening of each player counts.",
            "Points: {points}; the best {count} evenings of each player count.",
            rule.best,
        ).format(points=points, count=rule.best)
    return ngettext(
        "Points: {points}; the best evening of each player counts, out of {evenings} so far.",
        "Points: {points}; the best {count} evenings of each player count, out of {evenings} so "
        "far.",
        rule.best,
    ).format(points=points, count=rule.best, evenings=evenings)
