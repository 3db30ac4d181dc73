"""The closing report: sentences and tables for a newsletter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import gettext_noop, ngettext

from scoring.wording.phrases import and_list, format_signed
from tournament.engine.prizes.award import Award, PrizeDefinition, Winner, award_prizes
from tournament.engine.prizes.contest import ContestDivision
from tournament.models import Event
from tournament.queries.standings.prizes import awards_of, prizes_of
from tournament.reports.best_games import NOT_PLAYED
from tournament.reports.contests import DivisionContest
from tournament.reports.definition import Variant
from tournament.reports.framing import add_full_stop
from tournament.reports.per_division import GamesDefinition
from tournament.reports.report import (
    Cell,
    Column,
    Emphasis,
    Group,
    Kind,
    Row,
    Table,
    Text,
    division_title,
)
from tournament.reports.report_options import CannotReport, audience_option, report_option
from tournament.reports.ties import RECORD_COLUMNS
from tournament.wording.sentences import sentence

SHOWN, SHOWN_IN_TEXT = 10, 5
PLACE_COLUMNS = (
    Column("rank", _lazy("Rank"), Kind.INTEGER),
    Column("name", _lazy("Name")),
    *RECORD_COLUMNS,
    Column("spread", _lazy("Spread"), Kind.SPREAD),
)
HIGHLIGHT_COLUMNS = (
    Column("what", _lazy("Highlight")),
    Column("name", _lazy("Name")),
    Column("how", _lazy("Achievement"), width=50),
)
PRIZE_COLUMNS = (
    Column("prize", _lazy("Prize")),
    Column("winner", _lazy("Winner")),
    Column("gets", _lazy("Gets")),
)
LEADER_LABELS = {
    "high_win": _lazy("High win"),
    "high_loss": _lazy("High loss"),
    "low_win": _lazy("Low win"),
    "high_combined": _lazy("High combined"),
    "high_spread": _lazy("High spread"),
    "high_play": _lazy("High play"),
    "biggest_upset": _lazy("Biggest upset"),
}
"""The kinds of prize whose leader is mentioned, whether or not a prize was given, with their labels."""
STORY_KINDS = ("high_win", "high_play", "biggest_upset")
"""The kinds of prize whose leader is mentioned in the sentences."""
WON, LEADS, SHARED = "won", "leads", "shared"
WINNER_SENTENCES = {
    # (state, division named, runners-up named)
    (WON, False, False): gettext_noop("{names} won with {figures}."),
    (WON, False, True): gettext_noop("{names} won with {figures}, ahead of {others}."),
    (WON, True, False): gettext_noop("{names} won {division} with {figures}."),
    (WON, True, True): gettext_noop("{names} won {division} with {figures}, ahead of {others}."),
    (LEADS, False, False): gettext_noop("{names} leads with {figures}."),
    (LEADS, False, True): gettext_noop("{names} leads with {figures}, ahead of {others}."),
    (LEADS, True, False): gettext_noop("{names} leads {division} with {figures}."),
    (LEADS, True, True): gettext_noop(
        "{names} leads {division} with {figures}, ahead of {others}."
    ),
    (SHARED, False, False): gettext_noop("{names} share first place with {figures}."),
    (SHARED, False, True): gettext_noop(
        "{names} share first place with {figures}, ahead of {others}."
    ),
    (SHARED, True, False): gettext_noop("{names} share first place in {division} with {figures}."),
    (SHARED, True, True): gettext_noop(
        "{names} share first place in {division} with {figures}, ahead of {others}."
    ),
}


CLOSING_VARIANTS = {
    "tables": Variant(
        "closing",
        "Closing report",
        "A short report for a newsletter: a few sentences, the top of the table, the best games "
        "and the prizes.\n\n"
        "It shows the current state; after the last round it is complete.",
    ),
    "text": Variant(
        "newspaper",
        "Newspaper article",
        "An article for a newspaper or web page: how the event went, the final places and the "
        "prizes.\n\n"
        "Sentences only, without tables, ready to copy.",
    ),
}


class Closing(GamesDefinition):
    """A report for a newsletter or newspaper, with tables or as text only.

    It shows the current state and, after the last round, the final results.
    """

    title = "Closing report"
    group = "At the end"
    chooses = "form"
    variants = CLOSING_VARIANTS

    @dataclass(frozen=True, slots=True)
    class Options:
        """The form and the length of the report."""

        form: str = report_option(
            "`tables`, or `text` for sentences only.",
            "tables",
            choices=[(value, form.title) for value, form in CLOSING_VARIANTS.items()],
        )
        places: int | None = report_option(
            "The number of places per division; by default 10 in tables and 5 in text.", None
        )
        audience: str = audience_option()

    def needs_plays(self, options: Options) -> bool:
        """Return True, because the report mentions the highest play."""
        return True

    def content(self, seen: DivisionContest, event: Event, options: Options) -> dict[str, Any]:
        """Return the sentences with tables, or with the places and prizes as text.

        Prizes are omitted while results are withheld. Raise `CannotReport` if fewer than one place is
        requested.
        """
        if options.places is not None and options.places < 1:
            raise CannotReport(
                _("The number of places must be 1 or more, not {places}.").format(
                    places=options.places
                )
            )
        prizes = prizes_of(event)
        # Withheld results would reveal the winners.
        awards = awards_of(prizes, seen.sections) if prizes and not seen.notes else ()
        bests = _event_leaders(seen.sections)
        story = tuple(_story_sentences(event, seen, bests))
        if options.form == "text":
            apart, most = event.rules.ties_apart, options.places or SHOWN_IN_TEXT
            places = [
                _first_places_sentence(section, most, single=seen.is_single_division, apart=apart)
                for section in seen.sections
            ]
            text = (*story, *filter(None, places), *_prize_sentences(awards))
            return {"sections": (Text(text, key="text"),), "round_number": None}
        tables = seen.by_division(
            [_places_table(s, options.places or SHOWN) for s in seen.sections]
        )
        lists = (*tables, *_best_table(bests), *_prizes_table(awards))
        return {"sections": (Text(story, key="story"), *lists), "round_number": None}


def _story_sentences(
    event: Event, seen: DivisionContest, bests: Sequence[tuple[str, Award]]
) -> Iterator[str]:
    """Yield the sentences about an event: attendance, the winner or leader, the best games and recorded games.

    Before the first game, yield only the number of players.
    """
    entered = sum(len(section.lines) for section in seen.sections)
    came = sum(1 for s in seen.sections for line in s.lines if line.games or line.half_wins)
    games = sum(len(section.games) for section in seen.sections)
    rounds = max((section.after for section in seen.sections), default=0)
    if not games:
        yield _entries_sentence(event, seen, entered)
        return
    yield _games_sentence(event, seen, came, games, rounds)
    apart = event.rules.ties_apart
    planned = {division.name: division.rounds_planned or 0 for division in seen.divisions}
    for section in seen.sections:
        over = section.after >= planned.get(section.division, 0)
        if winners := _winner_sentence(
            section, single=seen.is_single_division, over=over, apart=apart
        ):
            yield winners
    if highlights := [
        _highlight_sentence(kind, best) for kind, best in bests if kind in STORY_KINDS
    ]:
        yield " ".join(highlights)
    recorded = sum(section.recorded for section in seen.sections)
    if recorded:
        yield ngettext(
            "{count} game was recorded turn by turn.",
            "{count} games were recorded turn by turn.",
            recorded,
        ).format(count=recorded)


def _entries_sentence(event: Event, seen: DivisionContest, players: int) -> str:
    """Return the sentence about an event without games, or in which all results are withheld."""
    if seen.is_single_division:
        wording = ngettext(
            "{count} player is entered in {event}.",
            "{count} players are entered in {event}.",
            players,
        )
    else:
        wording = ngettext(
            "{count} player is entered in {event} in {divisions} divisions.",
            "{count} players are entered in {event} in {divisions} divisions.",
            players,
        )
    sentence = wording.format(
        count=players, event=_event_with_date_and_place(event), divisions=len(seen.sections)
    )
    return sentence if seen.notes else f"{sentence} {NOT_PLAYED}"


def _games_sentence(
    event: Event, seen: DivisionContest, players: int, games: int, rounds: int
) -> str:
    """Return the sentence with the numbers of players, games and rounds."""
    if seen.is_single_division:
        wording = _("{players} met at {event} and played {games} in {rounds}.")
    else:
        wording = _(
            "{players} met at {event} in {divisions} divisions and played {games} in {rounds}."
        )
    return wording.format(
        players=ngettext("{count} player", "{count} players", players).format(count=players),
        event=_event_with_date_and_place(event),
        divisions=len(seen.sections),
        games=ngettext("{count} game", "{count} games", games).format(count=games),
        rounds=ngettext("{count} round", "{count} rounds", rounds).format(count=rounds),
    )


def _event_with_date_and_place(event: Event) -> str:
    """Return the event's name with its date and place, as far as they are known."""
    if event.date and event.place:
        phrase = _("{event} on {date} in {place}")
    elif event.date:
        phrase = _("{event} on {date}")
    elif event.place:
        phrase = _("{event} in {place}")
    else:
        return event.name
    date = date_format(event.date, "DATE_FORMAT") if event.date else ""
    return phrase.format(event=event.name, date=date, place=event.place)


