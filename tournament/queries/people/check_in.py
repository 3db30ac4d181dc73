"""Attendance: who is present or absent, and the situation that decides how an entry may withdraw or join."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Case, Count, Exists, OuterRef, Q, QuerySet, When

from tournament.engine.attendance import AttendanceSituation, matches_search
from tournament.engine.message import Message, messages_from_json
from tournament.engine.results import BYES, is_bye
from tournament.models import Division, Entry, Event, Pairing, Penalty, ResultEntry, Round
from tournament.models.results import ResultStatus
from tournament.models.rounds import Phase
from tournament.wording.alphabet import alphabetical_key
from tournament.wording.rounds import round_wording

MISSED = Message("missed")
"""The reason for a round missed because the entry was added later."""


def latest_round(division: Division) -> Round | None:
    """Return the latest round that is past its draft, or None. One query."""
    return (
        Round.objects.filter(division=division)
        .exclude(phase=Phase.DRAFT)
        .order_by("-number")
        .first()
    )


def situation_of(entry: Entry) -> AttendanceSituation:
    """Return the situation that decides how the entry may withdraw or join now.

    Before the first published round it contains only the name. At most four queries.
    """
    latest = latest_round(entry.division)
    if latest is None:
        return AttendanceSituation(name=entry.name)
    own = pairing_in(entry, latest)
    byes = byes_in(latest)
    result = _counting_result(own) if own else None
    alone = own is not None and own.second_id is None
    return AttendanceSituation(
        name=entry.name,
        round=latest.number,
        phase=latest.phase,
        board=own.board if own else None,
        has_begun=bool(own and not alone and (result is not None or own.game_id)),
        has_bye=bool(alone and result and is_bye(result.outcome)),
        has_no_opponent=alone,
        withdrawn=entry.withdrawn_after is not None and entry.withdrawn_after < latest.number,
        byes=tuple(bye.first.number for bye in byes if bye.first_id != entry.pk),
    )


def newcomer_situations(event: Event) -> dict[int, tuple[AttendanceSituation, str]]:
    """Return the result of `newcomer_situation` for each division of an event, by the division's primary key.

    Three queries.
    """
    latest: dict[int, Round] = {}
    past = Round.objects.filter(division__event=event).exclude(phase=Phase.DRAFT)
    for round_ in past.order_by("number"):
        latest[round_.division_id] = round_
    rows = Pairing.objects.filter(
        round__in=[round_.pk for round_ in latest.values()],
        replaced_at=None,
        second=None,
        results__standing=ResultStatus.COUNTS,
        results__outcome__in=BYES,
    )
    byes: dict[int, list[Entry]] = {}
    for row in rows.select_related("first__player").order_by("first__number"):
        byes.setdefault(row.round_id, []).append(row.first)
    situations = {}
    for key in Division.objects.filter(event=event).values_list("pk", flat=True):
        now = latest.get(key)
        situations[key] = _situation_after(now, byes.get(now.pk, []) if now else [])
    return situations


def newcomer_situation(division: Division) -> tuple[AttendanceSituation, str]:
    """Return the situation of a new player, and the name of the first player with the bye. Two queries.

    The name is empty if nobody has the bye.
    """
    latest = latest_round(division)
    return _situation_after(latest, [bye.first for bye in byes_in(latest)] if latest else [])


def _situation_after(
    latest: Round | None, alone: Sequence[Entry]
) -> tuple[AttendanceSituation, str]:
    """Return the situation of a new player after the latest round, in which `alone` have the bye."""
    if latest is None:
        return AttendanceSituation(name=round_wording("newcomer")), ""
    now = AttendanceSituation(
        name=round_wording("newcomer"),
        round=latest.number,
        phase=latest.phase,
        has_no_opponent=True,
        byes=tuple(entry.number for entry in alone),
    )
    return now, alone[0].name if alone else ""


def pairing_in(entry: Entry, round_: Round) -> Pairing | None:
    """Return the entry's current pairing in a round, or None. One query."""
    return (
        Pairing.objects.select_related("first__player", "second__player")
        .filter(Q(first=entry) | Q(second=entry), round=round_, replaced_at=None)
        .first()
    )


