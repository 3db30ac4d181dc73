"""Check recorded games, in events and outside, against their turns and the activity log."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from scoring.catalogue import NotInCatalogue
from scoring.models import Game
from scoring.queries.disputes import disputes_of
from scoring.queries.game_figures import summary_figures
from scoring.queries.sheets import GameSheet
from scoring.wording.phrases import comma_list
from tournament.engine.message import MessageError
from tournament.engine.results import game_outcome
from tournament.models import Event, Pairing, ResultEntry
from tournament.models.results import ResultSource, ResultStatus
from tournament.models.rounds import Phase
from tournament.queries.safety.activity import value_in_words
from tournament.queries.safety.logged_rows import facts_of_games, games_outside_events, turns_in
from tournament.queries.safety.recheck_log import (
    compare_facts,
    differences_in_chains,
    name_in_game,
    pairing_location,
)
from tournament.wording.recheck import difference_text
from tournament.wording.sentences import sentence

GAMES_PER_BATCH = 100
"""Number of games read together."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference: its location, such as "Division A, round 3, board 4", and a description."""

    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}" if self.where else self.what


def stop_at_unknown_rule(check: Iterator[Difference]) -> Iterator[Difference]:
    """Yield the differences of a check; an unknown rule ends it with a difference that says so."""
    try:
        yield from check
    except NotInCatalogue as unknown:
        yield Difference("", difference_text("unknown_rule", why=unknown))
    except MessageError as unknown:
        yield Difference("", difference_text("unknown_rule", why=sentence(unknown.message)))


def differences_in_games(event: Event) -> Iterator[Difference]:
    """Replay every game of the event, and check its rulings, its posted result and its stored figures.

    A result posted from a game that does not exist is a difference too.
    """
    pairings = list(
        Pairing.objects.filter(round__division__event=event, game__isnull=False)
        .select_related("game__summary", "round__division", "first__player", "second__player")
        .prefetch_related("results")
        .order_by("id")
    )
    for start in range(0, len(pairings), GAMES_PER_BATCH):
        some = pairings[start : start + GAMES_PER_BATCH]
        for pairing, replayed in zip(
            some, _replayed_sheets([row.game for row in some if row.game]), strict=True
        ):
            where = pairing_location(pairing)
            for what in [
                *_ruling_differences(replayed),
                *_posted_result_differences(pairing, replayed),
                *_library_differences(replayed),
            ]:
                yield Difference(where, what)
    invented = ResultEntry.objects.filter(
        pairing__round__division__event=event, source=ResultSource.RECORDED, pairing__game=None
    ).select_related("pairing__round__division", "pairing__first__player")
    for entry in invented:
        yield Difference(pairing_location(entry.pairing), difference_text("no_game", entry=entry))


def _replayed_sheets(games: Sequence[Game]) -> Iterator[GameSheet]:
    """Yield the replayed sheets of these games. This takes five queries."""
    return (dispute.sheet for dispute in disputes_of(games))


def count_games(event: Event) -> int:
    """Return the number of recorded games. One query."""
    return Pairing.objects.filter(round__division__event=event, game__isnull=False).count()


def _ruling_differences(replayed: GameSheet) -> Iterator[str]:
    for row in replayed.rows:
        ruling = row.ruling
        if ruling is not None and (ruling.announced, ruling.correct) != (
            row.announced,
            row.correct,
        ):
            yield (
                difference_text(
                    "ruled_on_otherwise",
                    number=row.number,
                    announced=ruling.announced,
                    correct=ruling.correct,
                    replayed_announced=row.announced,
                    replayed_correct=row.correct,
                )
            )


def _library_differences(replayed: GameSheet) -> Iterator[str]:
    """Check the stored figures of a game in the library against the replayed game."""
    summary = getattr(replayed.game, "summary", None)
    if summary is None:
        yield difference_text("no_figures")
        return
    figures = summary_figures(replayed)
    wrong = [name for name, figure in figures.items() if getattr(summary, name) != figure]
    if wrong:
        yield difference_text("other_figures", names=comma_list(wrong))


def _posted_result_differences(pairing: Pairing, replayed: GameSheet) -> Iterator[str]:
    posted = [r for r in pairing.results.all() if r.source == ResultSource.RECORDED]
    if replayed.game.finished_at is None:
        still = [r for r in posted if r.standing == ResultStatus.COUNTS]
        if still and pairing.round.phase != Phase.CLOSED:
            yield difference_text("not_finished", result=still[0])
        return
    finals = replayed.outcome.finals
    if None in finals:
        yield difference_text("rack_unknown")
        return
    if not posted:
        yield difference_text("nothing_posted", first=finals[0], second=finals[1])
        return
    latest = max(posted, key=lambda result: result.pk)
    if (latest.first_score, latest.second_score) != finals:
        yield (
            difference_text(
                "posted_otherwise",
                first_score=latest.first_score,
                second_score=latest.second_score,
                first=finals[0],
                second=finals[1],
            )
        )
    elif latest.outcome != game_outcome(
        replayed.outcome.winners, latest.first_score, latest.second_score
    ):
        yield difference_text("other_winner", result=latest)


def recheck_games_outside_events() -> Iterator[Difference]:
    """Check the log chains, and every game outside events with its turns and rulings."""
    for where, what in differences_in_chains():
        yield Difference(where, what)
    for some in game_batches_outside_events():
        yield from recheck_games(some)


def game_batches_outside_events() -> list[list[int]]:
    """Return the keys of the games outside events, in batches of `GAMES_PER_BATCH`. One query."""
    games = games_outside_events()
    return [
        games[start : start + GAMES_PER_BATCH] for start in range(0, len(games), GAMES_PER_BATCH)
    ]


def recheck_games(some: Collection[int]) -> Iterator[Difference]:
    """Replay these games outside events to check their rulings and figures, and compare their rows with the log.

    The number of queries does not depend on the number of games.
    """
    rows = list(Game.objects.filter(pk__in=some).select_related("summary").order_by("pk"))
    names = {game.pk: _game_location(game) for game in rows}
    yield from stop_at_unknown_rule(_turn_differences(rows, names))
    yield from _log_differences(some, names)


def _turn_differences(rows: Sequence[Game], names: Mapping[int, str]) -> Iterator[Difference]:
    for game, replayed in zip(rows, _replayed_sheets(rows), strict=True):
        for what in [*_ruling_differences(replayed), *_library_differences(replayed)]:
            yield Difference(names[game.pk], what)


def _game_location(game: Game) -> str:
    return difference_text("in_game", number=game.pk) + (f" ({game.title})" if game.title else "")


def _log_differences(games: Collection[int], names: Mapping[int, str]) -> Iterator[Difference]:
    turns = turns_in(games)
    for game, facts in facts_of_games(games).items():
        if facts.stored and not facts.logged:
            yield Difference(names[game], difference_text("turns_not_logged"))
            continue
        for where, what in compare_facts(
            facts.logged, facts.stored, _GameRowDescriptions(names[game], turns)
        ):
            yield Difference(where, what)


@dataclass(frozen=True)
class _GameRowDescriptions:
    """Descriptions of rows that all belong to one game."""

    game: str
    turns: Mapping[int, tuple[int, int]]

    def location(self, key: str, values: list[object]) -> str:
        """Return the name of the game, which is the location of all its rows."""
        del key, values
        return self.game

    def name(self, key: str, values: list[object]) -> str:
        """Return the name of the row."""
        return name_in_game(key, values, self.turns)

    def value(self, column: str, value: object) -> str:
        """Return a value in words."""
        del column
        return value_in_words(value)
