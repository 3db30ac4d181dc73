"""Publish, close and reopen rounds."""

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.actions.activity import Actor
from scoring.wording.phrases import comma_list, label_within_sentence
from tournament.actions.act import EditConflict, ReasonMissing, Refused, act
from tournament.actions.results.awards import award_bye, award_round_after_leaving
from tournament.actions.rounds.drafts import pairing_log_values
from tournament.models import Round
from tournament.models.rounds import Phase
from tournament.queries.rounds.drafts import publication_obstacles
from tournament.queries.rounds.rounds import boards_of, current_pairings, next_round_number
from tournament.queries.versions import version_of_pairings
from tournament.wording.log import say


def publish_round(actor: Actor, round_: Round, *, seen: str | None = None) -> Round:
    """Publish a draft, and award its byes and the results of withdrawn entries, except void ones.

    `seen` is the version (`version_of_pairings`) of the draft as shown, or None. Raise
    `EditConflict` for another version, and `Refused` if the round is not the next one, has
    already been published or no longer fits the players.
    """
    division = round_.division
    with act(actor, division) as action:
        round_ = Round.objects.select_for_update(no_key=True).get(pk=round_.pk)
        round_.division = division
        if round_.phase != Phase.DRAFT:
            raise Refused(_("{round} is already published.").format(round=round_))
        if (first := next_round_number(division)) != round_.number:
            raise Refused(
                _("Publish round {first} before round {number}.").format(
                    first=first, number=round_.number
                )
            )
        pairings = list(current_pairings(round_).select_related("first", "second"))
        version = version_of_pairings(pairings)
        if seen is not None and seen != version:
            raise EditConflict(
                _(
                    "The draft of {round} has changed since you opened this page, so it was not "
                    "published. Check it, then publish it."
                ).format(round=round_),
                now=pairings,
                version=version,
            )
        if faults := publication_obstacles(division, round_.number, pairings):
            raise Refused(
                _("{round} no longer fits the field: {reasons} Pair it again.").format(
                    round=round_, reasons=" ".join(faults)
                )
            )
        with action.undo_step(since=round_.number):
            round_.phase = Phase.PUBLISHED
            round_.published_at = timezone.now()
            round_.save(update_fields=["phase", "published_at"])
            for pairing in pairings:
                if pairing.second is None:
                    award_bye(actor, pairing, division.event.rules)
            for entry in division.entries.filter(withdrawn_after__lt=round_.number):
                entry.division = division
                if entry.missed_round_outcome != "void":
                    award_round_after_leaving(actor, division, round_, entry)
            action.log(
                "publish_round",
                say("publish_round", round=round_.number, division=division),
                after=pairing_log_values(pairings),
            )
    return round_


def close_round(actor: Actor, round_: Round) -> Round:
    """Close a round that has all its results.

    Raise `Refused` naming the boards that have no result or contradicting ones, or if the round is a
    draft or already closed.
    """
    division = round_.division
    with act(actor, division, exclusive=False) as action:
        round_ = Round.objects.select_for_update(no_key=True).get(pk=round_.pk)
        round_.division = division
        if round_.phase in (Phase.DRAFT, Phase.CLOSED):
            raise Refused(
                _("{round} is {phase} and cannot be closed.").format(
                    round=round_, phase=label_within_sentence(round_.get_phase_display())
                )
            )
        boards = boards_of(round_)
        missing = [str(board.pairing.board) for board in boards if board.is_missing]
        if missing:
            raise Refused(
                ngettext(
                    "{round} is missing {count} result: board {boards}.",
                    "{round} is missing {count} results: boards {boards}.",
                    len(missing),
                ).format(round=round_, count=len(missing), boards=comma_list(missing))
            )
        open_ = [str(board.pairing.board) for board in boards if board.beside]
        if open_:
            raise Refused(
                ngettext(
                    "Two results contradict each other on board {boards}. "
                    "Decide which one counts, then close the round.",
                    "Two results contradict each other on each of the boards {boards}. "
                    "Decide which ones count, then close the round.",
                    len(open_),
                ).format(boards=comma_list(open_))
            )
        with action.undo_step(phase_of=round_):
            round_.phase = Phase.CLOSED
            round_.closed_at = timezone.now()
            round_.save(update_fields=["phase", "closed_at"])
            action.log("close_round", say("close_round", round=round_.number, division=division))
    return round_


def reopen_round(actor: Actor, round_: Round, *, reason: str) -> Round:
    """Reopen a closed round, putting it back in play.

    Raise `ReasonMissing` if no reason is given, and `Refused` if the round is not closed.
    """
    division = round_.division
    reason = " ".join(reason.split())
    with act(actor, division, exclusive=False) as action:
        round_ = Round.objects.select_for_update(no_key=True).get(pk=round_.pk)
        round_.division = division
        if round_.phase != Phase.CLOSED:
            raise Refused(_("{round} is not closed.").format(round=round_))
        if not reason:
            raise ReasonMissing(
                _("{round} is closed. Give a reason to reopen it.").format(round=round_)
            )
        with action.undo_step(phase_of=round_):
            round_.phase = Phase.PLAYING
            round_.closed_at = None
            round_.save(update_fields=["phase", "closed_at"])
            action.log(
                "reopen_round",
                say("reopen_round", round=round_.number, division=division),
                reason=reason,
            )
    return round_


def mark_as_playing(round_: Round) -> None:
    """Mark a published round as in play at its first result or game, within a transaction."""
    if round_.phase == Phase.PUBLISHED:
        round_.phase = Phase.PLAYING
        round_.save(update_fields=["phase"])
