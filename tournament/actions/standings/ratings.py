"""Rate a division and store the new ratings, and undo such a rating."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor
from scoring.actions.refusals import required_text
from scoring.wording.phrases import comma_list
from tournament.actions.act import Refused, act
from tournament.actions.people.clubs import name_with_date
from tournament.actions.people.rating_lists import mark_withdrawn
from tournament.engine.ratings.system import CannotRate, system_label
from tournament.engine.roster import name_key
from tournament.models import (
    Division,
    Entry,
    ListedRating,
    Rating,
    RatingChange,
    RatingList,
    RatingRun,
)
from tournament.queries.people.rating_lists import listed_ratings
from tournament.queries.standings.ratings import (
    RatedDivision,
    RatedRow,
    rated_division,
    update_list_row,
)
from tournament.queries.standings.starting_ratings import extra_figures
from tournament.wording.log import say
from tournament.wording.plugins import system_name
from tournament.wording.sentences import sentence


def set_career_games(actor: Actor, division: Division, games: Mapping[int, int]) -> tuple[str, ...]:
    """Store the number of rated career games, given by entry number, for entries that have none stored.

    Return the names of the changed entries. Raise `Refused` if there is nothing to store, or if an
    entry already has a different number.
    """
    with act(actor, division) as action:
        entries = list(
            Entry.objects.filter(division=division, number__in=games).select_related("player")
        )
        if differing := [
            entry for entry in entries if entry.career_games not in (None, games[entry.number])
        ]:
            raise Refused(
                " ".join(
                    _(
                        "{player} already has {count} career games. Change them on the player’s "
                        "page."
                    ).format(player=entry.name, count=entry.career_games)
                    for entry in differing
                )
            )
        changed = [entry for entry in entries if entry.career_games is None]
        if not changed:
            raise Refused(_("Nothing was changed."))
        with action.undo_step():
            for entry in changed:
                entry.career_games = games[entry.number]
            Entry.objects.bulk_update(changed, ["career_games"])
            names = tuple(entry.name for entry in changed)
            action.log(
                "set_career_games",
                say("set_career_games", division=division, players=names),
                before={entry.number: None for entry in changed},
                after={entry.number: entry.career_games for entry in changed},
            )
    return names


def rate_division(
    actor: Actor, division: Division, key: str = "", *, options: Mapping[str, Any] | None = None
) -> Rating:
    """Rate all rounds of a division with the system `key`, by default the division's own, and store the rating.

    Everybody's rating before and after is stored. In a club's event, a new list updates the club's last one
    with the new ratings. Raise `Refused` if the division has already been rated by that system, results are
    missing, there are no games, or the system or an option is unknown.
    """
    with act(actor, division, allow_closed=True) as action:
        try:
            rated = rated_division(division, key, options=options)
        except CannotRate as reason:
            raise Refused(sentence(reason.message)) from reason
        if Rating.objects.filter(division=division, system=rated.system, undone_at=None).exists():
            raise Refused(
                _(
                    "Division {division} has already been rated by {system}. Undo that rating "
                    "first."
                ).format(division=division, system=system_name(rated.system))
            )
        if rated.missing:
            boards = comma_list(
                _("round {round} board {board}").format(round=number, board=board)
                for number, board in rated.missing[:8]
            )
            raise Refused(
                _(
                    "Some games have no result: {boards}. Enter the missing results, or void the "
                    "pairings."
                ).format(boards=boards)
            )
        new_list = _create_next_club_list(actor, rated)
        rating = Rating.objects.create(
            division=division,
            system=rated.system,
            options=dict(options or {}),
            through=rated.through,
            stood_on=rated.stood_on,
            list_called=rated.starting.list_called[:100],
            made=new_list,
            rated_at=timezone.now(),
            rated_by=actor.user,
        )
        store_rating_changes(rating, rated.rows)
        action.log(
            "rate_division",
            say(
                "rate_division_and_list",
                division=division,
                system=system_label(rated.system),
                round=rated.through,
                name=new_list.name,
            )
            if new_list
            else say(
                "rate_division",
                division=division,
                system=system_label(rated.system),
                round=rated.through,
            ),
            after={
                "system": rated.system,
                "ratings": {row.person.number: [row.old, row.new] for row in rated.rows},
            },
        )
    return rating


def store_rating_changes(rating: Rating, rows: Sequence[RatedRow]) -> None:
    """Store everybody's rating before and after, in the caller's transaction."""
    RatingChange.objects.bulk_create(
        RatingChange(
            of=rating,
            entry_id=row.person.entry_id,
            old=row.old,
            new=row.new,
            games=row.games,
            performance=row.performance,
            deviation=row.after.deviation,
            volatility=row.after.volatility,
            form=list(row.after.form),
            came_with=extra_figures(row.before),
        )
        for row in rows
    )


def undo_rating(actor: Actor, rating: Rating, *, reason: str) -> Rating:
    """Undo a rating; its row stays, with the reason. Nothing happens if it has already been undone.

    The club's list that the rating created is withdrawn. Raise `Refused` if no reason is given, if a later
    rating or a rating run uses that list, or if the rating is part of a run.
    """
    reason = required_text(
        reason, _("Give a reason for undoing the rating; the reason is recorded.")
    )
    with act(actor, rating.division, reason=reason, allow_closed=True) as action:
        held = Rating.objects.select_for_update(no_key=True).get(pk=rating.pk)
        if held.undone_at is not None:
            return held
        if held.run_id is not None:
            raise Refused(
                _("This rating is part of a rating run. Undo the run, under Rating lists.")
            )
        require_list_unused(held.made)
        later = Rating.objects.filter(stood_on=held.made, undone_at=None) if held.made else None
        later_rating = (
            later.select_related("division__event").first() if later is not None else None
        )
        if later_rating is not None:
            raise Refused(
                _(
                    "{division} was rated with the list that this rating created. Undo that "
                    "division’s rating first."
                ).format(division=_division_label(later_rating.division))
            )
        if held.made is not None:
            mark_withdrawn(held.made, reason)
        held.undone_at, held.undone_why = timezone.now(), reason[:300]
        held.save(update_fields=["undone_at", "undone_why"])
        action.log(
            "undo_rating",
            say(
                "undo_rating",
                division=held.division,
                system=system_label(held.system),
                reason=reason,
            ),
        )
    return held


def require_list_unused(rating_list: RatingList | None) -> None:
    """Raise `Refused` if a rating run that has not been undone started from the list; None is always accepted."""
    run = RatingRun.objects.filter(stood_on=rating_list, undone_at=None).first()
    if rating_list is not None and run is not None:
        raise Refused(
            _("The rating run {run} used the list {list}. Undo the run first.").format(
                run=run, list=rating_list
            )
        )


def _division_label(division: Division) -> str:
    """Return the division with its event and date, since a club's sessions share a name."""
    event = division.event
    return _("Division {division} of {event}").format(
        division=division, event=name_with_date(event.name, event.date)
    )


