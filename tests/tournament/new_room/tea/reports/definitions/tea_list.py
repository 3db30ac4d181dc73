"""The list of cups."""

from tournament.tea.models import Cup

from tournament.reports.per_division import DivisionDefinition
from tournament.reports.report import Column, Group, Kind, Table


class TeaList(DivisionDefinition):
    """Who drinks tea, and with how much sugar."""

    title = "Tea list"
    group = "Setting up"

    def tables(self, play, options) -> tuple[Table]:  # noqa: ARG002 - as every report
        """Return the cups of a division."""
        cups = Cup.objects.filter(entry__division=play.division).select_related("entry__player")
        rows = tuple((cup.entry.name, cup.sugar) for cup in cups)
        columns = (Column("player", "Player"), Column("sugar", "Sugar", Kind.INTEGER))
        return (Table("rows", columns, (Group(rows),)),)
