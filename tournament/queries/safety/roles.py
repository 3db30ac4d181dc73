"""Who helps with an event, and which role somebody has at a place."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.utils import timezone

from scoring.models.practice import PRACTICE, PracticeGame
from tournament.models import Event, Invitation, Membership, Pairing
from tournament.models.membership import Role
from tournament.models.rounds import Phase

RUNS_EVENTS = (Role.OWNER, Role.DIRECTOR)
"""Whoever has such a role anywhere may also make events and clubs."""


@dataclass(frozen=True)
class Waiting:
    """An invitation nobody has used yet."""

    invitation: Invitation
    is_over: bool
    """Whether it came to its end unused."""


def role_at(user: User, place: str) -> Role | None:
    """The role of `user` at a place: an event, a recorded game, or ("") the whole installation.

    Accounts marked as staff or superuser own everything. A game of no event, and what belongs to
    the installation, is in the hands of whoever owns or directs an event. Whoever helps with an event
    may practise, and records the game that is called out to them. At most three queries.
    """
    if user.is_superuser or user.is_staff:
        return Role.OWNER
    kind, _, key = place.partition(":")
    mine = Membership.objects.filter(user=user, ended_at=None)
    if kind == "event":
        return _first(mine.filter(event__slug=key.partition("/")[0]).values_list("role", flat=True))
    if kind == "game":
        events = Pairing.objects.filter(game_id=key).values_list(
            "round__division__event_id", flat=True
        )
        if (event := events.first()) is not None:
            return _first(mine.filter(event_id=event).values_list("role", flat=True))
    if mine.filter(role__in=RUNS_EVENTS).exists():
        return Role.DIRECTOR
    practises = place == PRACTICE or (
        kind == "game" and PracticeGame.objects.filter(game_id=key, begun_by=user).exists()
    )
    return Role.SCOREKEEPER if practises and mine.exists() else None


def is_of_closed_round(place: str) -> bool:
    """Whether the place is a recorded game of a round that is closed. One query for a game."""
    kind, _, key = place.partition(":")
    return (
        kind == "game" and Pairing.objects.filter(game_id=key, round__phase=Phase.CLOSED).exists()
    )


def members_of(event: Event) -> list[Membership]:
    """Who helps now, owners first, then by when they came. One query."""
    order = {role: at for at, role in enumerate(Role.values)}
    rows = (
        Membership.objects.filter(event=event, ended_at=None)
        .select_related("user", "given_by")
        .order_by("id")
    )
    return sorted(rows, key=lambda row: order[row.role])


def former_members_of(event: Event) -> list[Membership]:
    """The roles that ended, the latest first. One query."""
    rows = Membership.objects.filter(event=event).exclude(ended_at=None)
    return list(rows.select_related("user").order_by("-ended_at", "-id"))


def open_invitations(event: Event) -> list[Waiting]:
    """The invitations nobody has used or withdrawn, the latest first. One query."""
    now = timezone.now()
    rows = Invitation.objects.filter(event=event, used_by=None, withdrawn_at=None)
    return [Waiting(row, row.expires_at <= now) for row in rows.select_related("made_by")]


def is_open(invitation: Invitation, now: datetime) -> bool:
    """Whether the invitation can still be used."""
    return (
        invitation.used_by_id is None
        and invitation.withdrawn_at is None
        and invitation.expires_at > now
    )


def _first(roles: Iterable[str]) -> Role | None:
    role = next(iter(roles), None)
    return Role(role) if role is not None else None