def _highlight_sentence(kind: str, best: Award) -> str:
    """Return the sentence about the leader for a kind of prize, such as ``High win: Ann, 612 in round 4.``."""
    wording = _("{best}: {player}, {achievement}")
    if best.is_shared:
        wording = _("{best}: {player}, {achievement} (shared by {count})")
    winner = best.winners[0]
    return add_full_stop(
        wording.format(
            best=LEADER_LABELS[kind],
            player=winner.name,
            achievement=_achievement(winner),
            count=len(best.winners),
        )
    )


def _winner_sentence(section: ContestDivision, *, single: bool, over: bool, apart: bool) -> str:
    """Return a sentence with the winner of a division (its leader until it is `over`) and the runners-up.

    The division is named unless it is the `single` one. Return "" if nobody has the first rank.
    """
    standing = list(section.prize_lines)
    first = [line for line in standing if line.rank == 1]
    if not first:
        return ""
    behind = standing[len(first) : 3]
    others = [
        f"{section.name(line.number)} ({line.record_text(ties_apart=apart)} {format_signed(line.capped_spread)})"
        for line in behind
    ]
    state = SHARED if len(first) > 1 else WON if over else LEADS
    return _(WINNER_SENTENCES[state, not single, bool(others)]).format(
        names=and_list(section.name(line.number) for line in first),
        division=division_title(section.division),
        figures=f"{first[0].record_text(ties_apart=apart)} {format_signed(first[0].capped_spread)}",
        others=and_list(others),
    )


