"""Create the demo event and its director; a second run changes nothing."""

import csv
import tomllib
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor
from scoring.actions.disputes import TypedColumn, save_columns
from scoring.actions.games import finish_game
from scoring.actions.turns import record_all_turns
from scoring.engine.gcg import read
from scoring.queries.disputes import ColumnPosition
from scoring.queries.sheets import sheet
from tournament.actions.event.events import create_division, create_event
from tournament.actions.event.housekeeping import close_event
from tournament.actions.event.rules import change_rules
from tournament.actions.people.accounts import make_director, reset_password
from tournament.actions.people.check_in import check_in
from tournament.actions.people.clubs import create_club
from tournament.actions.people.entries import add_players
from tournament.actions.results.recorded_games import start_game
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import close_round, publish_round
from tournament.actions.standings.prizes import add_prizes
from tournament.engine.roster import split_by_division
from tournament.models import Division, Entry, Event, EventSize, Pairing, Round
from tournament.queries.rounds.rounds import boards_of
from tournament.signals import demo_made

DIRECTOR = "director"


class Command(BaseCommand):
    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.description = _(
            "Creates the demo event and a director account for it; a second run changes nothing."
        )
        parser.add_argument(
            "--reset-password",
            action="store_true",
            help=_("set a new password for {director} and print it").format(director=DIRECTOR),
        )

    def handle(self, *args: Any, **options: Any) -> None:
        del args
        facts = tomllib.loads(_read_text("event.toml"))
        with transaction.atomic():
            user, password = make_director(DIRECTOR)
            if options["reset_password"] and not password:
                password = reset_password(Actor.for_user(user), user)
            if Event.objects.filter(slug="demo-open").exists():
                message = _("{facts} already exists; nothing was changed.").format(
                    facts=facts["name"]
                )
            else:
                event = load_demo_event(Actor.for_user(user), facts)
                _load_other_parts(Actor.for_user(user), event, facts)
                count = Entry.objects.filter(division__event=event).count()
                message = _("{event} has been created: {count} players.").format(
                    event=event, count=count
                )
        self.stdout.write(message)
        if password:
            self.stdout.write(
                _("Log in as {director} with the password {password}").format(
                    director=DIRECTOR, password=password
                )
            )
            self.stdout.write(
                _(
                    "The password is shown only this once. To set another one: load_demo "
                    "--reset-password"
                )
            )


def load_demo_event(actor: Actor, facts: dict[str, Any]) -> Event:
    """Create the demo event through the director's actions, in the caller's transaction."""
    event = create_event(
        actor,
        name=facts["name"],
        preset=facts["preset"],
        date=facts["date"],
        place=facts["place"],
        accepted=True,
    )
    division = create_division(actor, event, name=facts["division"])
    for entry in add_players(actor, division, _read_text("roster.txt")).entries:
        check_in(actor, entry, here=True)
    rows = list(csv.DictReader(_read_text("rounds.csv").splitlines()))
    for number in sorted({int(row["round"]) for row in rows}):
        _load_round(actor, division, [row for row in rows if int(row["round"]) == number])
    add_prizes(actor, event, facts["prizes"])
    return event


def _load_other_parts(actor: Actor, event: Event, facts: dict[str, Any]) -> None:
    """Create the other parts: a second division, two disputes, a club's evening, and data of rooms."""
    _load_divisions(actor, event, "newcomers")
    boards = Pairing.objects.filter(round__division__event=event, replaced_at=None)
    for slip in facts["slips"]:
        pairing = boards.get(round__number=slip["round"], board=slip["board"])
        enter_result(actor, pairing, *slip["scores"], accepted=True)
    for sheets in facts["sheets"]:
        game = boards.get(round__number=sheets["round"], board=sheets["board"]).game
        assert game is not None, "the demo records this board"
        save_columns(game, score_sheet_columns(sheets["columns"]), actor)
    change_rules(actor, event, {**event.rules.as_dict(), "live_boards": facts["live_boards"]})
    _load_evening(actor, facts["evening"])
    demo_made.send(Event, event=event, actor=actor)


def score_sheet_columns(columns: dict[str, str]) -> dict[ColumnPosition, TypedColumn]:
    """Return the typed columns of score sheets by position, given their text by key.

    A key such as "1/2" contains the seat of the player who keeps the sheet, then that of the player
    whose scores are in the column.
    """
    return {
        ColumnPosition(*map(int, place.split("/"))): TypedColumn(text.replace(" ", "\n"))
        for place, text in columns.items()
    }


def _load_evening(actor: Actor, facts: dict[str, Any]) -> None:
    """Create a club's evening with prizes in two divisions, with every round played, and close it."""
    club, prizes = create_club(actor, name=facts.pop("club")), facts.pop("prizes")
    event = create_event(actor, club=club, size=EventSize.CLUB, accepted=True, **facts)
    _load_divisions(actor, event, "evening")
    add_prizes(actor, event, prizes)
    close_event(actor, event)


def _load_divisions(actor: Actor, event: Event, name: str) -> None:
    """Create the divisions from the files of this name; a round with every result is closed."""
    rows = list(csv.DictReader(_read_text(f"{name}.csv").splitlines()))
    for heading, roster in split_by_division(_read_text(f"{name}.txt")):
        division = create_division(actor, event, name=heading, continues_board_numbers=True)
        for entry in add_players(actor, division, roster).entries:
            check_in(actor, entry, here=True)
        own = [row for row in rows if row["division"] == heading]
        for number in sorted({int(row["round"]) for row in own}):
            _load_round(actor, division, [row for row in own if int(row["round"]) == number])


def _load_round(actor: Actor, division: Division, rows: list[dict[str, str]]) -> Round:
    pairs = [(int(row["first"]), int(row["second"])) for row in rows]
    round_ = publish_round(actor, pair_by_hand(actor, division, pairs, firsts_as_listed=True))
    boards = Pairing.objects.filter(round=round_, replaced_at=None).order_by("board")
    for pairing, row in zip(boards, rows, strict=True):
        if row.get("game"):
            _record_game(actor, pairing, row["game"])
        elif row["first_score"]:
            scores = int(row["first_score"]), int(row["second_score"])
            enter_result(actor, pairing, *scores, accepted=True)
    if all(not board.is_missing for board in boards_of(round_)):
        close_round(actor, round_)
    return round_


def _record_game(actor: Actor, pairing: Pairing, file_name: str) -> None:
    """Record a game from its file, and finish it if it has ended. Raise `CommandError` if the players differ."""
    record = read(_read_text(f"games/{file_name}"))
    game = start_game(actor, pairing)
    names = [player.name for player in game.players.all()]
    if [seat.name for seat in record.seats] != names:
        raise CommandError(
            _(
                "{file_name} contains a game between {players_in_file}, but the players at that "
                "board are {players}."
            ).format(
                file_name=file_name,
                players_in_file=" and ".join(seat.name for seat in record.seats),
                players=" and ".join(names),
            )
        )
    record_all_turns(game, record, actor)
    if sheet(game).replay.has_ended:
        finish_game(game, actor)


def _read_text(name: str) -> str:
    path = settings.DEMO_DIR / name
    try:
        return path.read_text(encoding="utf-8")
    except OSError as problem:
        raise CommandError(
            _(
                "{path} cannot be read ({strerror}). The files of the demo event belong to "
                "Ninetimer's folder; install Ninetimer again."
            ).format(path=path, strerror=problem.strerror)
        ) from problem
