"""The closing report: a few sentences and the tables a newsletter needs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament.engine.prizes.award import Award, Prize, award
from tournament.engine.prizes.contest import Section
from tournament.engine.standings import signed
from tournament.models import Event
from tournament.queries.standings.prizes import awards_of, prizes_of
from tournament.reports.contests import Played, played
from tournament.reports.definition import Definition
from tournament.reports.framing import ended, report_on
from tournament.reports.report import (
    Cell,
    Column,
    Emphasis,
    Group,
    Kind,
    Report,
    Row,
    Table,
    Text,
    division_called,
)
from tournament.reports.request import CannotReport, asked_for, audience_asked

SHOWN = 10
PLACES = (
    Column("rank", _lazy("Rank"), Kind.INTEGER),
    Column("name", _lazy("Name")),
    Column("wins", _lazy("Wins"), Kind.RECORD),
    Column("losses", _lazy("Losses"), Kind.RECORD),
    Column("spread", _lazy("Spread"), Kind.SPREAD),
)
BEST = (
    Column("what", _lazy("Best")),
    Column("name", _lazy("Name")),
    Column("how", _lazy("How"), width=50),
)
PRIZES = (
    Column("prize", _lazy("Prize")),
    Column("winner", _lazy("Winner")),
    Column("gets", _lazy("Gets")),
)
BESTS = (
    ("high_win", "High win"),
    ("high_loss", "High loss"),
    ("low_win", "Low win"),
    ("high_combined", "High combined"),
    ("high_spread", "High spread"),
    ("high_play", "High play"),
    ("biggest_upset", "Biggest upset"),
)
"""The kinds of prizes whose first in line a newsletter tells of, whether there was a prize or not."""


class Closing(Definition):
    """What a newsletter needs: a few sentences, the top of the table, the best games, the prizes.

    As it stands now; after the last round it is the whole story.
    """

    title = "Closing report"
    group = "At the end"

    @dataclass(frozen=True, slots=True)
    class Options:
        """How much."""

        places: int | None = asked_for(
            f"How many places of each division; {SHOWN} when not given.", None
        )
        audience: str = audience_asked()

    def build(self, event: Event, options: Options, printed_at: datetime) -> Report:
        """The report. Raises `CannotReport` for an event without divisions, or no places."""
        if options.places is not None and options.places < 1:
            raise CannotReport(
                _("Places are a number from 1 up, not {places}.").format(places=options.places)
            )
        seen = played(event, "", options.audience, plays=True)
        prizes = prizes_of(event)
        awards = awards_of(prizes, seen.sections) if prizes else ()
        if seen.notes:  # held back: who wins is not told yet
            awards = ()
        bests = _bests(seen.sections)
        story = Text(tuple(_story(event, seen, bests)), key="story")
        tables = seen.each([_places(s, options.places or SHOWN) for s in seen.sections])
        return report_on(
            "closing",
            self.title,
            event,
            seen.divisions,
            printed_at,
            sections=(story, *tables, *_best_table(bests), *_prizes(awards)),
            notes=seen.notes,
        )


def _story(event: Event, seen: Played, bests: Sequence[tuple[str, Award]]) -> Iterator[str]:
    entered = sum(len(section.lines) for section in seen.sections)
    came = sum(1 for s in seen.sections for line in s.lines if line.games or line.half_wins)
    games = sum(len(section.games) for section in seen.sections)
    rounds = max((section.after for section in seen.sections), default=0)
    when = (
        _(" on {date_format}").format(date_format=date_format(event.date, "DATE_FORMAT"))
        if event.date
        else ""
    )
    where = _(" in {place}").format(place=event.place) if event.place else ""
    divisions = (
        "" if seen.single else _(" in {sections} divisions").format(sections=len(seen.sections))
    )
    if not games:
        yield (
            f"{_many(entered, 'player')} {'is' if entered == 1 else 'are'} entered for {event.name}"
            f"{when}{where}{divisions}. No game is played yet."
        )
        return
    yield (
        _("{many} met at {event}{when}{where}{divisions} and played {many2} in {many3}.").format(
            many=_many(came, "player"),
            event=event.name,
            when=when,
            where=where,
            divisions=divisions,
            many2=_many(games, "game"),
            many3=_many(rounds, "round"),
        )
    )
    planned = {division.name: division.rounds_planned or 0 for division in seen.divisions}
    for section in seen.sections:
        over = section.after >= planned.get(section.division, 0)
        if sentence := _winners(section, single=seen.single, over=over):
            yield sentence
    told = []
    for what, best in bests:
        winner = best.winners[0]
        if what in ("High win", "High play", "Biggest upset"):
            others = (
                _(" (shared by {winners})").format(winners=len(best.winners)) if best.shared else ""
            )
            told.append(ended(f"{what}: {winner.name}, {winner.told}{others}"))
    if told:
        yield " ".join(told)
    recorded = sum(section.recorded for section in seen.sections)
    if recorded:
        yield f"{_many(recorded, 'game')} {'was' if recorded == 1 else 'were'} recorded turn by turn."


def _winners(section: Section, *, single: bool, over: bool) -> str:
    """Who won a division, or leads while rounds of it are to come, and who came next."""
    standing = list(section.standing)
    first = [line for line in standing if line.rank == 1]
    if not first:
        return ""
    where = "" if single else f" {division_called(section.division)}"
    what = f"{'won' if over else 'leads' if len(first) == 1 else 'lead'}{where}"
    names = " and ".join(section.name(line.number) for line in first)
    told = f"{first[0].record} {signed(first[0].capped_spread)}"
    sentence = (
        _("{names} {what} with {told}").format(names=names, what=what, told=told)
        if len(first) == 1
        else _("{names} share the first place{value} with {told}").format(
            names=names, value=where and f" of{where}", told=told
        )
    )
    behind = standing[len(first) : 3]
    others = [
        f"{section.name(line.number)} ({line.record} {signed(line.capped_spread)})"
        for line in behind
    ]
    return f"{sentence}{', ahead of ' + ' and '.join(others) if others else ''}."


def _bests(sections: Sequence[Section]) -> list[tuple[str, Award]]:
    """The first in line of each kind, over all divisions; those nobody is in line for left out."""
    asked_ = [Prize(at, kind) for at, (kind, _) in enumerate(BESTS)]
    labels = dict(BESTS)
    return [(labels[each.prizes[0].kind], each) for each in award(asked_, sections) if each.winners]


def _places(section: Section, count: int) -> Table:
    rows: list[Row] = [
        (
            line.rank,
            Cell(section.name(line.number), Emphasis.STRONG)
            if line.rank == 1
            else section.name(line.number),
            line.half_wins / 2,
            line.half_losses / 2,
            line.capped_spread,
        )
        for line in section.standing
        if line.rank <= count
    ]
    return Table(
        "rows", PLACES, (Group(tuple(rows)),) if rows else (), empty=_("No result is in yet.")
    )


def _best_table(bests: Sequence[tuple[str, Award]]) -> tuple[Table, ...]:
    rows = [(what, winner.name, winner.told) for what, best in bests for winner in best.winners]
    return (Table("best", BEST, (Group(tuple(rows)),), title=_("Best games")),) if rows else ()


def _prizes(awards: Sequence[Award]) -> tuple[Table, ...]:
    rows = [
        (each.title, winner.name, str(winner.money) if each.shared and winner.money else each.value)
        for each in awards
        for winner in each.winners
    ]
    return (Table("prizes", PRIZES, (Group(tuple(rows)),), title=_("Prizes")),) if rows else ()


def _many(count: int, what: str) -> str:
    return f"{count} {what}{'s' * (count != 1)}"
