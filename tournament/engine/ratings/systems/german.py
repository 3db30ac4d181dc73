"""The rating system used by German-speaking players."""

from dataclasses import dataclass

from tournament.engine.plugins import option
from tournament.engine.ratings.rated_field import NewRating, RatedField
from tournament.engine.ratings.system import RatingSystem, rate_by_curve


@dataclass(frozen=True)
class GermanOptions:
    """The options of the German system."""

    each: float = option(
        20.0,
        "The points for each win above expectation. The published rules of the system do not give "
        "the number.",
        label="Points for a win",
    )


class German(RatingSystem):
    """The German-speaking countries. A lead of twelve rating points is worth one per cent of a win.

    The number of points for each win above expectation is not published, so it is an option.
    """

    label = "German"
    Options = GermanOptions

    def rate(self, field: RatedField, options: GermanOptions) -> dict[int, NewRating]:
        """Return every player's new rating by entry number."""
        return rate_by_curve(expected_share, options.each, field)


def expected_share(difference: float) -> float:
    """Return the expected share of a win for a lead in rating points."""
    return min(1.0, max(0.0, 0.5 + difference / 1200))
