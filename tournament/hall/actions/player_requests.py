"""Record and settle players' requests to the director, and open and end kiosks."""

import secrets

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor
from scoring.wording.sentence import Sentence
from tournament.actions.act import Refused, act
from tournament.actions.people.withdrawals import withdraw
from tournament.hall.actions.player_codes import player_as_actor
from tournament.hall.models import Kiosk, PlayerCode, PlayerRequest
from tournament.hall.queries.player_codes import code_of
from tournament.models import Entry, Event, Pairing
from tournament.models.codes import new_player_code
from tournament.wording.log import say

Kind = PlayerRequest.Kind


def ask_director(
    code: PlayerCode, kind: str, *, pairing: Pairing | None = None, after: int | None = None
) -> PlayerRequest:
    """Record a player's request to the director, which the desk shows until it is settled.

    `pairing` is the player's current board, and `after` the last round of a player who wants to
    leave. If the request repeats an open one, return that; a request with another last round
    replaces it. Raise `Refused` for an unknown kind or an impossible round.
    """
    entry = code.entry
    if kind not in Kind.values:
        raise Refused(_("Choose what you need."))
    if kind == Kind.LEAVE and (after is None or not 0 < after < 1000):
        raise Refused(_("Choose the round after which you want to leave."))
    number = after if kind == Kind.LEAVE else pairing.round.number if pairing else None
    with act(player_as_actor(entry), entry.division, exclusive=False) as action:
        open_ = PlayerRequest.objects.filter(entry=entry, kind=kind, settled_at=None)
        known = open_.first()
        if known is not None and (kind != Kind.LEAVE or known.round_number == number):
            return known
        if known is not None:
            open_.update(settled_at=timezone.now())
        try:
            with transaction.atomic():
                request = PlayerRequest.objects.create(
                    entry=entry,
                    kind=kind,
                    round_number=number,
                    board=pairing.board if pairing else None,
                    at=timezone.now(),
                )
        except IntegrityError:  # simultaneous second request
            return PlayerRequest.objects.get(entry=entry, kind=kind, settled_at=None)
        action.log(
            "request", request_sentence(request), after={"number": entry.number, "kind": str(kind)}
        )
    return request


def mark_seen(actor: Actor, request: PlayerRequest) -> PlayerRequest:
    """Mark a request as seen by the desk. The player's page shows this. Raise `Refused` if it has been settled."""
    with act(actor, request.entry.division, exclusive=False) as action:
        held = _locked_request(request)
        if held.seen_at is None:
            held.seen_at = timezone.now()
            held.save(update_fields=["seen_at"])
            action.log("settle_request", say("request_seen", what=request_sentence(held)))
    return held


def settle_request(actor: Actor, request: PlayerRequest, *, accepted: bool) -> PlayerRequest:
    """Settle a request by accepting or declining it.

    Accepting a request to leave withdraws the player. If a request to play without a phone is
    accepted, that is stored with the player's code. Raise `Refused` if the request has already been
    settled, and the exceptions of `withdraw`.
    """
    division = request.entry.division
    with act(actor, division) as action:
        held = _locked_request(request)
        held.seen_at = held.seen_at or timezone.now()
        held.settled_at = timezone.now()
        held.accepted = accepted
        held.settled_by = actor.user
        held.save(update_fields=["seen_at", "settled_at", "accepted", "settled_by"])
        if accepted and held.kind == Kind.LEAVE:
            withdraw(actor, held.entry, after=held.round_number or 0)
        elif accepted and held.kind == Kind.NO_PHONE:
            PlayerCode.objects.filter(entry=held.entry).update(no_phone=True)
        what = request_sentence(held)
        if not held.needs_decision:
            sentence = say("request_done", what=what)
        elif accepted:
            sentence = say("request_granted", what=what)
        else:
            sentence = say("request_declined", what=what)
        action.log(
            "settle_request",
            sentence,
            after={"number": held.entry.number, "kind": str(held.kind), "accepted": accepted},
        )
    return held


def return_to_phone(actor: Actor, entry: Entry) -> PlayerCode | None:
    """Record that a player without a phone uses one again. Return the player's code, or None if there is none."""
    with act(actor, entry.division) as action:
        if PlayerCode.objects.filter(entry=entry, no_phone=True).update(no_phone=False):
            what = say("phone_again", player=entry.name)
            action.log("phone_again", what, after={"number": entry.number})
    return code_of(entry)


def request_sentence(request: PlayerRequest) -> Sentence:
    """Return the request as a sentence for the log and the desk."""
    player = request.entry.name
    if request.kind == Kind.LEAVE:
        return say("request_leave", player=player, round=request.round_number)
    if request.kind == Kind.NO_PHONE:
        return say("request_no_phone", player=player)
    if request.board is None:
        return say("request_no_board", player=player)
    if request.kind == Kind.CHALLENGE:
        return say("request_challenge", player=player, board=request.board)
    if request.kind == Kind.QUESTION:
        return say("request_question", player=player, board=request.board)
    return say("request_director", player=player, board=request.board)


def open_kiosk(actor: Actor, event: Event) -> Kiosk:
    """Create a code that turns a shared tablet into a kiosk of the event."""
    with act(actor, event) as action:
        kiosk = Kiosk.objects.create(
            event=event,
            code=new_player_code() + new_player_code(),
            secret=secrets.token_urlsafe(24),
            made_at=timezone.now(),
        )
        action.log("open_kiosk", say("open_kiosk", event=event))
    return kiosk


def end_kiosk(actor: Actor, kiosk: Kiosk) -> None:
    """End a kiosk, if it is still open."""
    with act(actor, kiosk.event) as action:
        if Kiosk.objects.filter(pk=kiosk.pk, ended_at=None).update(ended_at=timezone.now()):
            action.log("end_kiosk", say("end_kiosk", event=kiosk.event))


def _locked_request(request: PlayerRequest) -> PlayerRequest:
    held = (
        PlayerRequest.objects.select_for_update(of=("self",), no_key=True)
        .select_related("entry__player", "entry__division__event")
        .get(pk=request.pk)
    )
    if held.settled_at is not None:
        raise Refused(_("This request has already been settled. Reload the page."))
    return held
