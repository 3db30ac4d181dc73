"""What is known of an entry besides its results: name, rating, numbers, class, team, board, payment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone

from scoring.actions.activity import Actor, log
from tournament.actions.act import (
    ReasonMissing,
    Refused,
    act,
    hold,
    refuse_when_changed,
    refuse_when_closed,
)
from tournament.engine.prizes.classes import MOST_CLASSES, Cut, cut, equal_parts, read_cuts
from tournament.engine.roster import RosterLine, clean, name_key, read_name
from tournament.models import Division, Entry, Player
from tournament.queries.people.check_in import latest_round
from tournament.queries.versions import version_of
from tournament.wording.log import say


class CannotDescribe(Refused):
    """What was asked cannot be; the sentence gives every reason."""


def about_entry(entry: Entry) -> dict[str, Any]:
    """What can be changed, as it is now."""
    return {
        "name": entry.player.sort_name,
        "rating": entry.rating,
        "member": entry.member,
        "rating_class": entry.rating_class,
        "team": entry.team,
        "fixed_board": entry.fixed_board,
        "owes": entry.owes,
        "paid": entry.paid_at is not None,
    }


def describe_entry(
    actor: Actor,
    entry: Entry,
    *,
    name: str | None = None,
    rating: int | None,
    member: str = "",
    rating_class: str = "",
    team: str = "",
    fixed_board: int | None = None,
    owes: str = "",
    paid: bool = False,
    reason: str = "",
    seen: str | None = None,
) -> Entry:
    """Change what is known of the entry; rounds already paired stay as they are.

    A `name` (None keeps it) is the person's, and corrected in every event. A name or a rating changed
    after a round is published needs a reason, for it stands on what was handed out.
    `seen` is the version of `about_entry` the form was made from, None where there was none. Raises
    `ChangedMeanwhile` with the values it would replace where that is another, `CannotDescribe` with
    every reason, `ReasonMissing` and `EventClosed`.
    """
    division = entry.division
    reason = " ".join(reason.split())
    with act(actor, division) as action:
        entry = Entry.objects.select_related("player").get(pk=entry.pk)
        entry.division = division
        before = about_entry(entry)
        called = _called(entry.player, name)
        wanted: dict[str, Any] = {
            "name": called.sort_name if called else before["name"],
            "rating": rating,
            "member": " ".join(member.strip().removeprefix("#").split()),
            "rating_class": " ".join(rating_class.split()),
            "team": " ".join(team.split()),
            "fixed_board": fixed_board,
            "owes": " ".join(owes.split()),
            "paid": paid,
        }
        changed = [key for key, value in wanted.items() if value != before[key]]
        if changed:
            refuse_when_changed(
                seen,
                version_of(before),
                what=f"What is known of {entry.name}",
                now={key: before[key] for key in changed},
            )
        reasons = [] if changed else ["Nothing is changed."]
        if called is not None:
            reasons += _why_not_called(entry.player, called)
        if fixed_board is not None and "fixed_board" in changed:
            others = division.entries.filter(fixed_board=fixed_board, withdrawn_after=None)
            reasons += [
                f"Board {fixed_board} is kept for {other.name} already."
                for other in others.select_related("player").exclude(pk=entry.pk)
            ]
        if "member" in changed and wanted["member"]:
            same = Entry.objects.filter(
                division__event=division.event_id, member=wanted["member"]
            ).exclude(player=entry.player_id)
            reasons += [
                f"Member number {other.member} is {other.name}'s already."
                for other in same.select_related("player")
            ]
        if reasons:
            raise CannotDescribe(" ".join(reasons))
        if "rating" in changed and not reason and latest_round(division) is not None:
            raise ReasonMissing("Rounds are published, and seeds hang on ratings. Say why.")
        if "name" in changed and not reason and latest_round(division) is not None:
            raise ReasonMissing("Rounds are published with the old name. Say why it is corrected.")
        what = [
            say("about_name", name=called.name) if called and key == "name" else say(f"about_{key}")
            for key in changed
        ]
        done = say("describe_entry", player=entry.name, division=division, what=what)
        with action.undo_step(person=entry):
            _save(entry, called, wanted, paid_changed="paid" in changed)
            action.log(
                "describe_entry",
                done,
                reason=reason,
                before={"number": entry.number} | {key: before[key] for key in changed},
                after={"number": entry.number} | {key: wanted[key] for key in changed},
            )
    return entry


def _save(
    entry: Entry, called: RosterLine | None, wanted: dict[str, Any], *, paid_changed: bool
) -> None:
    """Write what is wanted to the entry, and the name to the person."""
    columns = ["rating", "member", "rating_class", "team", "fixed_board", "owes"]
    for column in columns:
        setattr(entry, column, wanted[column])
    if paid_changed:
        entry.paid_at = timezone.now() if wanted["paid"] else None
    entry.save(update_fields=[*columns, "paid_at"])
    if called is not None:
        person = entry.player
        person.name, person.sort_name = called.name, called.sort_name
        person.name_key = name_key(called.name)
        person.save(update_fields=["name", "sort_name", "name_key"])


def _called(person: Player, name: str | None) -> RosterLine | None:
    """The name as it was understood; None where the person is called so already."""
    if name is None or clean(name) in (person.name, person.sort_name):
        return None
    read = read_name(name)
    if read.problem:
        raise CannotDescribe(read.problem)
    same = (read.name, read.sort_name) == (person.name, person.sort_name)
    return None if same else read


def _why_not_called(person: Player, called: RosterLine) -> list[str]:
    """Why the person cannot have that name: somebody else has it. One query."""
    others = Player.objects.filter(name_key=name_key(called.name)).exclude(pk=person.pk)
    if others.exclude(merged_into=person).exists():
        told = f"There is somebody called {called.name} already. If they are one person, make them"
        return [f"{told} one under “People entered twice”; if not, add a second name or a letter."]
    return []


class CannotCut(Refused):
    """The classes cannot be as asked; the sentence gives every reason."""


def cut_classes(actor: Actor, division: Division, text: str) -> list[Entry]:
    """Put everybody into the class of their rating: "A from 1600, B from 1200, C".

    An empty text takes everybody out of every class. Returns the entries whose class changed.
    Raises `CannotCut` with every reason, and `EventClosed`.
    """
    lines = read_cuts(text)
    if reasons := [f"“{line.text}”: {line.problem}" for line in lines if line.problem]:
        raise CannotCut(" ".join(reasons))
    return _cut(actor, division, [line.cut for line in lines if line.cut])


def cut_equally(actor: Actor, division: Division, parts: int) -> tuple[Cut, ...]:
    """Cut the division into `parts` classes as equal in number as equal ratings allow.

    Returns the cuts made. Raises `CannotCut` and `EventClosed`.
    """
    if not 1 <= parts <= MOST_CLASSES:
        raise CannotCut(f"A division is cut into 1 to {MOST_CLASSES} classes.")
    cuts = equal_parts(dict(division.entries.values_list("number", "rating")), parts)
    _cut(actor, division, cuts)
    return cuts


def _cut(actor: Actor, division: Division, cuts: Sequence[Cut]) -> list[Entry]:
    refuse_when_closed(division.event)
    with transaction.atomic():
        hold(division)
        entries = list(Entry.objects.filter(division=division).select_related("player"))
        found = cut({entry.number: entry.rating for entry in entries}, cuts)
        changed = [entry for entry in entries if entry.rating_class != found[entry.number]]
        if not changed:
            return []
        before = {entry.number: entry.rating_class for entry in changed}
        for entry in changed:
            entry.rating_class = found[entry.number]
        Entry.objects.bulk_update(changed, ["rating_class"])
        sizes = Counter(filter(None, found.values()))
        told = [say("class_size", name=each, players=sizes[each.name]) for each in cuts]
        log(
            actor,
            "cut_classes",
            say("cut_classes", division=division, classes=told)
            if cuts
            else say("no_classes", division=division),
            scope=division.scope,
            before=before,
            after={entry.number: entry.rating_class for entry in changed},
        )
    return changed
