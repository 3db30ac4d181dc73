"""Years of a federation from a seed.

At 100 % there are 200 clubs, 2,000 events in five years, 20,000 people, 300,000 results and
50,000 recorded games; 1 % and 10 % are scaled down.

The rows are bulk-inserted without the actions, but match what the actions write: results
follow ratings, recorded turns come from the simulation (a few hundred games, reused for many
players), each event has its complete log, and `recheck` finds nothing. Nine of ten clubs
belong to the first organisation, the federation; each of the others has its own organisation.
The last events are in progress.

The database is the one of the program's settings and must contain nothing but accounts.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from django.contrib.auth.models import User
from django.db import connection, transaction
from django.db.models import QuerySet

from scoring import catalogue
from scoring.actions.activity import Actor
from scoring.actions.games import finish_game, open_game
from scoring.actions.turns import record_all_turns
from scoring.models import Activity, Game, GamePlayer, GameSummary, Organisation, TurnEntry
from scoring.models.facts import FACT_KINDS, noted_rows
from scoring.models.summary import searchable_text
from scoring.simulation import Habits, simulate_game
from scoring.tenancy import FIRST_TENANT
from tournament.actions.event.practice import random_roster
from tournament.actions.results.entries import (
    pairing_sentence,
    result_log_values,
    result_sentence,
)  # fmt: skip
from tournament.actions.safety.log_baseline import log_new_tables
from tournament.catalogue import presets
from tournament.engine.results import Outcome, game_outcome
from tournament.models import (
    Club,
    Division,
    Entry,
    Event,
    ListedRating,
    Membership,
    Pairing,
    PlanLine,
    Player,
    RatingList,
    ResultEntry,
    Round,
    SecondFactor,
)  # fmt: skip
from tournament.models.codes import CODE_LETTERS
from tournament.models.membership import Role
from tournament.models.results import ResultSource
from tournament.models.rounds import Phase
from tournament.receivers import KINDS_LOGGED_BEFORE
from tournament.wording.log import say

FULL_CLUBS, FULL_EVENTS, FULL_PEOPLE = 200, 2_000, 20_000
YEARS = 5
LAST_DAY = dt.date(2026, 11, 22)
OWN_ORGANISATION_EVERY = 10
"""One club in this many has its own organisation."""
RECORDED_EVERY = 6
"""One board in this many is recorded turn by turn."""
ALONE_EVERY = 10
"""One recorded game in this many belongs to no event."""
GAMES_PLAYED = {1: 40, 10: 120, 100: 300}
"""Number of simulated games by percentage; the other games reuse their turns."""
AT_ONCE = 1_000

EVENING, WEEKEND, CHAMPIONSHIP = (24, 5), (60, 15), (240, 14)
"""Players and rounds of the three kinds of events."""
KINDS = {EVENING: "Evening", WEEKEND: "Weekend", CHAMPIONSHIP: "Championship"}
BEGUN = dt.datetime.combine(LAST_DAY - dt.timedelta(days=365 * YEARS), dt.time(18), dt.UTC)


@dataclass(frozen=True)
class PlayedGame:
    """A finished game as stored, without its players."""

    turns: list[dict[str, Any]]
    summary: dict[str, Any]
    winners: tuple[int, ...]


@dataclass
class Counts:
    """Numbers of created rows."""

    events: int = 0
    results: int = 0
    games: int = 0
    turns: int = 0
    entries: int = 0
    log: int = 0


def make_federation(percent: int, seed: int = 1) -> Counts:
    """Write the rows and return their numbers. Raise `SystemExit` if the database has data already."""
    if Event.everywhere.exists() or Activity.objects.exclude(verb__startswith="hold_").exists():
        raise SystemExit("Something was entered in this database. Choose an empty one.")
    draw = Random(f"federation {seed}")
    counts = Counts()
    with transaction.atomic():
        years = _Years(percent, draw, counts)
    for number in range(years.events):
        with transaction.atomic():
            years.event(number)
    with transaction.atomic():
        years.games_of_no_event()
        years.rating_lists()
        noted_rows().clear()  # discard the noted rows: each entry gets the rows of its own scope
        log_new_tables(Actor("federation"), KINDS_LOGGED_BEFORE)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return counts


def kind_of(number: int) -> tuple[int, int]:
    """Return players and rounds of an event: of 100 events, one is a championship and 19 are weekend events."""
    if number % 100 == 10:
        return CHAMPIONSHIP
    return WEEKEND if number % 5 == 0 else EVENING


class _Years:
    """Data shared by all events: people, clubs, games and the accounts that entered everything."""

    def __init__(self, percent: int, draw: Random, counts: Counts) -> None:
        self.draw, self.counts = draw, counts
        self.events = FULL_EVENTS * percent // 100
        self.rules = presets()["club"]
        self.rules_copy = self.rules.as_dict()
        self.games = _played_games(GAMES_PLAYED.get(percent, 40), self.rules.rules, draw)
        self.alone = 0
        self._organisations_and_clubs(FULL_CLUBS * percent // 100)
        self._people(FULL_PEOPLE * percent // 100)

    def _organisations_and_clubs(self, number: int) -> None:
        self.owner = User.objects.filter(
            is_superuser=True
        ).first() or User.objects.create_superuser("director")
        federation = Organisation.objects.get(pk=FIRST_TENANT)
        federation.name = "The federation"
        federation.save()
        _member(self.owner, federation, Role.OWNER)
        self.clubs: list[Club] = []
        self.directors: list[User] = []
        for at in range(number):
            town = _town(at)
            own = at % OWN_ORGANISATION_EVERY == OWN_ORGANISATION_EVERY - 1
            organisation = federation
            if own:
                organisation = Organisation.objects.create(name=f"{town} club", created_at=BEGUN)
            director = User(username=f"director of {town}")
            director.set_unusable_password()
            director.save()
            _member(director, organisation, Role.OWNER if own else Role.DIRECTOR)
            slug = f"club-{at + 1}"
            self.clubs.append(
                Club.objects.create(
                    organisation=organisation, name=town, slug=slug, created_at=BEGUN
                )
            )
            self.directors.append(director)

    def _people(self, number: int) -> None:
        names = _names(self.draw, number)
        self.people: list[list[tuple[Any, int, str]]] = [[] for _club in self.clubs]
        rows = [
            Player(
                organisation_id=self.clubs[at % len(self.clubs)].organisation_id,
                name=f"{given} {family}",
                sort_name=f"{family}, {given}",
                name_key=f"{given} {family}".casefold(),
                created_at=BEGUN,
            )
            for at, (given, family) in enumerate(names)
        ]
        Player.everywhere.bulk_create(rows, batch_size=AT_ONCE)
        for at, row in enumerate(rows):
            rating = min(max(round(self.draw.gauss(1300, 300)), 300), 2200)
            self.people[at % len(self.clubs)].append((row, rating, f"M{at + 1:05}"))

    def _field(self, club: int, wanted: int) -> list[tuple[Any, int, str]]:
        """Return the players: people of the club, filled up from neighbouring clubs of the same organisation."""
        organisation = self.clubs[club].organisation_id
        field: list[tuple[Any, int, str]] = []
        for step in range(len(self.clubs)):
            at = (club + step) % len(self.clubs)
            if self.clubs[at].organisation_id == organisation:
                field += self.people[at]
            if len(field) >= 2 * wanted:
                break
        chosen = self.draw.sample(field, min(wanted, len(field) - len(field) % 2))
        return sorted(chosen, key=lambda person: -person[1])

    def event(self, number: int) -> None:
        """Write one complete event."""
        from tournament.hall.models import PlayerCode  # only where its room is enabled

        draw, club = self.draw, self.clubs[number % len(self.clubs)]
        wanted, rounds = kind_of(number)
        # Evening events have players from one club, others from several.
        if wanted > len(self.people[0]):
            while club.organisation_id != self.clubs[0].organisation_id:
                number += 1
                club = self.clubs[number % len(self.clubs)]
        left = self.events - 1 - self.counts.events
        day = LAST_DAY - dt.timedelta(days=left * 365 * YEARS // self.events)
        goes_on = self.counts.events >= self.events - max(2, self.events // 200) or (
            wanted == CHAMPIONSHIP[0] and self.counts.events + 100 > self.events
        )
        at = _noon(day)
        made = self.counts.events + 1
        event = Event.everywhere.create(
            organisation_id=club.organisation_id,
            slug=f"event-{made}",
            name=f"{KINDS[wanted, rounds]} {made}, {club.name}",
            place=club.name,
            date=day,
            preset="club",
            club=club,
            rules_copy=self.rules_copy,
            lexicon="open_english",
            lots_seed=made,
            created_at=at,
            closed_at=None if goes_on else at + dt.timedelta(days=3),
        )
        user = self.directors[number % len(self.clubs)]
        log = _Log(event, user, at)
        log.add("create_event", {"event": event.name, "rules": self.rules.name})
        division = Division.objects.create(
            event=event, slug="a", name="A", position=1, rounds_planned=rounds
        )
        planned = {"from_round": 1, "to_round": rounds}
        PlanLine.objects.create(
            division=division, **planned, method="round_robin", source="previous"
        )
        field = self._field(number % len(self.clubs), wanted)
        rounds = min(rounds, len(field) - 1)
        entries = _written(
            Entry,
            [
                Entry(
                    division=division, player=person, number=place, rating=rating, member=member, added_at=at,
                    arrived_at=at,
                )
                for place, (person, rating, member) in enumerate(field, 1)
            ],
        )  # fmt: skip
        PlayerCode.objects.bulk_create(
            PlayerCode(
                entry=entry,
                token=f"{draw.getrandbits(128):032x}",
                letters="".join(draw.choices(CODE_LETTERS, k=4)),
                made_at=at,
            )
            for entry in entries
        )
        added = {"players": len(entries), "division": "A"}
        log.add("add_players", added, scope=division.scope, facts=_facts("entry", entries))
        self._rounds(event, division, entries, rounds, goes_on, log)
        log.write()
        self.counts.events += 1
        self.counts.entries += len(entries)
        self.counts.log += len(log.rows)

    def _rounds(
        self, event: Any, division: Any, entries: list[Any], rounds: int, goes_on: bool, log: _Log
    ) -> None:
        pairings: list[Pairing] = []
        for number in range(1, rounds + 1):
            going_on = goes_on and number == rounds
            at = log.at + dt.timedelta(minutes=50 * number)
            round_ = Round.objects.create(
                division=division,
                number=number,
                phase=Phase.PLAYING if going_on else Phase.CLOSED,
                method="round_robin",
                options={
                    "field": [entry.number for entry in entries],
                    "cycles": 1,
                    "start_round": 1,
                    "top_last": False,
                },
                seed=number,
                source_round=number - 1,
                created_at=at,
                published_at=at,
                closed_at=None if going_on else at + dt.timedelta(minutes=45),
            )
            pairings += [
                Pairing(round=round_, board=board, first=first, second=second)
                for board, (first, second) in enumerate(_circle(entries, number), 1)
            ]
        Pairing.objects.bulk_create(pairings, batch_size=AT_ONCE)
        self._results(event, division, pairings, rounds, goes_on, log)

    def _results(
        self, event: Any, division: Any, pairings: list[Any], rounds: int, goes_on: bool, log: _Log
    ) -> None:
        boards = len(pairings) // max(rounds, 1)
        played = [
            pairing
            for pairing in pairings
            if not (goes_on and pairing.round.number == rounds and pairing.board > boards // 2)
        ]
        recorded = [
            pairing
            for at, pairing in enumerate(played)
            if (at * 5 + at // RECORDED_EVERY) % RECORDED_EVERY == 0
        ]
        alone = len(recorded) // ALONE_EVERY
        self.alone += alone
        recorded = recorded[alone:]
        chosen = {pairing.pk: self.draw.choice(self.games) for pairing in recorded}
        wanted = [
            (
                f"{event.name}, round {pairing.round.number}, board {pairing.board}",
                (pairing.first.name, pairing.second.name),
                chosen[pairing.pk],
            )
            for pairing in recorded
        ]
        games = self._games(event.organisation_id, wanted, log.at)
        facts = {}
        for pairing, (game, turns) in zip(recorded, games, strict=True):
            pairing.game = game
            facts[pairing.pk] = turns
        Pairing.objects.bulk_update(recorded, ["game"], batch_size=AT_ONCE)
        results = []
        for pairing in played:
            game = chosen.get(pairing.pk)
            if game:
                first, second = game.summary["finals"]
                outcome, source = game_outcome(game.winners, first, second), ResultSource.RECORDED
            else:
                first, second = _scores(pairing, self.draw)
                outcome, source = Outcome.PLAYED, ResultSource.TYPED
            results.append(
                ResultEntry(
                    pairing=pairing,
                    first_score=first,
                    second_score=second,
                    outcome=outcome,
                    source=source,
                    entered_by=log.user,
                    entered_at=log.at + dt.timedelta(minutes=50 * pairing.round.number + 40),
                )
            )
        _written(ResultEntry, results)
        self.counts.results += len(results)
        reached = 0
        for result in results:
            pairing = result.pairing
            if pairing.round.number != reached:
                self._log_phases(log, division, reached, pairing.round.number)
                reached = pairing.round.number
            if pairing.pk in facts:
                log.add(
                    "start_game",
                    {"round": reached, "pairing": pairing_sentence(pairing)},
                    scope=division.scope,
                    after={"game": pairing.game_id},
                    facts=facts[pairing.pk],
                )
            names = {"pairing": pairing_sentence(pairing), "result": result_sentence(result)}
            log.add(
                "post_recorded_result" if pairing.game_id else "enter_result",
                {"round": reached, **names},
                code="result",
                scope=division.scope,
                after=result_log_values(result),
                facts=_facts("result", [result]),
                at=result.entered_at,
            )
        if not goes_on:
            self._log_phases(log, division, reached, 0)

    def _log_phases(self, log: _Log, division: Any, closed: int, published: int) -> None:
        for verb, number in (("close_round", closed), ("publish_round", published)):
            if number:
                log.add(verb, {"round": number, "division": "A"}, scope=division.scope)

    def _games(
        self,
        organisation: int,
        wanted: Sequence[tuple[str, tuple[str, str], PlayedGame]],
        at: dt.datetime,
    ) -> list[tuple[Any, dict[str, Any]]]:
        """Return the games with these titles, players and turns, each with the facts of its turns."""
        games = Game.everywhere.bulk_create(
            Game(
                organisation_id=organisation,
                rules=self.rules.rules,
                tile_set="english",
                layout="standard",
                lexicon="open_english",
                title=title[:120],
                created_at=at,
                finished_at=at + dt.timedelta(minutes=45),
            )
            for title, _names, _game in wanted
        )
        GamePlayer.objects.bulk_create(
            [
                GamePlayer(game=game, seat=seat, name=name)
                for game, (_title, names, _game) in zip(games, wanted, strict=True)
                for seat, name in enumerate(names, 1)
            ],
            batch_size=AT_ONCE,
        )
        turns = _written(
            TurnEntry,
            [
                TurnEntry(game=game, entered_at=at, **turn)
                for game, (_title, _names, played) in zip(games, wanted, strict=True)
                for turn in played.turns
            ],
        )
        summaries = []
        for game, (_title, names, played) in zip(games, wanted, strict=True):
            keys = [searchable_text(name) for name in names]
            winners = [keys[seat] for seat in played.winners]
            own = {
                "players": f"|{'|'.join(keys)}|",
                "winners": f"|{'|'.join(winners)}|" if winners else "",
                "sides": [
                    side | {"name": names[seat], "opponent": names[1 - seat]}
                    for seat, side in enumerate(played.summary["sides"])
                ],
            }
            summaries.append(GameSummary(game=game, **played.summary | own))
        GameSummary.objects.bulk_create(summaries, batch_size=200)
        self.counts.games += len(games)
        self.counts.turns += len(turns)
        facts: dict[int, dict[str, Any]] = {game.pk: {} for game in games}
        for turn in turns:
            facts[turn.game_id] |= _facts("turn", [turn])
        return [(game, facts[game.pk]) for game in games]

    def games_of_no_event(self) -> None:
        """Write games that belong to no event, always between the same two players."""
        organisations = {org.pk: org for org in Organisation.objects.all()}
        logs: dict[int, _Log] = {}
        at = _noon(LAST_DAY)
        for number in range(self.alone):
            club = number % len(self.clubs)
            organisation = organisations[self.clubs[club].organisation_id]
            one, other = self.draw.sample(self.people[club], 2)
            names = (one[0].name, other[0].name)
            ((game, facts),) = self._games(
                organisation.pk, [("", names, self.draw.choice(self.games))], at
            )
            log = logs.setdefault(
                organisation.pk, _Log(None, self.directors[club], at, organisation.scope)
            )
            held = {"game": f"Game {game.pk}", "turns": len(facts)}
            log.add("hold_game", held, scope=f"game:{game.pk}", facts=facts)
        for log in logs.values():
            log.write()
            self.counts.log += len(log.rows)

    def rating_lists(self) -> None:
        """Write the federation's rating list at the end of every year, including all players."""
        for year in range(YEARS):
            day = LAST_DAY - dt.timedelta(days=365 * year)
            listed = RatingList.everywhere.create(
                system="naspa",
                name="Federation",
                as_of=day,
                source="the federation",
                added_at=_noon(day),
            )
            ListedRating.objects.bulk_create(
                [
                    ListedRating(
                        on_list=listed,
                        name=person.name,
                        name_key=person.name_key,
                        member=member,
                        rating=max(rating - 12 * year, 100),
                        games=20 * (YEARS - year),
                        last_played=day,
                    )
                    for people in self.people
                    for person, rating, member in people
                    if person.organisation_id == listed.organisation_id
                ],
                batch_size=AT_ONCE,
            )


