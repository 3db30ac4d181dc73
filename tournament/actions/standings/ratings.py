"""An event rated once, and its rating undone."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone

from scoring.actions.activity import Actor, log
from tournament.actions.act import Refused, hold
from tournament.actions.people.rating_lists import withdraw
from tournament.engine.ratings.system import CannotRate, called
from tournament.engine.roster import LONGEST_MEMBER, name_key
from tournament.models import Division, ListedRating, Rating, RatingChange, RatingList
from tournament.queries.people.rating_lists import listed
from tournament.queries.standings.ratings import RatedDivision, rated_division
from tournament.queries.standings.starting_ratings import plain
from tournament.wording.log import say


class CannotBeRated(Refused):
    """The division cannot be rated, or its rating not undone; the sentence says why."""


def rate_division(
    actor: Actor,
    division: Division,
    key: str = "",
    *,
    options: Mapping[str, Any] | None = None,
) -> Rating:
    """Rate the division for good by system `key` (the event's when not given), all its rounds.

    In a club's event the club's list goes on: a new one is made of the last with the changes.
    Everybody's rating before and after is kept. Raises `CannotBeRated`: rated already, boards
    without a result, no games, an unknown system.
    """
    with transaction.atomic():
        hold(division)
        try:
            done = rated_division(division, key, options=options)
        except CannotRate as reason:
            raise CannotBeRated(str(reason)) from reason
        if Rating.objects.filter(division=division, system=done.system, undone_at=None).exists():
            raise CannotBeRated(
                f"Division {division} is rated by {called(done.system)} already. Undo that rating first."
            )
        if done.missing:
            boards = ", ".join(
                f"round {number} board {board}" for number, board in done.missing[:8]
            )
            raise CannotBeRated(
                f"Not every game has a result: {boards}. Enter what is missing, or void the pairing."
            )
        made = _next_club_list(actor, done)
        rating = Rating.objects.create(
            division=division,
            system=done.system,
            options=dict(options or {}),
            through=done.through,
            stood_on=done.stood_on,
            list_called=done.ground.list_called[:100],
            made=made,
            rated_at=timezone.now(),
            rated_by=actor.user,
        )
        entries = dict(division.entries.values_list("number", "id"))
        RatingChange.objects.bulk_create(
            RatingChange(
                of=rating,
                entry_id=entries[row.person.number],
                old=row.old,
                new=row.new,
                games=row.games,
                performance=row.performance,
                deviation=row.after.deviation,
                volatility=row.after.volatility,
                form=list(row.after.form),
                came_with=plain(row.before),
            )
            for row in done.rows
        )
        log(
            actor,
            "rate_division",
            say(
                "rate_division_and_list",
                division=division,
                system=called(done.system),
                round=done.through,
                name=made.name,
            )
            if made
            else say(
                "rate_division",
                division=division,
                system=called(done.system),
                round=done.through,
            ),
            scope=division.scope,
            after={
                "system": done.system,
                "ratings": {row.person.number: [row.old, row.new] for row in done.rows},
            },
        )
    return rating


def undo_rating(actor: Actor, rating: Rating, *, reason: str) -> Rating:
    """The rating holds no longer; it stays on record with the reason.

    The club's list made by it is taken back. Raises `CannotBeRated` without a reason and where a
    later event stands on that list.
    """
    reason = " ".join(reason.split())
    if not reason:
        raise CannotBeRated("Say why the rating is undone; the reason is kept.")
    with transaction.atomic():
        held = Rating.objects.select_for_update().get(pk=rating.pk)
        if held.undone_at is not None:
            return held
        later = Rating.objects.filter(stood_on=held.made, undone_at=None) if held.made else None
        on_it = later.select_related("division__event").first() if later is not None else None
        if on_it is not None:
            raise CannotBeRated(
                f"{_called(on_it.division)} was rated on the list that this rating made. Undo that first."
            )
        if held.made is not None:
            withdraw(held.made, reason)
        held.undone_at, held.undone_why = timezone.now(), reason[:300]
        held.save(update_fields=["undone_at", "undone_why"])
        log(
            actor,
            "undo_rating",
            say(
                "undo_rating",
                division=held.division,
                system=called(held.system),
                reason=reason,
            ),
            scope=held.division.scope,
            reason=reason,
        )
    return held


def _called(division: Division) -> str:
    """The division with its event and day: sessions of a club go by one name."""
    event = division.event
    day = f" of {event.date}" if event.date else ""
    return f"Division {division} of {event}{day}"


def _next_club_list(actor: Actor, done: RatedDivision) -> RatingList | None:
    """The club's list carried on with the changes of this event; None where no club holds it."""
    event = done.division.event
    if event.club is None:
        return None
    day = event.date or timezone.localdate()
    made = RatingList.objects.create(
        system=done.system,
        name=f"{event.club} ratings"[:80],
        club=event.club,
        as_of=day,
        source=f"rating {event}, division {done.division}"[:200],
        added_at=timezone.now(),
        added_by=actor.user,
    )
    going_on = {row.pk: row for row in done.stood_on.rows.all()} if done.stood_on else {}
    known = {who: row.pk for who, row in _on_the_list(done).items()}
    fresh: list[ListedRating] = []
    for row in done.rows:
        if row.new is None:
            continue
        who = (row.person.name, row.person.member)
        if who in known:
            line = going_on[known[who]]
        else:
            line = ListedRating(name=row.person.name, name_key=name_key(row.person.name))
            fresh.append(line)
        line.member = (row.person.member or line.member)[:LONGEST_MEMBER]
        line.rating = row.new
        line.games = (
            None if line.games is None and row.old is not None else (line.games or 0) + row.games
        )
        line.deviation, line.volatility = row.after.deviation, row.after.volatility
        line.form = list(row.after.form)
        if row.games:
            line.last_played = day
    everybody = [*going_on.values(), *fresh]
    for line in everybody:
        line.pk, line.on_list = None, made
    ListedRating.objects.bulk_create(everybody, batch_size=1000)
    return made


def _on_the_list(done: RatedDivision) -> dict[tuple[str, str], ListedRating]:
    if done.stood_on is None:
        return {}
    return listed(done.stood_on, [(row.person.name, row.person.member) for row in done.rows])
