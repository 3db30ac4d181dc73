"""The details of an entry: name, rating, member number, class, team, board and payment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor
from tournament.actions.act import ReasonMissing, Refused, act, refuse_when_changed
from tournament.engine.prizes.classes import (
    MAX_CLASSES,
    ClassCut,
    class_by_number,
    equal_class_cuts,
    read_rating_classes,
)
from tournament.engine.roster import RosterLine, name_key, normalize_text, read_name
from tournament.models import Division, Entry, Player
from tournament.queries.people.check_in import latest_round
from tournament.queries.versions import version_of
from tournament.wording.log import say
from tournament.wording.sentences import sentence


def details_of(entry: Entry) -> dict[str, Any]:
    """Return the current details, by parameter name of `update_entry`."""
    return {
        "name": entry.player.sort_name,
        "rating": entry.rating,
        "member": entry.member,
        "career_games": entry.career_games,
        "rating_class": entry.rating_class,
        "team": entry.team,
        "fixed_board": entry.fixed_board,
        "by_initials": entry.by_initials,
        "owes": entry.owes,
        "paid": entry.paid_at is not None,
    }


def update_entry(
    actor: Actor,
    entry: Entry,
    *,
    name: str | None = None,
    rating: int | None,
    member: str = "",
    career_games: int | None = None,
    rating_class: str = "",
    team: str = "",
    fixed_board: int | None = None,
    by_initials: bool = False,
    owes: str = "",
    paid: bool = False,
    reason: str = "",
    seen: str | None = None,
) -> Entry:
    """Change the details of the entry; rounds already paired are not affected.

    All details are replaced: an omitted argument clears its detail, but a `name` of None keeps the
    name. A name belongs to the person and is corrected in every event. Changing a name or rating
    after a round is published needs a reason, because both are on papers that have been handed out.
    `seen` is the version of `details_of` the form is based on, or None. Raise `EditConflict` with the
    values that would be replaced, `Refused` with every reason against the change, and `ReasonMissing`
    if a reason is needed.
    """
    division = entry.division
    reason = " ".join(reason.split())
    with act(actor, division) as action:
        entry = Entry.objects.select_related("player").get(pk=entry.pk)
        entry.division = division
        before = details_of(entry)
        rules = entry.division.event.rules
        renamed = parse_new_name(entry.player, name, family_first=rules.family_first)
        new: dict[str, Any] = {
            "name": renamed.sort_name if renamed else before["name"],
            "rating": rating,
            "career_games": career_games,
            "member": " ".join(member.strip().removeprefix("#").split()),
            "rating_class": " ".join(rating_class.split()),
            "team": " ".join(team.split()),
            "fixed_board": fixed_board,
            "by_initials": by_initials,
            "owes": " ".join(owes.split()),
            "paid": paid,
        }
        changed = [key for key, value in new.items() if value != before[key]]
        if changed:
            refuse_when_changed(
                seen,
                version_of(before),
                what=_("The profile of {player}").format(player=entry.name),
                now={key: before[key] for key in changed},
            )
        reasons = [] if changed else [_("Nothing was changed.")]
        if renamed is not None:
            reasons += rename_obstacles(entry.player, renamed)
        if fixed_board is not None and "fixed_board" in changed:
            others = division.entries.filter(fixed_board=fixed_board, withdrawn_after=None)
            reasons += [
                _("Board {board} is already reserved for {player}.").format(
                    board=fixed_board, player=other.name
                )
                for other in others.select_related("player").exclude(pk=entry.pk)
            ]
        if "member" in changed and new["member"]:
            same = Entry.objects.filter(
                division__event=division.event_id, member=new["member"]
            ).exclude(player=entry.player_id)
            reasons += [
                _("Member number {number} already belongs to {player}.").format(
                    number=other.member, player=other.name
                )
                for other in same.select_related("player")
            ]
        if reasons:
            raise Refused(" ".join(reasons))
        if "rating" in changed and not reason and latest_round(division) is not None:
            raise ReasonMissing(
                _("Rounds are published, and ratings affect the seeds. Give a reason.")
            )
        if "name" in changed and not reason and latest_round(division) is not None:
            raise ReasonMissing(
                _("Rounds are published with the old name. Give a reason for the correction.")
            )
        what = [
            say("about_name", name=renamed.name)
            if renamed and key == "name"
            else say(f"about_{key}")
            for key in changed
        ]
        summary = say("describe_entry", player=entry.name, division=division, what=what)
        with action.undo_step(person=entry):
            _save_details(entry, renamed, new, paid_changed="paid" in changed)
            action.log(
                "describe_entry",
                summary,
                reason=reason,
                before={"number": entry.number} | {key: before[key] for key in changed},
                after={"number": entry.number} | {key: new[key] for key in changed},
            )
    return entry


def _save_details(
    entry: Entry, renamed: RosterLine | None, new: dict[str, Any], *, paid_changed: bool
) -> None:
    """Save the new values of the entry and the name of the person."""
    columns = [
        "rating", "member", "career_games", "rating_class", "team", "fixed_board", "by_initials",
        "owes",
    ]  # fmt: skip
    for column in columns:
        setattr(entry, column, new[column])
    if paid_changed:
        entry.paid_at = timezone.now() if new["paid"] else None
    entry.save(update_fields=[*columns, "paid_at"])
    if renamed is not None:
        save_name(entry.player, renamed)


def save_name(person: Player, renamed: RosterLine) -> None:
    """Save the person's new name."""
    person.name, person.sort_name = renamed.name, renamed.sort_name
    person.name_key = name_key(renamed.name)
    person.save(update_fields=["name", "sort_name", "name_key"])


