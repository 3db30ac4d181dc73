"""The progress of a round: the time of each board's first result."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Min
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament.models import ResultEntry, Round
from tournament.reports.framing import options_for_rounds
from tournament.reports.per_division import RoundDefinition
from tournament.reports.pictures.bars import bar_picture
from tournament.reports.pictures.scale import axis_step
from tournament.reports.report import Chart, Column, Group, Kind, Picture, Section, Table
from tournament.reports.report_options import RoundOptions
from tournament.reports.seating import DivisionRound

COLUMNS = (
    Column("board", _lazy("Board"), Kind.INTEGER),
    Column("first", _lazy("Went first")),
    Column("second", _lazy("Went second")),
    Column("entered_at", _lazy("Entered"), Kind.MOMENT, name=_lazy("Time of the result")),
    Column("minutes", _lazy("Minutes"), Kind.INTEGER, name=_lazy("Minutes since publication")),
)
FINISHED_COLUMNS = (
    Column("minutes", _lazy("Minutes"), Kind.INTEGER, name=_lazy("Minutes since publication")),
    Column(
        "boards",
        _lazy("Boards"),
        Kind.INTEGER,
        name=_lazy("Boards finished, by minutes since publication"),
    ),
)
"""The columns of the figures that the bars show, for data files and for the chart in a workbook."""
MAX_BARS = 16


class RoundProgress(RoundDefinition):
    """When the results of a round came in, as the number of finished boards over time.

    Time is measured from the publication of the round to the first result of a board; corrections do not
    count. By default, the report covers every division and the latest published round.
    """

    title = "Progress of a round"
    group = "For the round"
    private = True
    Options = RoundOptions
    folder_options = staticmethod(options_for_rounds)

    def tables(self, of_division: DivisionRound, options: RoundOptions) -> list[Section]:
        """Return the chart, its figures and the table of boards; before the first result, only the table of boards."""
        play, number = of_division.play, of_division.number
        entered = _first_result_times(of_division)
        published = Round.objects.get(division=play.division, number=number).published_at
        rows: list[tuple[int | None, str, str, datetime | None, int | None]] = []
        for meeting in of_division.boards:
            at = entered.get(meeting.board or 0)
            minutes = None
            if at is not None and published is not None:
                minutes = max(0, int((at - published).total_seconds() // 60))
            rows.append(
                (meeting.board, play.name(meeting.first), play.name(meeting.second), at, minutes)
            )
        rows.sort(key=lambda row: (row[3] is None, row[3] and row[3].timestamp(), row[0] or 0))
        table = Table(
            "rows", COLUMNS, (Group(tuple(rows)),), empty=_("No players are paired in this round.")
        )
        taken = [row[4] for row in rows if row[4] is not None]
        if not taken:
            return [table]
        step = axis_step(max(taken) + 1, MAX_BARS)
        ends = range(step, max(taken) + step + 1, step)
        title = _("Boards finished, by minutes since publication")
        boards_in = tuple((end, sum(one < end for one in taken)) for end in ends)
        drawing = bar_picture(
            [(str(end), count) for end, count in boards_in],
            _("{done} of {all} boards are finished; the table has the time of each.").format(
                done=len(taken), all=len(rows)
            ),
            foot=title,
        )
        in_time = Table(
            "in_time", FINISHED_COLUMNS, (Group(boards_in),), title=title, data_only=True
        )
        chart = Chart("minutes", ("boards",), bars=True)
        return [Picture(drawing, chart=chart), in_time, table]


def _first_result_times(of_division: DivisionRound) -> dict[int, datetime]:
    """Return the time of each board's first result, by board. This takes one query."""
    rows = (
        ResultEntry.objects.filter(
            pairing__round__division=of_division.play.division,
            pairing__round__number=of_division.number,
            pairing__replaced_at=None,
            pairing__board__isnull=False,
        )
        .values_list("pairing__board")
        .annotate(Min("entered_at"))
        .order_by()
    )
    return dict(rows)