def _member(user: User, organisation: Organisation, role: Role) -> None:
    Membership.objects.create(user=user, organisation=organisation, role=role, given_at=BEGUN)
    SecondFactor.objects.create(user=user, secret="A" * 32, confirmed_at=BEGUN)


class _Log:
    """Builder of a chain of the activity log."""

    def __init__(self, event: Any, user: Any, at: dt.datetime, chain: str = "") -> None:
        self.scope = f"event:{event.slug}" if event else ""
        self.chain = chain or self.scope
        self.user, self.at = user, at
        self.rows: list[Any] = []

    def add(
        self,
        verb: str,
        params: dict[str, Any],
        *,
        code: str = "",
        scope: str = "",
        after: Any = None,
        facts: Any = None,
        at: dt.datetime | None = None,
    ) -> None:
        """Add an entry in the format of `scoring.actions.activity.log`."""
        sentence = say(code or verb, **params)
        row = Activity(
            at=at or self.at,
            user=self.user,
            actor=self.user.get_username(),
            verb=verb,
            summary=sentence.text,
            message=sentence.as_json(),
            scope=scope or self.scope,
            after=after,
            facts=facts,
            chain=self.chain,
            previous_hash=self.rows[-1].hash if self.rows else "",
        )
        row.seal()
        self.rows.append(row)

    def write(self) -> None:
        """Write the entries."""
        Activity.objects.bulk_create(self.rows, batch_size=AT_ONCE)


