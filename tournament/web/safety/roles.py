"""The pages of the helpers of an event: who they are, inviting them by link and QR code, roles, joining."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from scoring.actions.activity import Actor
from scoring.wording.phrases import within_sentence
from tournament.actions.act import Refused
from tournament.actions.safety.roles import (
    NameTaken,
    NotAPassword,
    NotInvited,
    accept,
    change_role,
    end_membership,
    find_invitation,
    invite,
    join_as_new,
    withdraw_invitation,
)
from tournament.models import Event, Invitation, Membership
from tournament.models.membership import Role
from tournament.queries.event.door import address_of_hall
from tournament.queries.safety.roles import former_members_of, members_of, open_invitations
from tournament.reports.drawing import Blocks, code_of
from tournament.web.access import HOUSE_RIGHTS, PERMISSIONS_OF, RIGHTS, Permission, requires
from tournament.web.page import find_event, page
from tournament.web.perform import perform

COOKIE = "ninetimer_invitation_{}"
"""Where the browser of who invited keeps the secret, so that the code can be shown once more.

Not the session: that lies in the database, which holds no secret that could be used.
"""
BY_PASSWORD = "django.contrib.auth.backends.ModelBackend"
LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


@requires(Permission.OWN)
def helpers_page(request: HttpRequest, event: str) -> HttpResponse:
    """Show who helps, and what each role may do; with a form sent, invite somebody."""
    this_event = find_event(event)
    form = InviteForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            invitation, secret = invite(Actor.of(request.user), this_event, **form.cleaned_data)
        except Refused as refused:
            form.add_error("role", str(refused))
        else:
            answer = redirect("invitation", this_event.slug, invitation.pk)
            answer.set_signed_cookie(
                COOKIE.format(invitation.pk),
                secret,
                path=reverse("helpers", args=[this_event.slug]),
                httponly=True,
                samesite="Lax",
                secure=request.is_secure(),
            )
            return answer
    return page(
        request,
        "safety/roles.html",
        {
            "event": this_event,
            "members": [
                (row, RoleForm(initial={"role": row.role}, auto_id=f"id_%s_{row.pk}"))
                for row in members_of(this_event)
            ],
            "former": former_members_of(this_event),
            "waiting": [
                (open_invitation, COOKIE.format(open_invitation.invitation.pk) in request.COOKIES)
                for open_invitation in open_invitations(this_event)
            ],
            "roles": list(Role),
            "rights": [
                (what, [needed in PERMISSIONS_OF[role] for role in Role]) for what, needed in RIGHTS
            ],
            "house_rights": HOUSE_RIGHTS,
            "form": form,
        },
        status=422 if form.errors else 200,
    )


@requires(Permission.OWN)
@never_cache
def invitation_page(request: HttpRequest, event: str, invitation: int) -> HttpResponse:
    """Show the link and its code to whoever made it."""
    this_event = find_event(event)
    row = get_object_or_404(Invitation, pk=invitation, event=this_event)
    secret = request.get_signed_cookie(COOKIE.format(row.pk), default=None)
    if secret is None or row.used_by_id or row.withdrawn_at:
        messages.info(request, _("The link of this invitation is not shown again. Make a new one."))
        return redirect("helpers", this_event.slug)
    link = _as_others_reach_it(request, reverse("join", args=[secret]))
    return page(
        request,
        "safety/invitation.html",
        {
            "event": this_event,
            "invitation": row,
            "link": link,
            "code": qr_of(link),
            "here_only": urlsplit(link).hostname in ("localhost", "127.0.0.1", "::1"),
        },
    )


@requires(Permission.OWN)
@require_POST
def withdraw(request: HttpRequest, event: str, invitation: int) -> HttpResponse:
    """Let a link work no longer."""
    this_event = find_event(event)
    row = get_object_or_404(Invitation, pk=invitation, event=this_event)
    helpers = reverse("helpers", args=[this_event.slug])
    answer = perform(
        request,
        lambda actor: withdraw_invitation(actor, row),
        done=_("The invitation is withdrawn. Its link works no longer."),
        to=helpers,
    )
    answer.delete_cookie(COOKIE.format(invitation), path=helpers)
    return answer


@requires(Permission.OWN)
@require_POST
def give_role(request: HttpRequest, event: str, member: int) -> HttpResponse:
    """Give somebody another role."""
    row = _member(event, member)
    return perform(
        request,
        lambda actor: change_role(actor, row, request.POST.get("role", "")),
        done=lambda given: _("{user} is {role} now.").format(
            user=given.user, role=within_sentence(given.get_role_display())
        ),
        to=reverse("helpers", args=[event]),
    )


@requires(Permission.OWN)
@require_POST
def end(request: HttpRequest, event: str, member: int) -> HttpResponse:
    """Let somebody help no longer."""
    row = _member(event, member)
    return perform(
        request,
        lambda actor: end_membership(actor, row),
        done=_("{user} helps no longer.").format(user=row.user),
        to=reverse("helpers", args=[event]),
    )


@requires(Permission.ASK)
@never_cache
def join(request: HttpRequest, secret: str) -> HttpResponse:
    """Take an invitation: as the account that is logged in, or as a new one made here."""
    try:
        invitation = find_invitation(secret)
    except NotInvited as reason:
        return page(request, "safety/join.html", {"reason": str(reason)}, status=404)
    if isinstance(request.user, User):
        return _join_as_known(request, request.user, invitation)
    form = JoinForm(request.POST or None, without_password=invitation.without_password)
    if request.method == "POST" and form.is_valid():
        typed = form.cleaned_data
        password = typed["password"] or (None if invitation.without_password else "")
        try:
            user = join_as_new(invitation, name=typed["name"], password=password)
        except NameTaken as refused:
            form.add_error("name", str(refused))
        except NotAPassword as refused:
            form.add_error("password", str(refused))
        except NotInvited as refused:
            form.add_error(None, str(refused))
        else:
            login(request, user, backend=BY_PASSWORD)
            return _welcome(request, invitation.event)
    return page(
        request,
        "safety/join.html",
        {"invitation": invitation, "form": form},
        status=422 if form.errors else 200,
    )


def _join_as_known(request: HttpRequest, user: User, invitation: Invitation) -> HttpResponse:
    if request.method == "POST":
        try:
            accept(user, invitation)
        except NotInvited as refused:
            messages.error(request, str(refused))
            return redirect(invitation.event)
        return _welcome(request, invitation.event)
    return page(request, "safety/join.html", {"invitation": invitation, "known": True})


def _welcome(request: HttpRequest, event: Event) -> HttpResponse:
    messages.success(request, _("You are in. This is {event}.").format(event=event))
    return redirect(event)


def _member(event: str, member: int) -> Membership:
    return get_object_or_404(
        Membership.objects.select_related("user"), pk=member, event__slug=event
    )


def _as_others_reach_it(request: HttpRequest, path: str) -> str:
    """The whole link; on the laptop itself with the address phones are let in at, or a name others know it by."""
    link = request.build_absolute_uri(path)
    hall = address_of_hall()
    if hall and urlsplit(link).hostname in LOOPBACK:
        return f"{hall}{path}"
    host, colon, port = request.get_host().rpartition(":")
    if not colon or port.endswith("]"):
        host, colon, port = request.get_host(), "", ""
    others = [name for name in settings.NINETIMER_ALLOWED_HOSTS if name[:1] not in (".", "*")]
    if host in LOOPBACK and others:
        return f"{request.scheme}://{others[0]}{colon}{port}{path}"
    return link


ROLES = [
    (Role.SCOREKEEPER.value, _lazy("scorekeeper: results and score pad")),
    (Role.DOOR.value, _lazy("door: checks players in, and nothing else")),
    (Role.READER.value, _lazy("read-only: sees what the desk sees, changes nothing")),
    (Role.DIRECTOR.value, _lazy("director: everything but who helps, and removing")),
    (Role.OWNER.value, _lazy("owner: everything")),
]


class InviteForm(forms.Form):
    """Who is wanted."""

    role = forms.ChoiceField(label=_lazy("As"), choices=ROLES, initial=Role.SCOREKEEPER.value)
    without_password = forms.BooleanField(
        required=False,
        label=_lazy("On one device, without a password"),
        help_text=_lazy(
            "They type a name and are in. It works on that device only, until they log out."
        ),
    )


class RoleForm(forms.Form):
    """Another role for somebody."""

    role = forms.ChoiceField(label=_lazy("Role"), choices=ROLES)


class JoinForm(forms.Form):
    """Who comes: a name, and a password unless the invitation does without."""

    name = forms.CharField(
        label=_lazy("Your name"),
        max_length=40,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autofocus": True}),
        help_text=_lazy(
            "The name others at the desk know you by. It is shown beside what you enter."
        ),
        error_messages={"required": _lazy("Write your name, as the others at the desk know you.")},
    )
    password = forms.CharField(
        label=_lazy("A password of your own"),
        required=False,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=_lazy("At least eight characters. With it you log in on any device."),
    )

    def __init__(self, *args: Any, without_password: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if without_password:
            self.fields["password"].label = _("A password of your own, if you like")
            self.fields["password"].help_text = _("Without one you are in on this device only.")


QUIET_ZONE = 4
"""Modules of white around the code, as ISO/IEC 18004 asks."""


@dataclass(frozen=True)
class QrCode:
    """A code as one SVG path in a square of `size` modules a side, the quiet zone included."""

    size: int
    path: str


def qr_of(text: str) -> QrCode:
    """The code of a text, with medium error correction, so that a scratched screen is still read."""
    drawing = code_of(text)
    path = "".join(
        f"M{x + QUIET_ZONE:g} {y + QUIET_ZONE:g}h{width:g}v1h{-width:g}z"
        for shape in drawing.shapes
        if isinstance(shape, Blocks)
        for x, y, width, _ in shape.places
    )
    return QrCode(round(drawing.width) + 2 * QUIET_ZONE, path)