def has_taken_part(entry: Entry) -> bool:
    """Return whether the entry had an opponent, a bye or another award in any round past its draft.

    A round missed because the entry was added later does not count. One query.
    """
    own = Pairing.objects.filter(Q(first=entry) | Q(second=entry))
    rows = own.exclude(round__phase=Phase.DRAFT).values_list("second", "reasons")
    return any(
        second is not None or MISSED not in messages_from_json(reasons) for second, reasons in rows
    )


def byes_in(round_: Round) -> list[Pairing]:
    """Return the byes of a round by entry number. One query."""
    return list(
        Pairing.objects.filter(
            round=round_,
            replaced_at=None,
            second=None,
            results__standing=ResultStatus.COUNTS,
            results__outcome__in=BYES,
        )
        .select_related("first__player")
        .order_by("first__number")
    )


def drafts_with_entry(entry: Entry, after: int) -> list[int]:
    """Return the numbers of drafts after round `after` that pair the entry. One query."""
    return sorted(
        Pairing.objects.filter(
            Q(first=entry) | Q(second=entry),
            replaced_at=None,
            round__phase=Phase.DRAFT,
            round__number__gt=after,
        ).values_list("round__number", flat=True)
    )


def penalties_of_entry(entry: Entry) -> list[Penalty]:
    """Return all penalties of the entry, including revoked ones. One query."""
    return list(Penalty.objects.filter(entry=entry).select_related("entered_by"))


def _counting_result(pairing: Pairing) -> ResultEntry | None:
    return ResultEntry.objects.filter(pairing=pairing, standing=ResultStatus.COUNTS).first()


@dataclass(frozen=True)
class DivisionCheckIn:
    """The numbers of expected and missing players in a division, and the round that can be paired now."""

    division: Division
    expected: int
    missing: int
    round_to_pair: int | None
    """The number of the round that can be paired now.

    None if another round is active or drafted, all planned rounds have been paired, or there are
    fewer than two players.
    """

    @property
    def present_count(self) -> int:
        """The number of players present."""
        return self.expected - self.missing


@dataclass(frozen=True)
class CheckInOverview:
    """The entries that match a search, and the attendance in each division."""

    entries: Sequence[Entry]
    divisions: Sequence[DivisionCheckIn]
    never_checked_in: int = 0
    """The number of entries that withdrew without ever being checked in; they may still come."""

    @property
    def only_match(self) -> Entry | None:
        """The entry that pressing Enter in the search checks in or brings back, or None.

        It is the only match that is not checked in; if all are checked in, it is a single match
        that has withdrawn.
        """
        absent = [row for row in self.entries if row.arrived_at is None]
        if not absent and len(self.entries) == 1 and self.entries[0].withdrawn_after is not None:
            return self.entries[0]
        return absent[0] if len(absent) == 1 else None

    @property
    def expected_count(self) -> int:
        """The number of playing entries."""
        return sum(row.expected for row in self.divisions)

    @property
    def absent_count(self) -> int:
        """The number of playing entries that are absent."""
        return sum(row.missing for row in self.divisions)

    @property
    def present_count(self) -> int:
        """The number of players present."""
        return self.expected_count - self.absent_count


def seated_filter() -> Q:
    """Return a filter for entries with an opponent or a bye in a round past its draft; they count as present."""
    public = Pairing.objects.filter(replaced_at=None).exclude(round__phase=Phase.DRAFT)
    bye = Q(results__outcome__in=BYES, results__standing=ResultStatus.COUNTS)
    own = OuterRef("pk")
    as_first = Exists(public.filter(bye | Q(second__isnull=False), first=own))
    return Q(as_first) | Q(Exists(public.filter(second=own)))


def absent_filter() -> Q:
    """Return a filter for entries that are neither checked in nor seated in a round past its draft."""
    return Q(arrived_at=None) & ~seated_filter()


