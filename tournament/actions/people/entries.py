"""Add players to a division, and remove players entered by mistake."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from django.db import connection, transaction
from django.db.models import Case, Max, ProtectedError, Q, When
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.actions.activity import Actor
from scoring.models.guard import allow_removal
from scoring.wording.phrases import and_list
from tournament.actions.act import Action, Refused, act
from tournament.actions.results.awards import award_missed_round
from tournament.engine.message import Message
from tournament.engine.roster import (
    Refusal,
    RosterLine,
    duplicate_entry_message,
    name_key,
    read_roster,
)
from tournament.models import Division, Entry, Pairing, Penalty, Player, ResultEntry, Round
from tournament.models.rounds import Phase
from tournament.queries.people.check_in import drafts_with_entry, has_taken_part
from tournament.queries.people.persons import persons_by_name_key
from tournament.signals import entries_added
from tournament.wording.log import say
from tournament.wording.sentences import sentence
from tournament.wording.typed_words import player_in_english


@dataclass(frozen=True)
class RosterAddition:
    """The result of a pasted roster: the new entries, and every line as it was understood."""

    entries: tuple[Entry, ...]
    lines: tuple[RosterLine, ...]


def preview_roster(division: Division, text: str) -> list[RosterLine]:
    """Return how `add_players` would read `text` now; nothing is saved. Three queries.

    Players in another division of the event are refused unless they have withdrawn there.
    """
    known = Player.objects.values_list("name", flat=True)
    places = {
        entry.player_id: (entry.player.name, refusal)
        for entry in Entry.objects.filter(division__event=division.event_id)
        .select_related("player", "division")
        .order_by(Case(When(division=division, then=1), default=0))
        if (refusal := _refusal_for(entry, division))
    }
    present = dict(places.values())
    also_called = Player.objects.filter(merged_into__in=places)
    for other in also_called:
        if other.merged_into_id is not None:
            present[other.name] = places[other.merged_into_id][1]
    first = division.event.rules.family_first
    return read_roster(text, present, known, family_first=first, in_english=player_in_english)


def preview_names(text: str, *, family_first: bool) -> list[RosterLine]:
    """Return how the players of a new event would be read; nothing is saved. One query."""
    known = Player.objects.values_list("name", flat=True)
    return read_roster(text, (), known, family_first=family_first, in_english=player_in_english)


def _refusal_for(entry: Entry, division: Division) -> Refusal | None:
    """Return a function from a name to the message that refuses the person of `entry`.

    Return None if they can be added, because they withdrew from another division.
    """
    own, where = entry.division_id == division.pk, str(entry.division)
    if entry.withdrawn_after is None:
        if own:
            return duplicate_entry_message
        return lambda name: Message("in_other_division", player=name, division=where)
    if own:
        return lambda name: Message("here_withdrawn", player=name, division=where)
    return None


def add_players(actor: Actor, division: Division, text: str) -> RosterAddition:
    """Enter all players understood in the pasted `text`, highest rating first.

    A person known from an earlier event is not created again. Rounds already published are awarded
    as a bye, a forfeit or void, according to the event's rules. Raise `Refused` if no line can be
    added.
    """
    with act(actor, division, whole_event=True) as action:
        lines = preview_roster(division, text)
        rows = [row for row in lines if row.is_valid]
        if not rows:
            problems = [sentence(row.problem) for row in lines if row.problem]
            raise Refused(
                " ".join(problems[:3])
                or _(
                    "This list contains no players. Write one player per line, “Last, First” or "
                    "“First Last”, followed by the rating if there is one."
                )
            )
        entries = enter_players(action, rows, find_or_create_players(rows))
    return RosterAddition(tuple(entries), tuple(lines))


def enter_players(
    action: Action,
    rows: list[RosterLine],
    players: Mapping[str, Player],
    *,
    by_initials: Collection[str] = (),
    entered: Callable[[Sequence[Entry]], object] | None = None,
) -> list[Entry]:
    """Enter the people of `rows` in the action's division, highest rating first.

    There is one undo step and one log entry. `players` has the person of every row by name key;
    those in `by_initials` are shown in public by initials. `entered` is called with the new
    entries.
    """
    division = action.division
    assert division is not None, "players are entered in a division"
    rows = sorted(rows, key=lambda row: (row.rating is None, -(row.rating or 0)))
    rows = _distinct_rows(rows, players)
    number = division.entries.aggregate(last=Max("number"))["last"] or 0
    now = timezone.now()
    with action.undo_step():
        entries = Entry.objects.bulk_create(
            Entry(
                division=division,
                player=players[name_key(row.name)],
                number=number + place,
                rating=row.rating,
                member=row.member,
                rating_class=row.rating_class,
                team=row.team,
                by_initials=name_key(row.name) in by_initials,
                added_at=now,
                extras=_tsh_extras(row),
            )
            for place, row in enumerate(rows, start=1)
        )
        entries_added.send(Entry, event=division.event, entries=entries)
        if entered is not None:
            entered(entries)
        for round_ in Round.objects.filter(division=division).exclude(phase=Phase.DRAFT):
            for entry in entries:
                award_missed_round(action.actor, division, round_, entry)
        action.log(
            "add_players",
            say("add_players", players=len(entries), division=division),
            after=[
                {"number": entry.number, "name": entry.name, "rating": entry.rating}
                | ({"member": entry.member} if entry.member else {})
                | ({"class": entry.rating_class} if entry.rating_class else {})
                | ({"team": entry.team} if entry.team else {})
                for entry in entries
            ],
        )
    return entries


def _tsh_extras(row: RosterLine) -> dict[str, list[list[str]]]:
    """Return the country and club of a line under their tsh names, or an empty dict; this program does not use them."""
    tags = [["country", row.country], ["club", row.club]]
    known = [tag for tag in tags if tag[1]]
    return {"tags": known} if known else {}


def _distinct_rows(rows: list[RosterLine], players: Mapping[str, Player]) -> list[RosterLine]:
    """Return the rows without those that name the same person again under a merged name."""
    first: dict[int, RosterLine] = {}
    for row in rows:
        first.setdefault(players[name_key(row.name)].pk, row)
    return list(first.values())


def find_or_create_players(rows: list[RosterLine]) -> dict[str, Player]:
    """Return the person of every row by name key; unknown people are created."""
    known = persons_by_name_key([name_key(row.name) for row in rows])
    now = timezone.now()
    new_players = Player.objects.bulk_create(
        Player(name=row.name, sort_name=row.sort_name, name_key=name_key(row.name), created_at=now)
        for row in rows
        if name_key(row.name) not in known
    )
    return known | {player.name_key: player for player in new_players}


def remove_entry(actor: Actor, entry: Entry, *, reason: str = "") -> None:
    """Remove an entry that never had an opponent, together with the results awarded for rounds it missed.

    A person in no other event is removed too. The number is not reused while a higher one exists.
    Raise `Refused` with every reason.
    """
    division = entry.division
    with act(actor, division, reason=reason) as action:
        entry = Entry.objects.select_related("player").get(pk=entry.pk)
        reasons = []
        if has_taken_part(entry):
            reasons.append(
                _(
                    "{player} has been paired and cannot be removed. Withdraw the player "
                    "instead, so the history stays complete."
                ).format(player=entry.name)
            )
        if drafts := drafts_with_entry(entry, 0):
            reasons.append(
                ngettext(
                    "The draft of round {rounds} includes {player}. Change it or pair it again "
                    "first.",
                    "The drafts of rounds {rounds} include {player}. Change them or pair them "
                    "again first.",
                    len(drafts),
                ).format(rounds=and_list(drafts), player=entry.name)
            )
        if Penalty.objects.filter(entry=entry).exists():
            reasons.append(
                _(
                    "{player} has a penalty and cannot be removed. Withdraw the player instead."
                ).format(player=entry.name)
            )
        if reasons:
            raise Refused(" ".join(reasons))
        person = entry.player
        own = Pairing.objects.filter(Q(first=entry) | Q(second=entry))
        missed = own.exclude(round__phase=Phase.DRAFT)
        stale = own.filter(round__phase=Phase.DRAFT).exclude(replaced_at=None)
        try:
            with transaction.atomic(), allow_removal(connection):
                ResultEntry.objects.filter(pairing__in=missed).delete()
                missed.delete()
                stale.delete()
                entry.delete()
        except ProtectedError as used:
            raise Refused(
                _(
                    "Other data of this event still refers to {player}. Withdraw the player "
                    "instead."
                ).format(player=person.name)
            ) from used
        _remove_unused_player(person)
        action.log(
            "take_out",
            say("take_out", player=person.name, division=division),
            before={"number": entry.number, "name": person.name, "rating": entry.rating},
        )


def _remove_unused_player(person: Player) -> None:
    """Remove a person without entries, unless something else refers to them."""
    if person.entries.exists():
        return
    try:
        with transaction.atomic():
            Player.objects.filter(pk=person.pk).delete()
    except ProtectedError:
        return