def _create_next_club_list(actor: Actor, rated: RatedDivision) -> RatingList | None:
    """Create a rating list that updates the club's last one after this event; return None without a club."""
    event = rated.division.event
    if event.club is None:
        return None
    day = event.date or timezone.localdate()
    new_list = RatingList.objects.create(
        system=rated.system,
        name=_("{club} ratings").format(club=event.club)[:80],
        club=event.club,
        as_of=day,
        source=_("the ratings after {event}, division {division}").format(
            event=event, division=rated.division
        )[:200],
        added_at=timezone.now(),
        added_by=actor.user,
    )
    carried_on = {row.pk: row for row in rated.stood_on.rows.all()} if rated.stood_on else {}
    known = {who: row.pk for who, row in _listed_ratings(rated).items()}
    new_rows: list[ListedRating] = []
    for row in rated.rows:
        if row.new is None:
            continue
        who = (row.person.name, row.person.member)
        if who in known:
            line = carried_on[known[who]]
        else:
            line = ListedRating(name=row.person.name, name_key=name_key(row.person.name))
            new_rows.append(line)
        update_list_row(line, row, day)
    all_rows = [*carried_on.values(), *new_rows]
    for line in all_rows:
        line.pk, line.on_list = None, new_list
    ListedRating.objects.bulk_create(all_rows, batch_size=1000)
    return new_list


def _listed_ratings(rated: RatedDivision) -> dict[tuple[str, str], ListedRating]:
    if rated.stood_on is None:
        return {}
    return listed_ratings(
        rated.stood_on, [(row.person.name, row.person.member) for row in rated.rows]
    )
