"""The helpers of an event or organisation, and the roles of a user in events, organisations and games."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Case, QuerySet, When
from django.utils import timezone

from scoring.models import Game, Organisation
from scoring.models.organisation import INSTALLATION, ORGANISATION
from scoring.models.practice import PRACTICE, PracticeGame
from scoring.tenancy import FIRST_TENANT
from tournament.models import Event, Invitation, Membership, Pairing
from tournament.models.membership import DIRECTING_ROLES, Role
from tournament.models.rounds import Phase
from tournament.wording.safety import safety_sentence

NO_ROLES: frozenset[Role] = frozenset()


@dataclass(frozen=True)
class PendingInvitation:
    """An unused invitation."""

    invitation: Invitation
    is_expired: bool
    """Whether the invitation has expired."""


@dataclass(frozen=True)
class CurrentRole:
    """A current role of a user, in an organisation or in one of its events."""

    role: Role
    organisation: int
    event: str = ""
    """The slug of the event; empty for a role in the organisation, which applies to all its events."""


def current_roles_of(user: User) -> tuple[CurrentRole, ...]:
    """Return the current roles of `user` in organisations and events, oldest first. One query."""
    rows = (
        Membership.objects.filter(user=user, ended_at=None)
        .order_by("id")
        .values_list("role", "organisation", "event__organisation", "event__slug")
    )
    return tuple(
        CurrentRole(Role(role), own or of_event, slug or "") for role, own, of_event, slug in rows
    )


def is_administrator(user: User) -> bool:
    """Return whether the account administers the installation, as staff or superuser."""
    return user.is_superuser or user.is_staff


@dataclass(frozen=True)
class UserOrganisation:
    """An organisation that a user works for."""

    organisation: Organisation
    role_text: str
    """The user's role in it, or a note that the user helps with one of its events or administers the installation."""
    has_role: bool


def organisations_of(user: User) -> list[UserOrganisation]:
    """Return the organisations that `user` works for, in their usual order; all of them for an administrator.

    Two queries.
    """
    positions = current_roles_of(user)
    roles = {row.organisation: row.role for row in positions if not row.event}
    helps = {row.organisation for row in positions if row.event}
    rows = Organisation.objects.all()
    if not is_administrator(user):
        rows = rows.filter(pk__in=[*roles, *helps])
    return [
        UserOrganisation(
            row,
            str(roles[row.pk].label)
            if row.pk in roles
            else safety_sentence("helps_with_event")
            if row.pk in helps
            else safety_sentence("looks_after_installation"),
            row.pk in roles,
        )
        for row in rows
    ]


def roles_at(
    user: User, place: str, positions: tuple[CurrentRole, ...] | None = None
) -> frozenset[Role]:
    """Return the roles of `user` at a place: an event, a recorded game, `organisation:3`, or the installation.

    An administrator of the installation owns everything. A role in an organisation applies to all
    its events. The owner or director of an event also directs the organisation's people, clubs and
    games outside events, and the installation if there is only one organisation. Every helper may
    practise, and may record the game called out to them. `positions` are the user's roles, if
    already known. At most four queries.
    """
    if is_administrator(user):
        return frozenset({Role.OWNER})
    positions = current_roles_of(user) if positions is None else positions
    kind, _, key = place.partition(":")
    if kind == "event":
        return _roles_in_event(positions, key.partition("/")[0])
    if kind == "game":
        return _roles_of_game(user, positions, key)
    if kind == ORGANISATION:
        return _roles_in_organisation(positions, int(key))
    if place == INSTALLATION:
        return _roles_in_only_organisation(positions)
    if place == PRACTICE and positions:
        return frozenset({Role.SCOREKEEPER})
    return NO_ROLES


def _roles_in_event(positions: Iterable[CurrentRole], slug: str) -> frozenset[Role]:
    own = frozenset(position.role for position in positions if position.event == slug)
    if all(position.event for position in positions):
        return own
    of = Event.everywhere.filter(slug=slug).values_list("organisation", flat=True).first()
    return own | {
        position.role
        for position in positions
        if not position.event and position.organisation == of
    }


def _roles_in_organisation(positions: Iterable[CurrentRole], organisation: int) -> frozenset[Role]:
    """Return the roles in an organisation: those given there, and director for anyone who runs one of its events."""
    roles = set()
    for position in positions:
        if position.organisation == organisation:
            if not position.event:
                roles.add(position.role)
            elif position.role in DIRECTING_ROLES:
                roles.add(Role.DIRECTOR)
    return frozenset(roles)


def _roles_in_only_organisation(positions: Iterable[CurrentRole]) -> frozenset[Role]:
    """Return director if one of the positions runs events and there is only one organisation, else no role."""
    directs = any(position.role in DIRECTING_ROLES for position in positions)
    is_only = directs and not Organisation.objects.exclude(pk=FIRST_TENANT).exists()
    return frozenset({Role.DIRECTOR}) if is_only else NO_ROLES


def organisation_of_game(key: str) -> int | None:
    """Return the key of a recorded game's organisation, or None if there is no such game. One query."""
    return Game.everywhere.filter(pk=key).values_list("organisation", flat=True).first()


def _roles_of_game(user: User, positions: tuple[CurrentRole, ...], key: str) -> frozenset[Role]:
    events = Pairing.objects.filter(game_id=key).values_list("round__division__event__slug")
    if (event := events.first()) is not None:
        return _roles_in_event(positions, event[0])
    of = organisation_of_game(key)
    roles = _roles_in_organisation(positions, of) if of is not None else NO_ROLES
    if positions and PracticeGame.objects.filter(game_id=key, begun_by=user).exists():
        roles |= {Role.SCOREKEEPER}
    return roles


def is_in_closed_round(place: str) -> bool:
    """Return whether the place is a recorded game of a closed round. One query for a game."""
    kind, _, key = place.partition(":")
    return (
        kind == "game" and Pairing.objects.filter(game_id=key, round__phase=Phase.CLOSED).exists()
    )


def members_of(place: Event | Organisation, search: str = "") -> QuerySet[Membership]:
    """Return the current helpers of an event or organisation, owners first, then in the order in which they joined.

    With `search`, return only those whose login name contains every word of it.
    """
    order = Case(*(When(role=role, then=at) for at, role in enumerate(Role.values)))
    rows = Membership.objects.filter(ended_at=None, **place_filter(place))
    for word in search.split():
        rows = rows.filter(user__username__icontains=word)
    return rows.select_related("user", "given_by").order_by(order, "id")


def former_members_of(place: Event | Organisation) -> list[Membership]:
    """Return the roles that have ended in an event or organisation, latest first. One query."""
    rows = Membership.objects.filter(**place_filter(place)).exclude(ended_at=None)
    return list(rows.select_related("user").order_by("-ended_at", "-id"))


def open_invitations(place: Event | Organisation) -> list[PendingInvitation]:
    """Return the invitations that are neither used nor withdrawn, including expired ones, latest first. One query."""
    now = timezone.now()
    rows = Invitation.objects.filter(used_by=None, withdrawn_at=None, **place_filter(place))
    return [PendingInvitation(row, row.expires_at <= now) for row in rows.select_related("made_by")]


def place_filter(place: Event | Organisation) -> dict[str, Any]:
    """Return the filter for the roles and invitations of an event or an organisation."""
    return {"event" if isinstance(place, Event) else "organisation": place}


def is_invitation_open(invitation: Invitation, now: datetime) -> bool:
    """Return whether the invitation can still be used."""
    return (
        invitation.used_by_id is None
        and invitation.withdrawn_at is None
        and invitation.expires_at > now
    )
