"""The start of the log of an event that already has rows: after an import, an upgrade or a restore.

One entry then contains everything that is stored; later entries describe later changes.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from scoring.actions.activity import Actor, log_facts
from scoring.models import Activity, Game
from scoring.models.facts import FACT_KINDS, Facts, noted_rows
from tournament.actions.act import Refused
from tournament.models import Event
from tournament.queries.safety.archive_proof import intact_entries
from tournament.queries.safety.logged_rows import (
    BEGINNINGS,
    LoggedFact,
    differing_keys,
    facts_of_games,
    games_outside_events,
    logged_facts,
    logged_shared_facts,
    stored_facts,
    stored_shared_facts,
)
from tournament.wording.log import say

GAMES_AT_ONCE = 200
"""The number of games outside events that are compared with the log at a time."""


def has_other_log(slug: str, entries: Sequence[Mapping[str, Any]]) -> bool:
    """Return whether this address has a log chain that does not begin with these entries. One query."""
    hashes = Activity.objects.filter(chain=f"event:{slug}").order_by("pk")
    here = list(hashes.values_list("hash", flat=True)[: len(entries) or 1])
    return bool(here) and here != [values["hash"] for values in entries]


def import_log(event: Event, entries: Sequence[Mapping[str, Any]]) -> None:
    """Verify the chain that came with an imported event, and continue it here, in the caller's transaction.

    An event that was removed here and is imported again continues its current chain. Raise
    `Refused` with the number of the first altered entry.
    """
    carried = intact_entries(f"event:{event.slug}", entries)
    if len(carried) < len(entries):
        raise Refused(
            _(
                "Entry {number} of the log in the archive has been changed or damaged. Ask for "
                "a new archive from the laptop it comes from."
            ).format(number=len(carried) + 1)
        )
    if not Activity.objects.filter(chain=f"event:{event.slug}").exists():
        Activity.objects.bulk_create(carried, batch_size=200)


def write_log_baseline(actor: Actor, event: Event) -> Activity:
    """Write an entry with all current facts of the event, in the caller's transaction."""
    facts = stored_facts(event)
    kinds = [key.partition(":")[0] for key in facts]
    counts = {f"{name}s": kinds.count(name) for name in ("result", "turn")}
    return log_facts(
        actor,
        "hold_what_is_there",
        say("hold_what_is_there", event=event, entries=kinds.count("entry"), **counts),
        scope=f"event:{event.slug}",
        facts=facts,
    )


def write_game_baselines(actor: Actor, *, of_an_earlier_version: bool = False) -> int:
    """Log the current facts of each game outside events that differs from its log; return their number.

    This runs in the caller's transaction, with one entry for each game. With
    `of_an_earlier_version`, only games whose log entries contain no facts are included, since an
    earlier version wrote these entries.
    """
    held, games = 0, games_outside_events()
    for start in range(0, len(games), GAMES_AT_ONCE):
        due = {
            game: facts
            for game, facts in facts_of_games(games[start : start + GAMES_AT_ONCE]).items()
            if not facts.is_as_logged and not (of_an_earlier_version and facts.logged)
        }
        if of_an_earlier_version:
            scopes = Activity.objects.filter(scope__in=[f"game:{game}" for game in due])
            known = set(scopes.values_list("scope", flat=True))
            due = {game: facts for game, facts in due.items() if f"game:{game}" in known}
        for game in Game.objects.filter(pk__in=due).order_by("pk"):
            turns = sum(key.startswith("turn:") for key in due[game.pk].stored)
            removed: Facts = dict.fromkeys(due[game.pk].logged)
            log_facts(
                actor,
                "hold_game",
                say("hold_game", game=game, turns=turns),
                scope=f"game:{game.pk}",
                facts=removed | due[game.pk].stored,
            )
        held += len(due)
    return held


def write_shared_baseline(actor: Actor, only: str = "") -> None:
    """Log shared facts (people, clubs, roles, rating lists) that differ from the log.

    This runs in the caller's transaction. Nothing is logged if none differ and no row is noted for the
    next entry. `only` is a prefix of the row keys, such as `ACCOUNT`.
    """
    logged, stored = logged_shared_facts(), stored_shared_facts()
    facts: Facts = {
        key: stored.get(key) for key in differing_keys(logged, stored) if key.startswith(only)
    }
    if facts or noted_rows():
        log_facts(actor, "hold_shared", say("hold_shared", rows=len(facts)), scope="", facts=facts)


def log_new_tables(actor: Actor, earlier: Collection[str]) -> None:
    """Log rows and columns that an earlier version, which knew the `earlier` kinds, did not log.

    This runs in the caller's transaction. Logged values of events and games stay, so that a recheck
    still finds unlogged changes to them. Shared rows are logged as they are now.
    """
    log_new_columns(actor, earlier)
    write_shared_baseline(actor)


def log_new_columns(actor: Actor, earlier: Collection[str] = FACT_KINDS) -> None:
    """Log columns that an earlier version did not log, and rows of kinds that are not among the `earlier` ones.

    This runs in the caller's transaction. Values already logged stay.
    """
    for event in Event.everywhere.order_by("pk"):
        logged = logged_facts(event)
        facts = _unlogged_facts(logged or {}, stored_facts(event), earlier)
        if logged is not None and facts:
            count = say("hold_more", event=event, rows=len(facts))
            log_facts(actor, "hold_more", count, scope=f"event:{event.slug}", facts=facts)
    games = games_outside_events()
    for start in range(0, len(games), GAMES_AT_ONCE):
        for game, known in facts_of_games(games[start : start + GAMES_AT_ONCE]).items():
            if known.logged and (facts := _unlogged_facts(known.logged, known.stored, earlier)):
                turns = sum(key.startswith("turn:") for key in known.stored)
                name = Game.everywhere.get(pk=game)
                count = say("hold_game", game=name, turns=turns)
                log_facts(actor, "hold_game", count, scope=f"game:{game}", facts=facts)
    if shared := _unlogged_facts(logged_shared_facts(), stored_shared_facts(), earlier):
        log_facts(
            actor, "hold_shared", say("hold_shared", rows=len(shared)), scope="", facts=shared
        )


def _unlogged_facts(
    logged: Mapping[str, LoggedFact], stored: Facts, earlier: Collection[str]
) -> Facts:
    facts: Facts = {}
    for key, values in stored.items():
        fact = logged.get(key)
        if fact is None and key.partition(":")[0] not in earlier:
            facts[key] = values
        elif fact and fact.values and values and len(fact.values) < len(values):
            facts[key] = [*fact.values, *values[len(fact.values) :]]
    return facts


def start_missing_chains(actor: Actor) -> list[Event]:
    """Log the current facts of every event whose log has no beginning, and return these events.

    This runs in the caller's transaction. Such events were created by an earlier version.
    """
    chains = Activity.objects.filter(verb__in=BEGINNINGS).exclude(chain=None)
    begun = set(chains.values_list("chain", flat=True))
    missing = [
        event for event in Event.objects.order_by("pk") if f"event:{event.slug}" not in begun
    ]
    for event in missing:
        write_log_baseline(actor, event)
    return missing