def parse_new_name(person: Player, name: str | None, *, family_first: bool) -> RosterLine | None:
    """Return the name as it was understood, or None if `name` is None or changes nothing.

    Raise `Refused` if it is unreadable.
    """
    if name is None or normalize_text(name) in (person.name, person.sort_name):
        return None
    read = read_name(name, family_first=family_first)
    if read.problem:
        raise Refused(sentence(read.problem))
    same = (read.name, read.sort_name) == (person.name, person.sort_name)
    return None if same else read


def rename_obstacles(person: Player, renamed: RosterLine) -> list[str]:
    """Return the reasons why the person cannot have that name; empty unless another person has it. One query."""
    others = Player.objects.filter(name_key=name_key(renamed.name)).exclude(pk=person.pk)
    if others.exclude(merged_into=person).exists():
        return [
            _(
                "There is already a person called {name}. If both are the same person, merge them "
                "under “People entered twice”; if not, add a middle name or an initial."
            ).format(name=renamed.name)
        ]
    return []


def assign_classes(actor: Actor, division: Division, text: str) -> list[Entry]:
    """Put everybody into the class for their rating according to `text`: "A from 1600, B from 1200, C".

    An empty string removes all classes. Return the entries whose class changed. Raise `Refused`
    with every reason.
    """
    lines = read_rating_classes(text)
    if reasons := [
        _("“{line}”: {problem}").format(line=line.text, problem=sentence(line.problem))
        for line in lines
        if line.problem
    ]:
        raise Refused(" ".join(reasons))
    return _apply_cuts(actor, division, [line.cut for line in lines if line.cut])


def divide_into_classes(actor: Actor, division: Division, parts: int) -> tuple[ClassCut, ...]:
    """Divide the division into `parts` classes, as equal in size as possible without separating equal ratings.

    Return the cuts. Raise `Refused` if `parts` is not from 1 to `MAX_CLASSES`.
    """
    if not 1 <= parts <= MAX_CLASSES:
        raise Refused(_("A division can have 1 to {most} classes.").format(most=MAX_CLASSES))
    cuts = equal_class_cuts(dict(division.entries.values_list("number", "rating")), parts)
    _apply_cuts(actor, division, cuts)
    return cuts


def _apply_cuts(actor: Actor, division: Division, cuts: Sequence[ClassCut]) -> list[Entry]:
    with act(actor, division) as action:
        entries = list(Entry.objects.filter(division=division).select_related("player"))
        classes = class_by_number({entry.number: entry.rating for entry in entries}, cuts)
        changed = [entry for entry in entries if entry.rating_class != classes[entry.number]]
        if not changed:
            return []
        before = {entry.number: entry.rating_class for entry in changed}
        for entry in changed:
            entry.rating_class = classes[entry.number]
        Entry.objects.bulk_update(changed, ["rating_class"])
        counts = Counter(filter(None, classes.values()))
        sizes = [say("class_size", name=part, players=counts[part.name]) for part in cuts]
        action.log(
            "cut_classes",
            say("cut_classes", division=division, classes=sizes)
            if cuts
            else say("no_classes", division=division),
            before=before,
            after={entry.number: entry.rating_class for entry in changed},
        )
    return changed
