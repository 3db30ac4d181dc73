"""Reports of championships: points by event, totals, and qualification."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext

from tournament.federation.engine.championship import ChampionshipLine, Scoring
from tournament.federation.queries.championships import ChampionshipState, ChampionshipTable
from tournament.reports.report import (
    Align,
    Cell,
    Column,
    Emphasis,
    Group,
    Kind,
    Report,
    Table,
    Text,
    Value,
)
from tournament.wording.seasons import half_points_text

LEADING_COLUMNS = (
    Column("rank", _lazy("Rank"), Kind.INTEGER),
    Column("name", _lazy("Name")),
    Column("points", _lazy("Points"), Kind.RECORD),
)
QUALIFIED = Column("qualified", _lazy("Qualified"))


def championship_report(state: ChampionshipState, printed_at: datetime) -> Report:
    """Return the report of a championship, with its tables, events and rules.

    The tables have a column for every event; results that do not count are in brackets. If there are no
    tables, a message says that no event of the championship has been closed.
    """
    sections = [_table(state, table) for table in state.tables]
    if not sections:
        sections = [
            Table("rows", LEADING_COLUMNS, (), empty=_("No event that counts is closed yet."))
        ]
    events = Text(
        tuple(
            _("{number}: {event}, {day}").format(
                number=number, event=event.name, day=event.date.isoformat() if event.date else "–"
            )
            for number, event in enumerate(state.events, start=1)
        ),
        title=_("Events"),
        key="events",
    )
    rules = Text(tuple(rules_in_words(state)), title=_("Rules"), key="rules")
    return Report(
        "championship",
        _("Championship"),
        state.championship.name,
        state.championship.slug,
        printed_at,
        sections=(*sections, *((events,) if state.events else ()), rules),
        landscape=len(state.events) > 6,
    )


def rules_in_words(state: ChampionshipState) -> list[str]:
    """Return the rules as sentences for readers."""
    rules = state.championship.rules
    sentences = [
        {
            Scoring.PLACE: _(
                "Last place in an event gets 1 point, and every place above it 1 more."
            ),
            Scoring.WINS: _("Every win is 1 point, a tie half a point."),
            Scoring.TABLE: _("Points from first place down: {table}.").format(
                table=" ".join(map(str, rules.table))
            ),
        }[rules.scoring]
    ]
    if rules.best:
        sentences.append(
            ngettext(
                "The best {count} event counts.", "The best {count} events count.", rules.best
            ).format(count=rules.best)
        )
    else:
        sentences.append(_("All events count."))
    sentences.append(
        _(
            "If points are equal, the best single event decides, then the next best, then wins, "
            "then spread."
        )
    )
    if rules.qualify_each:
        sentences.append(
            ngettext(
                "The winner of each event qualifies.",
                "The top {count} of each event qualify.",
                rules.qualify_each,
            ).format(count=rules.qualify_each)
        )
    if rules.qualify:
        sentences.append(
            ngettext(
                "The leader of the table qualifies.",
                "The top {count} of the table qualify.",
                rules.qualify,
            ).format(count=rules.qualify)
        )
    return sentences


def _table(state: ChampionshipState, table: ChampionshipTable) -> Table:
    columns = [
        *LEADING_COLUMNS,
        *(
            Column(f"event_{number}", str(number), name=event.name, align=Align.RIGHT, width=6)
            for number, event in enumerate(state.events, start=1)
        ),
    ]
    rules = state.championship.rules
    marks = bool(rules.qualify or rules.qualify_each)
    rows = tuple(_row(state, line, marks=marks) for line in table.lines)
    title = _("Division {division}").format(division=table.name) if table.name else ""
    return Table(
        f"table_{table.name}" if table.name else "rows",
        (*columns, *((QUALIFIED,) if marks else ())),
        (Group(rows),),
        title=title,
    )


def _row(state: ChampionshipState, line: ChampionshipLine, *, marks: bool) -> tuple[Value, ...]:
    points = {row.event: row for row in line.events}
    each = []
    for number in range(len(state.events)):
        row = points.get(number)
        text = "" if row is None else half_points_text(row.half_points)
        each.append(text if row is None or row.counts else f"({text})")
    return (
        line.rank,
        state.names[line.person],
        Cell(line.half_points / 2, Emphasis.STRONG),
        *each,
        *((qualification_text(state, line),) if marks else ()),
    )


def qualification_text(state: ChampionshipState, line: ChampionshipLine) -> str:
    """Return a phrase that says how a person qualified, or an empty string if the person did not."""
    if line.qualified_in is not None:
        return _("in {event}").format(event=state.events[line.qualified_in].name)
    return _("by place in the table") if line.is_qualified else ""
