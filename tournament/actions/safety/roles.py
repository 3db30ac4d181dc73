"""Invite helpers with single-use links, and give, change and end roles in events and organisations."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor
from scoring.models import Organisation
from scoring.wording.phrases import comma_list, label_within_sentence
from tournament.actions.act import Action, Refused, act
from tournament.models import AccountLanguage, Event, Invitation, Membership
from tournament.models.membership import EVENT_ROLES, ORGANISATION_ROLES, Role
from tournament.queries.safety.roles import is_invitation_open, place_filter
from tournament.wording.log import say

INVITATION_LIFETIME = timedelta(days=7)
"""The time after which an invitation expires."""
MAX_NAME_LENGTH = 40
PASSWORDLESS_ROLES = frozenset({Role.SCOREKEEPER, Role.DOOR, Role.READER})
"""Roles whose holders may join an event on one device with only a name."""


class InvalidName(Refused):
    """The name is missing, or another account already has it."""


class InvalidPassword(Refused):
    """The password is missing or too easily guessed; the message gives every reason."""


def make_owner(actor: Actor, event: Event) -> None:
    """Make the actor's account the owner of the event, in the caller's transaction.

    Nothing happens for an actor without an account.
    """
    if actor.user is not None:
        Membership.objects.create(
            event=event,
            user=actor.user,
            role=Role.OWNER,
            given_by=actor.user,
            given_at=timezone.now(),
        )


@contextmanager
def act_on_members(actor: Actor, place: Event | Organisation) -> Iterator[Action]:
    """Run an action on the helpers of an event, even a closed one, or on the members of an organisation."""
    if isinstance(place, Event):
        with act(actor, place, allow_closed=True) as action:
            yield action
        return
    with act(actor, None) as action:
        Organisation.objects.select_for_update(no_key=True).get(pk=place.pk)
        action.default_scope = place.scope
        yield action


def create_invitation(
    actor: Actor, place: Event | Organisation, role: str, *, without_password: bool = False
) -> tuple[Invitation, str]:
    """Create an invitation, and return it with its secret, which is not stored and belongs in the link.

    `without_password` allows joining an event on one device with only a name. Raise `Refused` for
    an unknown role, or one that needs a password.
    """
    role = _parse_role(role, place)
    if without_password and (role not in PASSWORDLESS_ROLES or isinstance(place, Organisation)):
        raise Refused(
            _(
                "The role {role} requires a password. Only scorekeepers and read-only helpers can "
                "join without one."
            ).format(role=role.label)
        )
    secret = secrets.token_urlsafe(24)
    now = timezone.now()
    with act_on_members(actor, place) as action:
        invitation = Invitation.objects.create(
            **place_filter(place),
            role=role,
            secret_hash=hash_secret(secret),
            without_password=without_password,
            made_by=actor.user,
            made_at=now,
            expires_at=now + INVITATION_LIFETIME,
        )
        action.log(
            "invite",
            say("invite", event=place, role=say(role.value)),
            after={"invitation": invitation.pk, "role": role, "without_password": without_password},
        )
    return invitation, secret


def withdraw_invitation(actor: Actor, invitation: Invitation) -> None:
    """Withdraw the invitation, so that its link stops working. Nothing happens if it is no longer open."""
    with act_on_members(actor, invitation.place) as action:
        held = _invitations().get(pk=invitation.pk)
        if not is_invitation_open(held, timezone.now()):
            return
        held.withdrawn_at = timezone.now()
        held.save(update_fields=["withdrawn_at"])
        action.log(
            "withdraw_invitation",
            say("withdraw_invitation", event=held.place, role=say(str(held.role))),
            before={"invitation": held.pk, "role": held.role},
        )


def find_invitation(secret: str) -> Invitation:
    """Return the invitation whose link contains this secret. One query.

    Raise `Refused` if there is none, or if it has been used or withdrawn or has expired.
    """
    invitation = _invitations().filter(secret_hash=hash_secret(secret)).first()
    if invitation is None:
        raise Refused(
            _("This link is not an invitation. Ask for a new one, or scan the code again.")
        )
    return _require_open(invitation)


def accept_invitation(user: User, invitation: Invitation) -> Membership:
    """Give `user` the role of the invitation, mark the invitation as used, and return the membership.

    A member whose present role is as strong or stronger keeps that role. Raise `Refused` if the
    invitation is no longer open.
    """
    with act_on_members(Actor.for_user(user), invitation.place) as action:
        held = _require_open(_invitations().get(pk=invitation.pk))
        now = timezone.now()
        held.used_by, held.used_at = user, now
        held.save(update_fields=["used_by", "used_at"])
        order = Role.values
        mine = Membership.objects.filter(user=user, ended_at=None, **place_filter(held.place))
        current = mine.first()
        if current is not None and order.index(current.role) <= order.index(held.role):
            given = current
        else:
            if current is not None:
                _mark_ended(current)
            given = Membership.objects.create(
                **place_filter(held.place),
                user=user,
                role=held.role,
                given_by=held.made_by,
                given_at=now,
            )
        action.log(
            "accept_invitation",
            say(
                "accept_invitation",
                name=user.get_username(),
                event=held.place,
                role=say(str(given.role)),
            ),
            before={"role": current.role} if current else None,
            after={"invitation": held.pk, "role": given.role},
        )
    return given


def create_invited_account(invitation: Invitation, *, name: str, password: str | None) -> User:
    """Create an account with this name, and let it accept the invitation.

    If `password` is None, the account has no password, which the invitation must allow. Raise `InvalidName`
    for a missing or taken name, `InvalidPassword` for a missing or weak password, or the exceptions of
    `accept_invitation`; then nothing is stored.
    """
    name = " ".join(name.split())[:MAX_NAME_LENGTH]
    if not name:
        raise InvalidName(_("Enter the name by which the other helpers know you."))
    with transaction.atomic():
        if User.objects.filter(username__iexact=name).exists():
            raise InvalidName(
                _(
                    "There is already an account named {name}. If it is yours, log in first; "
                    "otherwise add the first letter of your last name."
                ).format(name=name)
            )
        user = User(username=name)
        if password is None:
            if not invitation.without_password:
                raise InvalidPassword(_("This invitation requires a password."))
            user.set_unusable_password()
        else:
            try:
                validate_password(password, user)
            except ValidationError as reasons:
                raise InvalidPassword(" ".join(reasons.messages)) from reasons
            user.set_password(password)
        try:
            with transaction.atomic():
                user.save()
        except IntegrityError as taken:
            raise InvalidName(
                _("The name {name} has just been taken. Choose another.").format(name=name)
            ) from taken
        accept_invitation(user, invitation)
    return user


def change_role(actor: Actor, membership: Membership, role: str) -> Membership:
    """Give a member another role, and store the former one as ended.

    Raise `Refused` if the role is unknown or unchanged, if it needs a password and the member has none, if
    the membership has ended, or for the last owner.
    """
    wanted = _parse_role(role, membership.place)
    with act_on_members(actor, membership.place) as action:
        held = _current_membership(membership)
        if held.role == wanted:
            raise Refused(
                _("{user} already has the role {wanted}.").format(
                    user=held.user, wanted=label_within_sentence(wanted.label)
                )
            )
        if not held.user.has_usable_password() and wanted not in PASSWORDLESS_ROLES:
            raise Refused(
                _(
                    "{user} joined without a password, and the role {wanted} requires one. Invite "
                    "them again."
                ).format(user=held.user, wanted=label_within_sentence(wanted.label))
            )
        _refuse_last_owner(held)
        _mark_ended(held)
        given = Membership.objects.create(
            **place_filter(held.place),
            user=held.user,
            role=wanted,
            given_by=actor.user,
            given_at=timezone.now(),
        )
        action.log(
            "change_role",
            say("change_role", name=held.user, role=say(wanted.value), event=held.place),
            before={"role": held.role},
            after={"role": wanted},
        )
    return given


def end_membership(actor: Actor, membership: Membership) -> None:
    """End a membership; the log still names the member.

    Raise `Refused` for the last owner, or if the membership has already ended.
    """
    with act_on_members(actor, membership.place) as action:
        held = _current_membership(membership)
        _refuse_last_owner(held)
        _mark_ended(held)
        action.log(
            "end_membership",
            say("end_membership", name=held.user, event=held.place),
            before={"role": held.role},
        )


def save_language(user: User, language: str) -> None:
    """Store the user's language for their next log-in on any device."""
    AccountLanguage.objects.update_or_create(user=user, defaults={"language": language})