def _written(model: Any, rows: list[Any]) -> list[Any]:
    """Write the rows of a fact table without noting them, because the log is generated here."""
    QuerySet(model).bulk_create(rows, batch_size=AT_ONCE)
    return rows


def _facts(name: str, rows: Sequence[Any]) -> dict[str, Any]:
    def as_logged(value: Any) -> Any:
        return value.isoformat() if isinstance(value, dt.datetime) else value

    columns = FACT_KINDS[name].columns
    return {f"{name}:{row.pk}": [as_logged(getattr(row, one)) for one in columns] for row in rows}


def _circle(entries: list[Any], number: int) -> Iterator[tuple[Any, Any]]:
    """Yield the pairs of a round by the circle method: no repeats, alternating starts."""
    first, others = entries[0], entries[1:]
    turned = [first, *others[number - 1 :], *others[: number - 1]]
    half = len(turned) // 2
    for at, pair in enumerate(zip(turned[:half], reversed(turned[half:]), strict=True)):
        yield pair if (number + at) % 2 else pair[::-1]


def _scores(pairing: Any, draw: Random) -> tuple[int, int]:
    edge = (pairing.first.rating - pairing.second.rating) / 8 + 7
    total, margin = draw.gauss(790, 70), draw.gauss(edge, 90)
    return max(round((total + margin) / 2), 120), max(round((total - margin) / 2), 120)


