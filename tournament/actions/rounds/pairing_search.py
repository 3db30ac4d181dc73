"""The inputs for pairing a round, and the search for its pairs outside the lock.

The search takes seconds in a large division, so it runs before the action locks the division. Under
the lock the inputs are read again, and the result is used if they are unchanged, since it depends
on nothing else.
"""

import logging
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.subprocesses import run_stoppable
from scoring.wording.phrases import comma_list, label_within_sentence
from tournament.actions.act import EditConflict, ReasonMissing, Refused, refuse_when_closed
from tournament.engine.pairing.method import CannotPair, all_methods
from tournament.engine.pairing.plan import Plan
from tournament.engine.pairing.planning import plan_round
from tournament.engine.pairing.request import PairingRequest
from tournament.models import Division, Pairing, Round
from tournament.models.rounds import Phase, new_seed
from tournament.queries.rounds.drafts import (
    BY_THE_PLAN,
    PairingChoice,
    line_and_options,
    pair_again_obstacles,
)
from tournament.queries.rounds.pairing import RoundPreview, pairing_context
from tournament.queries.rounds.rounds import current_pairings
from tournament.queries.standings.standings import first_incomplete_round
from tournament.queries.versions import version_of_pairings
from tournament.wording.sentences import refusal_sentence

logger = logging.getLogger(__name__)

MAX_FOREGROUND_PLAYERS = 200
"""Number of players above which a round is paired in another process with a progress bar.

Up to this number the search takes at most half a second; above it, many seconds are possible, and
the library blocks all threads of its process.
"""

MAX_UNLOCKED_SEARCHES = 3
"""Number of searches outside the lock. If the inputs change during each, a last search runs under the lock."""
Done = TypeVar("Done")


class RoundNotPlanned(Refused):
    """The round is not planned, and no method is given."""


class SearchOutdated(Exception):
    """The inputs have changed since the search; `inputs` are the current ones."""

    def __init__(self, inputs: "PairingInputs") -> None:
        super().__init__()
        self.inputs = inputs


@dataclass(frozen=True)
class PairingInputs:
    """Everything that a pairing depends on."""

    method: str
    options: Mapping[str, Any]
    request: PairingRequest
    source_round: int | None = None
    """The number of the round whose standings are used, as stored with the paired round."""

    @property
    def is_slow_search(self) -> bool:
        """Whether the search takes so long that it needs a progress bar."""
        return len(self.request.present) > MAX_FOREGROUND_PLAYERS

    def search(self) -> "PairingSearchResult":
        """Return the pairs, without any queries.

        Raise `Refused` for a round without players, or if it cannot be paired.
        """
        if not self.request.present:
            raise Refused(
                _(
                    "Round {round} has no players: every player has withdrawn or is left out. "
                    "Bring a player back or add players first."
                ).format(round=self.request.round)
            )
        try:
            plan, problems = plan_round(self.request, self.method, self.options)
        except CannotPair as reason:
            if reason.__cause__ is not None:
                logger.exception(
                    "Round %s by %s could not be paired.", self.request.round, self.method
                )
            raise Refused(refusal_sentence(reason)) from reason
        preview = RoundPreview(plan, problems, self.request.names, self.request)
        if preview.blocking_reasons:
            raise Refused(" ".join(preview.blocking_reasons))
        return PairingSearchResult(self, plan)

    def search_in_background(
        self, on_poll: Callable[[], object] = lambda: None
    ) -> "PairingSearchResult":
        """Search as `search` does, but in another process if that takes long.

        `on_poll` is called meanwhile, and cancels the search by raising an exception.
        """
        return run_stoppable(self.search, on_poll=on_poll) if self.is_slow_search else self.search()


@dataclass(frozen=True)
class PairingSearchResult:
    """The pairs of a round with the inputs of the search; valid while these are unchanged."""

    inputs: PairingInputs
    plan: Plan


def search_and_pair(
    inputs: PairingInputs,
    pair: Callable[[PairingSearchResult | None], Done],
    on_poll: Callable[[], object] = lambda: None,
) -> Done:
    """Search, and call `pair` with the result; repeat the search if the inputs have changed.

    After `MAX_UNLOCKED_SEARCHES` attempts, `pair` is called with None and searches under the lock. May raise the
    exceptions of `search_in_background` and `pair`.
    """
    for _time in range(MAX_UNLOCKED_SEARCHES):
        try:
            return pair(inputs.search_in_background(on_poll))
        except SearchOutdated as changed:
            inputs = changed.inputs
    return pair(None)


