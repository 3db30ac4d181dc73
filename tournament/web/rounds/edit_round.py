"""The page that edits a round by hand and checks it before saving."""

from collections.abc import Callable
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor
from tournament.actions.act import ReasonMissing, Refused
from tournament.actions.rounds.rearranging import rearrange_round, rearrangement_obstacles
from tournament.engine.message import Message
from tournament.engine.pairing.arrangement import Arrangement, InvalidRearrangement
from tournament.engine.pairing.request import PairingRequest
from tournament.engine.pairing.typed_pairs import parse_pairs
from tournament.models import Round
from tournament.queries.people.entries import division_field
from tournament.queries.rounds.drafts import (
    arrangement_of,
    arrangement_problems,
    arrangement_request,
    avoidable_concessions,
    begun_boards,
    problem_sentences,
)
from tournament.web.access import Permission, requires
from tournament.web.page import (
    find_division,
    find_round,
    page,
    parse_whole_number,
    select_list_part,
)
from tournament.web.perform import perform_after_snapshot
from tournament.web.rounds.pairings import round_address
from tournament.wording.log import say
from tournament.wording.sentences import refusal_sentence

MAX_ARRANGEMENT_LENGTH = 20_000
"""The maximum number of characters in an arrangement. An arrangement of 500 players needs about 3,000."""


@dataclass(frozen=True, slots=True)
class ArrangedPlayer:
    """A player on the page: the label, and the number submitted when the name is dragged."""

    number: int
    label: str
    changed: bool = False

    def __str__(self) -> str:
        return self.label


@dataclass(frozen=True)
class ArrangementRow:
    """One board of the arrangement."""

    board: int
    first: ArrangedPlayer
    second: ArrangedPlayer
    changed: bool
    begun: bool


