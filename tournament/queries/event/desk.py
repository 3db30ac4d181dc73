"""The director's next step in a division."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Exists, Q
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _lazy

from scoring.models import Activity
from tournament.models import Division, Entry, Membership, PlanLine, Round
from tournament.models.rounds import Phase
from tournament.queries.event.events import DivisionSummary
from tournament.queries.rounds.rounds import RoundSummary


class DeskStep(StrEnum):
    """A possible next step of the director in a division."""

    ADD_PLAYERS = "add_players"
    CHECK_IN = "check_in"
    MAKE_ROUND = "make_round"
    PUBLISH = "publish"
    ENTER_RESULTS = "enter_results"
    DECIDE = "decide"
    CLOSE = "close"
    FINISH = "finish"


@dataclass(frozen=True)
class NextStep:
    """The director's next step in a division.

    `number` is its round and `board` the board with two results to choose from, each 0 if there is
    none.
    """

    step: DeskStep
    number: int = 0
    board: int = 0


def next_step(
    rounds: Sequence[RoundSummary],
    players: int,
    rounds_planned: int | None = None,
    *,
    not_here: int = 0,
) -> NextStep:
    """Return the next step, given the rounds in order and the number of players.

    `not_here` is the number of players not checked in, 0 if check-in is not used; until the first
    round is published, checking them in comes first. Later rounds are paired with the players
    present. With fewer than two players, the step is to add players. Once all planned rounds are
    closed, only prizes and the end of the event remain; the step then names the round that could
    still be made.
    """
    active = (r for r in rounds if r.round.phase in (Phase.PUBLISHED, Phase.PLAYING))
    if first := next(active, None):
        number, contested = first.round.number, first.contested_board or 0
        return _step_in_round(number, is_missing=bool(first.missing), contested=contested)
    published = max((r.round.number for r in rounds if r.round.phase != Phase.DRAFT), default=0)
    is_drafted = any(r.round.number == published + 1 for r in rounds)
    return _step_between_rounds(published + 1, is_drafted, players, rounds_planned, not_here)


def next_step_of(summary: DivisionSummary) -> NextStep:
    """Return the next step in a division, given its summary."""
    if summary.active_boards:
        number = min(board.round for board in summary.active_boards)
        boards = [board for board in summary.active_boards if board.round == number]
        contested = next((board.number for board in boards if board.is_contested), 0)
        is_missing = not all(board.has_result for board in boards)
        return _step_in_round(number, is_missing=is_missing, contested=contested)
    number, planned = summary.current + 1, summary.division.rounds_planned
    return _step_between_rounds(
        number, summary.draft == number, summary.players, planned, summary.not_here
    )


def _step_in_round(number: int, *, is_missing: bool, contested: int) -> NextStep:
    if is_missing:
        return NextStep(DeskStep.ENTER_RESULTS, number)
    return NextStep(DeskStep.DECIDE if contested else DeskStep.CLOSE, number, contested)


def _step_between_rounds(
    number: int, is_drafted: bool, players: int, planned: int | None, not_here: int
) -> NextStep:
    if number == 1 and not_here and players > 1:
        return NextStep(DeskStep.CHECK_IN, number)
    if is_drafted:
        return NextStep(DeskStep.PUBLISH, number)
    if players < 2:
        return NextStep(DeskStep.ADD_PLAYERS)
    step = DeskStep.FINISH if planned and number > planned else DeskStep.MAKE_ROUND
    return NextStep(step, number)


@dataclass(frozen=True, slots=True)
class DeskPhase:
    """One phase of the work in a division, from setting up to finishing."""

    label: Promise
    is_done: bool
    is_current: bool


STEPS_BY_PHASE: tuple[tuple[Promise, tuple[DeskStep, ...]], ...] = (
    (_lazy("Set up"), (DeskStep.ADD_PLAYERS,)),
    (_lazy("Check in"), (DeskStep.CHECK_IN,)),
    (_lazy("Draft"), (DeskStep.MAKE_ROUND,)),
    (_lazy("Publish"), (DeskStep.PUBLISH,)),
    (_lazy("Playing"), (DeskStep.ENTER_RESULTS, DeskStep.DECIDE)),
    (_lazy("Close"), (DeskStep.CLOSE,)),
    (_lazy("Finish"), (DeskStep.FINISH,)),
)


def desk_phases(step: NextStep) -> list[DeskPhase]:
    """Return all phases of the work in a division in order, with the phase of this step marked."""
    here = next(place for place, (_, steps) in enumerate(STEPS_BY_PHASE) if step.step in steps)
    return [
        DeskPhase(label, place < here, place == here)
        for place, (label, _) in enumerate(STEPS_BY_PHASE)
    ]


@dataclass(frozen=True, slots=True)
class ChecklistItem:
    """One line of a new division's checklist, with the page it links to."""

    label: Promise
    screen: str
    is_done: bool
    is_optional: bool = False


def checklist(
    division: Division, rounds: Sequence[RoundSummary], players: int
) -> list[ChecklistItem]:
    """Return the tasks until the first round is closed, or an empty list after that.

    A word list that came with the rules does not count as chosen. Once round 1 is published, the check-in is
    left out if nobody has been checked in. One query.
    """
    first = rounds[0].round if rounds else None
    if first is not None and first.phase == Phase.CLOSED:
        return []
    published = first is not None and first.is_public
    chosen = Activity.objects.filter(scope=f"event:{division.event.slug}", verb="name_word_list")
    owned = Q(event=division.event_id, ended_at=None)
    planned, list_chosen, helpers, arrived = (
        Division.objects.filter(pk=division.pk)
        .values_list(
            Exists(PlanLine.objects.filter(division=division.pk)),
            Exists(chosen),
            Exists(Membership.objects.filter(owned)[1:]),
            Exists(Entry.objects.filter(division=division.pk).exclude(arrived_at=None)),
        )
        .get()
    )
    check_in = ChecklistItem(_lazy("Players checked in"), "check_in", arrived, True)
    return [
        ChecklistItem(_lazy("Players added"), "roster", players > 1),
        ChecklistItem(_lazy("Rounds planned"), "plan", planned or first is not None),
        ChecklistItem(_lazy("Word list chosen"), "word_list", list_chosen, True),
        ChecklistItem(_lazy("Helpers invited"), "helpers", helpers, True),
        *([check_in] if arrived or not published else []),
        ChecklistItem(_lazy("Round 1 paired"), "make_round", first is not None),
        ChecklistItem(_lazy("Round 1 published"), "division", published),
        ChecklistItem(
            _lazy("First result entered"),
            "results",
            first is not None and first.phase == Phase.PLAYING,
        ),
    ]


def round_to_show(
    rounds: Sequence[RoundSummary], number: int | None, *, drafts: bool
) -> RoundSummary | None:
    """Return round `number` if it is visible, else the round to show by default.

    That is the first active round, else the next draft, else the last closed round; None if there
    is none of these. `drafts` is whether drafts are visible.
    """
    visible = [r for r in rounds if drafts or r.round.is_public]
    for summary in visible:
        if summary.round.number == number:
            return summary
    for summary in visible:
        if summary.round.phase in (Phase.PLAYING, Phase.PUBLISHED):
            return summary
    next_draft = next((r for r in visible if r.round.phase == Phase.DRAFT), None)
    settled = [r for r in visible if r.round.phase == Phase.CLOSED]
    return next_draft or (settled[-1] if settled else None)


def accepts_results(round_: Round) -> bool:
    """Return whether results of the round can be entered without giving a reason."""
    return round_.phase in (Phase.PUBLISHED, Phase.PLAYING)