def pairing_inputs(
    division: Division,
    number: int,
    how: PairingChoice = BY_THE_PLAN,
    *,
    reason: str = "",
    seen: str | None = None,
    absent: Collection[int] = (),
) -> PairingInputs:
    """Return the inputs for pairing round `number` without the entries whose numbers are `absent`.

    Nothing is changed. The arguments and exceptions are as for `pair_round`, except for problems
    that only the search finds. If no seed is given, one is drawn.
    """
    refuse_when_closed(division.event)
    existing = Round.objects.filter(division=division, number=number).first()
    _refuse_wrong_round(division, number, existing)
    refuse_outdated_version(existing, seen)
    planned = line_and_options(division, number, how, absent)
    if planned is None:
        raise RoundNotPlanned(
            _(
                "The plan of division {division} does not include round {number}. Choose a "
                "method, or plan the round."
            ).format(division=division, number=number)
        )
    line, options = planned
    source = line.source.source_round_for(number)
    if existing is not None and existing.phase != Phase.DRAFT:
        existing.division = division
        _check_may_pair_again(existing, reason)
    method = all_methods().get(line.method)
    if method is None or method.uses_standings:
        _refuse_missing_results(division, number, source)
    request = pairing_context(division, absent=absent, after=number - 1).request(
        number, new_seed() if how.seed is None else how.seed, source_round=source, fixed=how.fixed
    )
    if method is not None and method.reads_no_results:
        request = request.without_later_scores
    return PairingInputs(line.method, options, request, source)


def refuse_outdated_version(existing: Round | None, seen: str | None) -> None:
    """Raise `EditConflict` if the version `seen` is not the round's current one; None accepts every version."""
    pairings = list(current_pairings(existing)) if existing is not None and seen is not None else []
    version = version_of_pairings(pairings)
    if seen is not None and seen != version:
        raise EditConflict(
            _(
                "The round has been paired or changed since you opened this page, so it was not "
                "paired again. Check it first."
            ),
            now=pairings,
            version=version,
        )


def _refuse_wrong_round(division: Division, number: int, existing: Round | None) -> None:
    if existing is not None and current_pairings(existing).exists():
        return
    made = Pairing.objects.filter(round__division=division, replaced_at=None)
    last = max(made.values_list("round__number", flat=True), default=0)
    if number < 1:
        raise Refused(_("Rounds are numbered from 1."))
    if number > last + 1:
        raise Refused(
            _("Round {first} is not paired yet. Pair it before round {number}.").format(
                first=last + 1, number=number
            )
        )


def _refuse_missing_results(division: Division, number: int, source: int) -> None:
    if source >= number:
        raise Refused(
            _(
                "Round {number} cannot be paired on the standings after round {source}. Choose "
                "an earlier round."
            ).format(number=number, source=source)
        )
    missing = first_incomplete_round(division, source)
    if not missing:
        return
    at, boards = missing
    if boards is None:
        reason = _("Round {round} is still a draft.").format(round=at)
    else:
        reason = ngettext(
            "Round {round} has no result yet on board {boards}.",
            "Round {round} has no result yet on boards {boards}.",
            len(boards),
        ).format(round=at, boards=comma_list(boards))
    advice = _(
        "Round {number} is paired on the standings after round {source}. Enter the results, or "
        "use the standings after an earlier round."
    ).format(number=number, source=source)
    raise Refused(f"{reason} {advice}")


def _check_may_pair_again(round_: Round, reason: str) -> None:
    """Raise `Refused` if a published round cannot be paired again, or `ReasonMissing` if no reason is given."""
    if reasons := pair_again_obstacles(round_):
        raise Refused(" ".join(reasons))
    if not reason.strip():
        raise ReasonMissing(
            _(
                "{round} is {phase}, so players have seen it. Give a reason for pairing it again."
            ).format(round=round_, phase=label_within_sentence(round_.get_phase_display()))
        )