def _absence_expression() -> Case:
    """Return `absent_filter` as a boolean expression for annotating entries."""
    return Case(When(absent_filter(), then=True), default=False)


def entries_of(event: Event) -> list[Entry]:
    """Return all entries of the event by division and number, with player and division. One query."""
    return _attach_event(event, _entries(event))


def entries_with_attendance(event: Event) -> list[Entry]:
    """Return the entries of `entries_of` with `is_missing` set. One query."""
    entries: list[Entry] = []
    for entry in _entries(event).annotate(absent=_absence_expression()):
        entry.is_missing = entry.absent
        entries.append(entry)
    return _attach_event(event, entries)


def _entries(event: Event) -> QuerySet[Entry]:
    rows = Entry.objects.filter(division__event=event).select_related("player", "division")
    return rows.order_by("division__position", "division_id", "number")


def _attach_event(event: Event, rows: Iterable[Entry]) -> list[Entry]:
    """Return the rows as a list, each with its event set."""
    entries = list(rows)
    for entry in entries:
        entry.division.event = event
    return entries


def check_in_overview(
    event: Event, search: str = "", *, withdrawn: bool = False
) -> CheckInOverview:
    """Return the entries that match the search by name or number, and the attendance in each division.

    The entries are sorted by name; once anybody is checked in, absent ones come first. Players who
    withdrew after being checked in appear only in a search or if `withdrawn` is true. Those who withdrew
    without ever being checked in are listed, because they may still come. Three queries.
    """
    there = entries_with_attendance(event)
    arriving = any(entry.arrived_at for entry in there)
    entries = sorted(
        there,
        key=lambda entry: (
            arriving and not entry.is_missing,
            alphabetical_key(entry.player.sort_name),
            entry.division.position,
        ),
    )
    matching = [
        entry
        for entry in entries
        if matches_search(search, entry.player.name, entry.number)
        and (withdrawn or entry.withdrawn_after is None or not entry.arrived_at or search.strip())
    ]
    expected = [entry for entry in entries if entry.withdrawn_after is None]
    left_out = sum(e.withdrawn_after is not None and e.arrived_at is None for e in entries)
    return CheckInOverview(matching, _division_check_ins(event, expected), left_out)


def _division_check_ins(event: Event, expected: Sequence[Entry]) -> list[DivisionCheckIn]:
    rounds: dict[int, list[Round]] = {}
    paired = Round.objects.filter(division__event=event, pairings__replaced_at=None)
    for round_ in paired.distinct().order_by("number"):
        rounds.setdefault(round_.division_id, []).append(round_)
    rows = []
    for division in Division.objects.filter(event=event).order_by("position", "pk"):
        division.event = event
        there = [entry for entry in expected if entry.division_id == division.pk]
        played = rounds.get(division.pk, [])
        number = len(played) + 1
        settled = all(round_.phase == Phase.CLOSED for round_ in played)
        wanted = division.rounds_planned is None or number <= division.rounds_planned
        missing = sum(entry.is_missing for entry in there)
        can_pair = settled and wanted and len(there) > 1
        rows.append(DivisionCheckIn(division, len(there), missing, number if can_pair else None))
    return rows


def absent_counts(divisions: Iterable[Division] | QuerySet[Division]) -> dict[int, int]:
    """Return the number of absent entries by division key, for divisions that use check-in. One query."""
    rows = (
        Entry.objects.filter(division__in=divisions, withdrawn_after=None)
        .order_by()
        .values("division")
        .annotate(used=Count("arrived_at"), missing=Count("pk", filter=absent_filter()))
    )
    return {row["division"]: row["missing"] for row in rows if row["used"]}


def absent_entries(division: Division) -> list[Entry]:
    """Return the absent entries of a division by name; an empty list if check-in is not used. One query."""
    playing = Entry.objects.filter(division=division, withdrawn_after=None)
    rows = playing.select_related("player").annotate(absent=_absence_expression())
    if not any(entry.arrived_at for entry in rows):
        return []
    missing = [entry for entry in rows if entry.absent]
    return sorted(missing, key=lambda entry: alphabetical_key(entry.name))
