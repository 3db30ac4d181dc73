"""Share a person with another organisation by consent, and end the sharing.

Each organisation logs its own steps and the other's. Only the name, the member number and whether
the person is a minor are shared, not contact details, results or anything else.
"""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor, log
from scoring.models import Organisation
from scoring.tenancy import tenant
from scoring.wording.sentence import Sentence
from tournament.actions.act import Refused
from tournament.actions.people.persons import act_on_person
from tournament.federation.models import Contact, SharedPerson
from tournament.models import Entry, Player
from tournament.wording.log import say

MAX_ACCEPTANCE_DELAY = timedelta(minutes=1)
"""The maximum time between creating a person and accepting the offer, if the person was created for it."""


def offer_person(actor: Actor, player: Player, *, to: str, how: str) -> SharedPerson:
    """Offer a person to the organisation with this name; `how` describes the person's consent.

    The name must be typed, so that the other organisations are not revealed. Raise `Refused` if the
    organisation is unknown, `how` is empty, or the person has already been offered.
    """
    how = " ".join(how.split())
    organisation = Organisation.objects.filter(name__iexact=" ".join(to.split())).first()
    if not to.strip() or organisation is None or organisation.pk == player.organisation_id:
        raise Refused(
            _("There is no other organisation “{name}” on this server.").format(name=to.strip())
        )
    if not how:
        raise Refused(_("Say how the person agreed, such as “on the entry form of 3 May”."))
    with act_on_person(actor, player) as action:
        Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        if SharedPerson.objects.filter(player=player, to=organisation, ended_at=None).exists():
            raise Refused(
                _("{player} has already been offered to {organisation}.").format(
                    player=player, organisation=organisation
                )
            )
        share = SharedPerson.objects.create(
            player=player, to=organisation, consent_how=how, offered_by=actor.name, offered_at=timezone.now()
        )  # fmt: skip
        action.log(
            "offer_person",
            say("offer_person", player=player, organisation=organisation, how=how),
            after={"person": player.pk},
        )
    return share


def accept_person(actor: Actor, share: SharedPerson) -> Player:
    """Accept an offered person, and return the person of the receiving organisation.

    An existing person with the same name is used, as when names are typed. Raise `Refused` if the
    offer has already been accepted or has ended.
    """
    with transaction.atomic(), tenant(share.to_id):
        held = _locked_share(share)
        if held.accepted_at is not None:
            raise Refused(_("{player} has already been accepted.").format(player=held.player))
        offered = held.player
        known = Player.objects.filter(name_key=offered.name_key).order_by("id").first()
        own = (known.merged_into or known) if known else None
        if own is None:
            own = Player.objects.create(
                name=offered.name,
                sort_name=offered.sort_name,
                name_key=offered.name_key,
                is_minor=offered.is_minor,
                created_at=timezone.now(),
            )
        held.own, held.accepted_at = own, timezone.now()
        held.save(update_fields=["own", "accepted_at"])
        there = offered.organisation
        _log(actor, held.to, say("accept_person", player=offered, organisation=there, own=own))
        _log(actor, there, say("person_accepted", player=offered, organisation=held.to))
    return own


def decline_person(actor: Actor, share: SharedPerson) -> None:
    """Decline an offered person. Raise `Refused` if the offer has already been accepted or has ended."""
    with transaction.atomic():
        held = _locked_share(share)
        if held.accepted_at is not None:
            raise Refused(_("{player} has already been accepted.").format(player=held.player))
        _end_share(held)
        there = held.player.organisation
        _log(actor, held.to, say("decline_person", player=held.player, organisation=there))
        _log(actor, there, say("person_declined", player=held.player, organisation=held.to))


def end_sharing(actor: Actor, share: SharedPerson) -> None:
    """End the sharing, on behalf of either organisation. Raise `Refused` if it has ended already.

    A person whom the sharing created in the receiving organisation is deleted if never used there.
    """
    with transaction.atomic():
        held = _locked_share(share)
        _end_share(held)
        if held.own is not None and _is_unused_copy(held):
            held.own.delete()
        _log(
            actor,
            held.player.organisation,
            say("end_sharing", player=held.player, organisation=held.to),
        )
        _log(actor, held.to, say("end_sharing", player=held.player, organisation=held.to))


def end_all_sharing(actor: Actor, player: Player) -> None:
    """End every sharing of a person in both directions, as part of the caller's transaction."""
    shares = SharedPerson.objects.filter(Q(player=player) | Q(own=player), ended_at=None)
    for share in shares.order_by("id"):
        end_sharing(actor, share)


def _is_unused_copy(share: SharedPerson) -> bool:
    """Return whether the receiving organisation's person was created by the sharing and never used otherwise."""
    own = share.own
    if own is None or share.accepted_at is None:
        return False
    used = (
        Entry.objects.filter(player=own).exists()
        or Contact.objects.filter(player=own).exists()
        or Player.everywhere.filter(merged_into=own).exists()
        or SharedPerson.objects.filter(Q(own=own) | Q(player=own)).exclude(pk=share.pk).exists()
    )
    return not used and abs(own.created_at - share.accepted_at) < MAX_ACCEPTANCE_DELAY


def _locked_share(share: SharedPerson) -> SharedPerson:
    """Return the sharing, locked until the transaction ends. Raise `Refused` if it has ended."""
    SharedPerson.objects.select_for_update(no_key=True).get(pk=share.pk)
    held = SharedPerson.objects.select_related("player__organisation", "to", "own").get(pk=share.pk)
    if held.ended_at is not None:
        raise Refused(_("{player} is no longer shared.").format(player=held.player))
    return held


def _end_share(share: SharedPerson) -> None:
    share.ended_at = timezone.now()
    share.save(update_fields=["ended_at"])


def _log(actor: Actor, organisation: Organisation, sentence: Sentence) -> None:
    with tenant(organisation.pk):
        log(actor, sentence.code, sentence, scope=organisation.scope)


def on_persons_merged(keep: Player, other: Player, **_message: object) -> None:
    """Move the sharing of `other`, in both directions, to `keep`.

    If both are shared with the same organisation, the sharing of `other` ends.
    """
    SharedPerson.objects.filter(own=other).update(own=keep)
    here = SharedPerson.objects.filter(player=keep, ended_at=None).values("to")
    twice = SharedPerson.objects.filter(player=other, ended_at=None, to__in=here)
    twice.update(ended_at=timezone.now())
    SharedPerson.objects.filter(player=other).update(player=keep)