def _event_leaders(sections: Sequence[ContestDivision]) -> list[tuple[str, Award]]:
    """Return the leader for each kind of prize in `LEADER_LABELS` over all divisions, omitting kinds without one."""
    prizes = [PrizeDefinition(number, kind) for number, kind in enumerate(LEADER_LABELS)]
    return [
        (awarded.prizes[0].kind, awarded)
        for awarded in award_prizes(prizes, sections)
        if awarded.winners
    ]


def _places_table(section: ContestDivision, count: int) -> Table:
    rows: list[Row] = [
        (
            line.rank,
            Cell(section.name(line.number), Emphasis.STRONG)
            if line.rank == 1
            else section.name(line.number),
            line.half_wins / 2,
            line.half_losses / 2,
            line.ties,
            line.capped_spread,
        )
        for line in section.prize_lines
        if line.rank <= count
    ]
    return Table("rows", PLACE_COLUMNS, (Group(tuple(rows)),), empty=_("There are no results yet."))


def _achievement(winner: Winner) -> str:
    return sentence(winner.achievement) if winner.achievement else ""


def _best_table(bests: Sequence[tuple[str, Award]]) -> tuple[Table, ...]:
    rows = [
        (str(LEADER_LABELS[kind]), winner.name, _achievement(winner))
        for kind, best in bests
        for winner in best.winners
    ]
    return (
        (Table("best", HIGHLIGHT_COLUMNS, (Group(tuple(rows)),), title=_("Best games")),)
        if rows
        else ()
    )


def _prizes_table(awards: Sequence[Award]) -> tuple[Table, ...]:
    rows = [
        (
            sentence(award.title),
            winner.name,
            str(winner.money) if award.is_shared and winner.money else and_list(award.values),
        )
        for award in awards
        for winner in award.winners
    ]
    return (
        (Table("prizes", PRIZE_COLUMNS, (Group(tuple(rows)),), title=_("Prizes")),) if rows else ()
    )


def _first_places_sentence(
    section: ContestDivision, places: int, *, single: bool, apart: bool
) -> str:
    """Return the first places of a division in one sentence; empty before the first game."""
    lines = [
        _("{rank}. {name} {record} {spread}").format(
            rank=line.rank,
            name=section.name(line.number),
            record=line.record_text(ties_apart=apart),
            spread=format_signed(line.capped_spread),
        )
        for line in section.prize_lines
        if line.rank <= places
    ]
    if not lines:
        return ""
    wording = _("The top places: {places}.")
    if not single:
        wording = _("The top places in {division}: {places}.")
    return wording.format(division=division_title(section.division), places="; ".join(lines))


def _prize_sentences(awards: tuple[Award, ...]) -> Iterator[str]:
    """Yield one sentence with all prizes and their winners; nothing if no prize has a winner."""
    won = [
        _("{prize}: {names}").format(
            prize=sentence(award.title), names=and_list(winner.name for winner in award.winners)
        )
        for award in awards
        if award.winners
    ]
    if won:
        yield _("Prizes: {prizes}.").format(prizes="; ".join(won))