@requires(Permission.DIRECT)
def edit_round(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """Show the round with the changes so far, and save them when “Save” is pressed.

    If saving is refused, the changes are kept unless the round has changed since the page was
    opened.
    """
    round_ = find_round(request, find_division(event, division), number)
    now = arrangement_of(round_)
    if request.method != "POST":
        return _render_page(request, round_, now, now)
    try:
        wanted = Arrangement.parse(request.POST.get("arrangement", "")[:MAX_ARRANGEMENT_LENGTH])
        seen = Arrangement.parse(request.POST.get("seen", "")[:MAX_ARRANGEMENT_LENGTH])
    except InvalidRearrangement:
        return _render_page(
            request,
            round_,
            now,
            now,
            error=_("The page was incomplete. Reload it and make your changes again."),
        )
    if request.POST.get("do") == "save":
        why = say("before_rearranging", round=number, division=round_.division)
        try:
            with perform_after_snapshot(request, why):
                rearrange_round(
                    Actor.for_user(request.user),
                    round_,
                    wanted,
                    seen=str(seen),
                    reason=request.POST.get("reason", ""),
                )
        except ReasonMissing as refused:
            return _render_page(request, round_, now, wanted, error=str(refused))
        except Refused as refused:
            return _render_page(
                request, round_, now, wanted if seen == now else now, error=str(refused)
            )
        messages.success(request, _("Round {number} has been changed.").format(number=number))
        return redirect(round_address(round_.division, number))
    error, typed = "", request.POST.get("typed", "")[:200]
    try:
        wanted = _apply_change(request, wanted, arrangement_request(round_))
        typed = ""
    except InvalidRearrangement as reason:
        error = refusal_sentence(reason)
    return _render_page(request, round_, now, wanted, error=error, typed=typed)


def _apply_change(request: HttpRequest, now: Arrangement, known: PairingRequest) -> Arrangement:
    """Return the arrangement after the requested change.

    Raise `InvalidRearrangement` for an unknown or impossible change, or if the player or board is not given.
    """
    do, _colon, board = request.POST.get("do", "").partition(":")

    def number(name: str) -> int:
        chosen = parse_whole_number(request.POST.get(name, ""), digits=4)
        if chosen is None:
            raise InvalidRearrangement(Message("choose_players_and_boards"))
        return chosen

    at = parse_whole_number(board, digits=4) or 0
    changes: dict[str, Callable[[], Arrangement]] = {
        "swap": lambda: now.swap(number("one"), number("other")),
        "move": lambda: now.move_pair(number("board"), number("to")),
        "look": lambda: now,
        "flip": lambda: now.flip(at),
        "unpair": lambda: now.unpair(at),
        "bye": lambda: now.give_bye(number("one")),
        "type": lambda: _apply_typed_change(request.POST.get("typed", "")[:200], now, known),
        "pair": lambda: now.pair(
            number("one"),
            number("other"),
            starts=known.starts,
            seed=known.seed,
            first_board=known.first_board,
        ),
    }
    if do not in changes:
        raise InvalidRearrangement(Message("choose_change"))
    return changes[do]()


def _apply_typed_change(text: str, now: Arrangement, known: PairingRequest) -> Arrangement:
    """Return the arrangement after a typed change such as `3 5` or `7 bye`.

    Raise `InvalidRearrangement` if the text is empty or not understood, or the change is impossible.
    """
    read = parse_pairs(text, known.names)
    if read.problems:
        raise InvalidRearrangement(*read.problems)
    if not read.pairs and not read.byes:
        raise InvalidRearrangement(Message("type_a_change"))
    for one, other in read.pairs:
        now = now.pair_at_seat(
            one, other, starts=known.starts, seed=known.seed, first_board=known.first_board
        )
    for number in read.byes:
        now = now.give_bye(number)
    return now


def _render_page(
    request: HttpRequest,
    round_: Round,
    now: Arrangement,
    wanted: Arrangement,
    *,
    error: str = "",
    typed: str = "",
) -> HttpResponse:
    division = round_.division
    names = {p.number: p.name for p in division_field(division).people}
    # An arrangement with an unknown entry does not come from this page.
    if not wanted.numbers <= set(names):
        wanted = now
    known = arrangement_request(round_)
    problems = arrangement_problems(known, now, wanted)
    begun = begun_boards(round_)
    changed = wanted != now
    waiting = _unseated_entries(known, wanted)
    wanted_all = Arrangement(wanted.seats, wanted.byes, waiting)
    refusals = rearrangement_obstacles(round_, now, wanted) if changed else []
    blocking = problem_sentences(problems, names, blocking=True) + refusals
    labels = {number: f"{number} {name}" for number, name in sorted(names.items())}
    seats, parts = select_list_part(request, wanted.seats)
    return page(
        request,
        "tournament/rounds/edit_round.html",
        {
            "division": division,
            "round": round_,
            "rows": [
                ArrangementRow(
                    board,
                    ArrangedPlayer(first, labels[first]),
                    ArrangedPlayer(second, labels[second]),
                    (board, first, second) not in now.seats,
                    board in begun,
                )
                for board, first, second in seats
            ],
            "parts": parts,
            "byes": [ArrangedPlayer(n, labels[n], n not in now.byes) for n in wanted.byes],
            "free": [ArrangedPlayer(n, labels[n]) for n in waiting],
            "waiting": [(n, labels[n]) for n in (*waiting, *wanted.byes)],
            "everybody": [(n, labels[n]) for n in sorted(wanted_all.numbers)],
            "arrangement": str(wanted_all),
            "seen": str(now),
            "changed": changed,
            "blocking": blocking,
            "warnings": [
                *problem_sentences(problems, names, blocking=False),
                *avoidable_concessions(known, wanted),
            ],
            "error": error,
            "typed": typed,
            "reason": request.POST.get("reason", ""),
            "locked": round_.phase == Round.Phase.CLOSED,
        },
        status=422 if error else 200,
    )


def _unseated_entries(known: PairingRequest, wanted: Arrangement) -> tuple[int, ...]:
    """Return the numbers of the entries that have neither a seat nor a bye in the arrangement.

    These are entries that are present in the round or were already waiting in the arrangement.
    """
    placed = {number for _board, *two in wanted.seats for number in two}.union(wanted.byes)
    there = set(known.present) | set(wanted.free)
    return tuple(sorted(there - placed))