def hash_secret(secret: str) -> str:
    """Return the stored hash of a link's secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def _current_membership(membership: Membership) -> Membership:
    held = Membership.objects.select_related("event", "organisation", "user").get(pk=membership.pk)
    if held.ended_at is not None:
        raise Refused(
            _("{user} no longer has the role {role}. Reload the page.").format(
                user=held.user, role=label_within_sentence(held.get_role_display())
            )
        )
    return held


def _refuse_last_owner(held: Membership) -> None:
    others = Membership.objects.filter(role=Role.OWNER, ended_at=None, **place_filter(held.place))
    if held.role == Role.OWNER and not others.exclude(pk=held.pk).exists():
        raise Refused(
            _("{user} is the only owner. Appoint another owner first.").format(user=held.user)
        )


def _mark_ended(held: Membership) -> None:
    held.ended_at = timezone.now()
    held.save(update_fields=["ended_at"])


def _require_open(invitation: Invitation) -> Invitation:
    if invitation.used_by_id is not None:
        raise Refused(_("This invitation has already been used. Ask for a new one."))
    if invitation.withdrawn_at is not None:
        raise Refused(_("This invitation was withdrawn. Ask for a new one."))
    if not is_invitation_open(invitation, timezone.now()):
        raise Refused(_("This invitation has expired. Ask for a new one."))
    return invitation


def _invitations() -> QuerySet[Invitation]:
    return Invitation.objects.select_related("event", "organisation", "made_by")


def _parse_role(role: str, place: Event | Organisation) -> Role:
    """Return the role with this value. Raise `Refused` if the event or organisation has no such role."""
    roles = EVENT_ROLES if isinstance(place, Event) else ORGANISATION_ROLES
    if role not in roles:
        raise Refused(
            _("Choose one of these roles: {roles}.").format(
                roles=comma_list(label_within_sentence(one.label) for one in roles)
            )
        )
    return Role(role)