def _played_games(number: int, rules: str, draw: Random) -> list[PlayedGame]:
    """Return simulated games, recorded as usual and read back in stored form, after rolling them back."""
    columns = (
        "position", "kind", "seat", "rack", "coordinate", "tiles", "exchanged", "announced", "total", "remark", "notes",
        "as_written", "stray_lines",
    )  # fmt: skip
    figures = ("finals", "highest", "words", "bingos", "differences", "rulings", "sides")
    actor, games = Actor("tests.federation"), []
    point = transaction.savepoint()
    for _number in range(number):
        played = simulate_game(draw, catalogue.rule_set(rules), habits=Habits(mistakes=0.02))
        game = open_game(["north", "south"], rules, actor, lexicon="open_english")
        record_all_turns(game, played.record, actor)
        finish_game(game, actor)
        summary = GameSummary.objects.get(game=game)
        winners = [name for name in summary.winners.split("|") if name]
        games.append(
            PlayedGame(
                list(TurnEntry.objects.filter(game=game).values(*columns)),
                {name: getattr(summary, name) for name in figures},
                tuple(seat for seat, name in enumerate(("north", "south")) if name in winners),
            )
        )
    transaction.savepoint_rollback(point)
    return games


def _noon(day: dt.date) -> dt.datetime:
    return dt.datetime.combine(day, dt.time(18), dt.UTC)


_BEGINNINGS = (
    "Ash", "Bram", "Corn", "Dun", "East", "Fern", "Glen", "Hol", "Iron", "Kes", "Lark", "Mill", "North", "Oak", "Pike",
    "Quill", "Rook", "Star", "Thorn", "Under",
)  # fmt: skip
_ENDINGS = ("bury", "by", "cote", "dale", "field", "ford", "ham", "ley", "stow", "wick")


def _town(number: int) -> str:
    """Return a name for each of 200 towns."""
    return (
        _BEGINNINGS[number % len(_BEGINNINGS)]
        + _ENDINGS[number // len(_BEGINNINGS) % len(_ENDINGS)]
    )


def _names(draw: Random, number: int) -> list[tuple[str, str]]:
    """Return given and family names of different people."""
    alone = [line.rsplit(" ", 1)[0] for line in random_roster(2_500, Random("names"))]
    given = sorted({name.split()[0] for name in alone})
    family = sorted({name.split()[1] for name in alone})
    pairs = [(one, other) for one in family for other in family if one < other]
    names = [(name, f"{one}-{other}") for name in given for one, other in pairs]
    return draw.sample(names, number)
