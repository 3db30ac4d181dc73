"""Facts shown below a player's name, at the desk and on the public site."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from scoring.wording.phrases import comma_list, format_signed
from tournament.models import Division, Entry
from tournament.queries.people.persons import PlayedEvent
from tournament.queries.people.rounds_of_entry import EntryRound
from tournament.queries.standings.standings import StandingsRow, division_standings
from tournament.reports.drawing import Svg
from tournament.reports.pictures.lines import Series, line_picture


def standing_of(entry: Entry) -> StandingsRow | None:
    """Return the entry's row in the desk's standings. Three queries.

    Return None before the first result or if the entry has no row.
    """
    table = division_standings(entry.division)
    if not table.after:
        return None
    return next((row for row in table.rows if row.person.number == entry.number), None)


def spread_chart(name: str, rounds: Sequence[EntryRound]) -> Svg | None:
    """Return a chart of the total spread after each round, up to the first round without a spread.

    Return None for fewer than two rounds.
    """
    totals: list[int | None] = []
    total = 0
    for row in rounds:
        if row.spread is None:
            break
        total += row.spread
        totals.append(total)
    if len(totals) < 2:
        return None
    description = _("Total spread of {player} after each round: {figures}.").format(
        player=name, figures=comma_list(format_signed(value or 0) for value in totals)
    )
    line = Series("", tuple(totals))
    return Svg(
        line_picture([line], description, foot=_("Round"), from_round=rounds[0].number, signs=True)
    )


def ratings_chart(name: str, events: Sequence[PlayedEvent]) -> Svg | None:
    """Return a chart of a player's ratings by event, oldest first, or None for fewer than two ratings."""
    came = [(row.day, row.entry.rating) for row in reversed(events) if row.entry.rating is not None]
    if len(came) < 2:
        return None
    description = _("Ratings of {name} in each event: {figures}.").format(
        name=name, figures=comma_list(str(rating) for _day, rating in came)
    )
    line = Series("", tuple(rating for _day, rating in came))
    labels = [day.isoformat() for day, _rating in came]
    return Svg(line_picture([line], description, foot="", labels=labels))


def facts_line(
    division: Division,
    *,
    number: int,
    rating: int | None,
    member: str = "",
    listed_member: str = "",
    rating_class: str = "",
    team: str = "",
    fixed_board: int | None = None,
    where_from: Sequence[str | None] = (),
) -> str:
    """Return the line below a player's name: number, division and the other known facts.

    `listed_member` is shown if `member` is empty.
    """
    facts = [_("Number {number} in division {division}").format(number=number, division=division)]
    if rating is not None:
        facts.append(_("rating {rating}").format(rating=rating))
    if member:
        facts.append(_("member {member}").format(member=member))
    elif listed_member:
        facts.append(_("member {member} according to the rating list").format(member=listed_member))
    if rating_class:
        facts.append(_("class {name}").format(name=rating_class))
    if team:
        facts.append(_("team {team}").format(team=team))
    facts += filter(None, where_from)
    if fixed_board:
        facts.append(_("always at board {board}").format(board=fixed_board))
    return comma_list(facts)
