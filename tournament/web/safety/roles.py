"""Pages that manage the helpers of an event or the members of an organisation, with invitations by link and QR code.

Without an event in their address, these pages belong to the user's organisation.
"""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.models import User
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from scoring.actions.activity import Actor
from scoring.models import Organisation
from scoring.tables import MAX_SEARCH_LENGTH
from scoring.wording.phrases import label_within_sentence
from tournament.actions.act import Refused
from tournament.actions.safety.organisations import rename_organisation
from tournament.actions.safety.roles import (
    InvalidName,
    InvalidPassword,
    accept_invitation,
    change_role,
    create_invitation,
    create_invited_account,
    end_membership,
    find_invitation,
    withdraw_invitation,
)
from tournament.models import Event, Invitation, Membership
from tournament.models.membership import EVENT_ROLES, ORGANISATION_ROLES, Role
from tournament.queries.safety.roles import (
    former_members_of,
    members_of,
    open_invitations,
    place_filter,
)
from tournament.reports.drawing import Rectangles, qr_code
from tournament.web.access import (
    CHOSEN_ORGANISATION,
    INSTALLATION_PERMISSIONS,
    PERMISSIONS_OF,
    Permission,
    requires,
    rights_at,
)
from tournament.web.other_devices import address_for_others
from tournament.web.page import find_event, find_own_organisation, page
from tournament.web.perform import perform

COOKIE = "ninetimer_invitation_{}"
"""The name of the cookie with an invitation's secret; the braces stand for the invitation's key.

With it, the inviter's browser can show the code again. The database, with its sessions, contains no usable secrets.
"""
PASSWORD_BACKEND = "django.contrib.auth.backends.ModelBackend"
MEMBERS_PER_PAGE = 50


@requires(Permission.OWN)
def helpers_page(request: HttpRequest, event: str = "") -> HttpResponse:
    """Show the helpers and the permissions of each role; invite a new helper."""
    place = _place_at(request, event)
    form = _invite_form(place, request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            actor = Actor.for_user(request.user)
            row, secret = create_invitation(actor, place, **form.cleaned_data)
        except Refused as refused:
            form.add_error("role", str(refused))
        else:
            answer = redirect(f"{_list_address(place)}invitations/{row.pk}/")
            answer.set_signed_cookie(
                COOKIE.format(row.pk),
                secret,
                path=_list_address(place),
                httponly=True,
                samesite="Lax",
                secure=request.is_secure(),
            )
            return answer
    choices = _role_choices(place)
    search = request.GET.get("find", "")[:MAX_SEARCH_LENGTH].strip()
    members = Paginator(members_of(place, search), MEMBERS_PER_PAGE)
    shown = members.get_page(request.GET.get("page", ""))
    roles = EVENT_ROLES if isinstance(place, Event) else ORGANISATION_ROLES
    return page(
        request,
        "tournament/safety/roles.html",
        _shared_context(place)
        | {
            "members": [
                (row, RoleForm(choices, initial={"role": row.role}, auto_id=f"id_%s_{row.pk}"))
                for row in shown
            ],
            "shown": shown,
            "search": search,
            "former": former_members_of(place),
            "waiting": [
                (open_invitation, COOKIE.format(open_invitation.invitation.pk) in request.COOKIES)
                for open_invitation in open_invitations(place)
            ],
            "roles": roles,
            "rights": [
                (what, [needed in PERMISSIONS_OF[role] for role in roles])
                for what, needed in rights_at(place)
            ],
            "house_rights": INSTALLATION_PERMISSIONS,
            "form": form,
        },
        status=422 if form.errors else 200,
    )


@requires(Permission.OWN)
@require_POST
def rename_organisation_page(request: HttpRequest) -> HttpResponse:
    """Rename the organisation."""
    organisation = find_own_organisation(request)
    return perform(
        request,
        lambda actor: rename_organisation(actor, organisation, name=request.POST.get("name", "")),
        done=_("The name has been changed."),
        to=reverse("organisation"),
    )


@requires(Permission.OWN)
@never_cache
def invitation_page(request: HttpRequest, invitation: int, event: str = "") -> HttpResponse:
    """Show the link and its code in the browser in which the invitation was made; elsewhere redirect to the helpers.

    A used or withdrawn invitation is not shown either.
    """
    place = _place_at(request, event)
    row = get_object_or_404(Invitation, pk=invitation, **place_filter(place))
    secret = request.get_signed_cookie(COOKIE.format(row.pk), default=None)
    if secret is None or row.used_by_id or row.withdrawn_at:
        messages.info(
            request, _("The link of an invitation is shown only once. Create a new invitation.")
        )
        return redirect(_list_address(place))
    path = reverse("join", args=[secret])
    for_others = address_for_others(request, path)
    link = for_others or request.build_absolute_uri(path)
    return page(
        request,
        "tournament/safety/invitation.html",
        _shared_context(place)
        | {"invitation": row, "link": link, "code": qr_code_of(link), "here_only": not for_others},
    )


@requires(Permission.OWN)
@require_POST
def withdraw_invitation_page(
    request: HttpRequest, invitation: int, event: str = ""
) -> HttpResponse:
    """Withdraw an invitation, so that its link stops working."""
    place = _place_at(request, event)
    row = get_object_or_404(Invitation, pk=invitation, **place_filter(place))
    answer = perform(
        request,
        lambda actor: withdraw_invitation(actor, row),
        done=_("The invitation has been withdrawn. Its link no longer works."),
        to=_list_address(place),
    )
    answer.delete_cookie(COOKIE.format(invitation), path=_list_address(place))
    return answer


@requires(Permission.OWN)
@require_POST
def give_role(request: HttpRequest, member: int, event: str = "") -> HttpResponse:
    """Give a member another role."""
    place = _place_at(request, event)
    row = _find_member(place, member)
    return perform(
        request,
        lambda actor: change_role(actor, row, request.POST.get("role", "")),
        done=lambda given: _("{user} is now {role}.").format(
            user=given.user, role=label_within_sentence(given.get_role_display())
        ),
        to=_list_address(place),
    )


@requires(Permission.OWN)
@require_POST
def end_membership_page(request: HttpRequest, member: int, event: str = "") -> HttpResponse:
    """End a membership."""
    place = _place_at(request, event)
    row = _find_member(place, member)
    return perform(
        request,
        lambda actor: end_membership(actor, row),
        done=_("{user} is no longer a helper.").format(user=row.user),
        to=_list_address(place),
    )


@requires(Permission.ASK)
@never_cache
def join_page(request: HttpRequest, secret: str) -> HttpResponse:
    """Accept an invitation, with the logged-in account or a new one; show why an invalid one is refused."""
    try:
        invitation = find_invitation(secret)
    except Refused as reason:
        return page(request, "tournament/safety/join.html", {"reason": str(reason)}, status=404)
    if isinstance(request.user, User):
        return _join_with_account(request, request.user, invitation)
    form = JoinForm(request.POST or None, without_password=invitation.without_password)
    if request.method == "POST" and form.is_valid():
        typed = form.cleaned_data
        password = typed["password"] or (None if invitation.without_password else "")
        try:
            user = create_invited_account(invitation, name=typed["name"], password=password)
        except InvalidName as refused:
            form.add_error("name", str(refused))
        except InvalidPassword as refused:
            form.add_error("password", str(refused))
        except Refused as refused:
            form.add_error(None, str(refused))
        else:
            login(request, user, backend=PASSWORD_BACKEND)
            return _redirect_to_joined(request, invitation.place)
    return page(
        request,
        "tournament/safety/join.html",
        {"invitation": invitation, "form": form},
        status=422 if form.errors else 200,
    )


def _join_with_account(request: HttpRequest, user: User, invitation: Invitation) -> HttpResponse:
    if request.method == "POST":
        try:
            accept_invitation(user, invitation)
        except Refused as refused:
            messages.error(request, str(refused))
            return redirect(invitation.event or "home")
        return _redirect_to_joined(request, invitation.place)
    return page(request, "tournament/safety/join.html", {"invitation": invitation, "known": True})


def _redirect_to_joined(request: HttpRequest, place: Event | Organisation) -> HttpResponse:
    if isinstance(place, Event):
        messages.success(request, _("You have joined {event}.").format(event=place))
        return redirect(place)
    request.session[CHOSEN_ORGANISATION] = place.pk
    messages.success(
        request,
        _("You have joined {organisation}. These are its events.").format(organisation=place),
    )
    return redirect("home")


def _place_at(request: HttpRequest, event: str) -> Event | Organisation:
    """Return the event in the address, or the user's organisation if the address names none."""
    return find_event(event) if event else find_own_organisation(request)


def _list_address(place: Event | Organisation) -> str:
    """Return the address of the list of helpers, the prefix of its subpages."""
    if isinstance(place, Event):
        return reverse("helpers", args=[place.slug])
    return reverse("organisation")


def _shared_context(place: Event | Organisation) -> dict[str, Any]:
    """Return the template context that these pages share."""
    event = place if isinstance(place, Event) else None
    return {"event": event, "place": place, "base": _list_address(place)}


def _find_member(place: Event | Organisation, member: int) -> Membership:
    rows = Membership.objects.select_related("user", "event", "organisation")
    return get_object_or_404(rows, pk=member, **place_filter(place))


ROLES = [
    (Role.SCOREKEEPER.value, _lazy("scorekeeper: results and score pad")),
    (Role.DOOR.value, _lazy("door: only checks in players")),
    (Role.READER.value, _lazy("read-only: sees everything at the desk, changes nothing")),
    (
        Role.DIRECTOR.value,
        _lazy("director: everything except choosing helpers and removing the event"),
    ),
    (Role.OWNER.value, _lazy("owner: everything")),
]
ROLES_IN_ORGANISATION = [
    (Role.DIRECTOR.value, _lazy("director: runs all events")),
    (Role.RATING_OFFICER.value, _lazy("rating officer: loads rating lists and rates events")),
    (Role.READER.value, _lazy("read-only: sees everything at the desks, changes nothing")),
    (Role.OWNER.value, _lazy("owner: everything, including choosing staff")),
]


def _role_choices(place: Event | Organisation) -> list[tuple[str, Any]]:
    return ROLES if isinstance(place, Event) else ROLES_IN_ORGANISATION


def _invite_form(place: Event | Organisation, sent: Any) -> forms.Form:
    form = InviteForm(_role_choices(place), sent)
    if isinstance(place, Organisation):
        del form.fields["without_password"]
    return form


class RoleForm(forms.Form):
    """The form for choosing a role."""

    role = forms.ChoiceField(label=_lazy("Role"))

    def __init__(self, choices: list[tuple[str, Any]], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        role = self.fields["role"]
        assert isinstance(role, forms.ChoiceField)
        role.choices = choices
        role.initial = choices[0][0]


class InviteForm(RoleForm):
    """The form for a new invitation."""

    role = forms.ChoiceField(label=_lazy("Invite as"))
    without_password = forms.BooleanField(
        required=False,
        label=_lazy("On one device, without a password"),
        help_text=_lazy(
            "The person only types a name to join, and stays logged in on that device until "
            "logging out."
        ),
    )


class JoinForm(forms.Form):
    """The name of a new helper, and a password, which is optional if the invitation allows it."""

    name = forms.CharField(
        label=_lazy("Your name"),
        max_length=40,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autofocus": True}),
        help_text=_lazy(
            "The name other helpers know you by. It is shown with everything you enter."
        ),
        error_messages={"required": _lazy("Enter the name by which the other helpers know you.")},
    )
    password = forms.CharField(
        label=_lazy("Your own password"),
        required=False,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=_lazy("At least eight characters. It lets you log in on any device."),
    )

    def __init__(self, *args: Any, without_password: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if without_password:
            self.fields["password"].label = _("Your own password (optional)")
            self.fields["password"].help_text = _(
                "Without a password, you stay logged in on this device only."
            )


QUIET_ZONE = 4
"""White modules around the code, as ISO/IEC 18004 requires."""


@dataclass(frozen=True)
class QrCode:
    """A QR code as one SVG path in a square of `size` modules, including the quiet zone."""

    size: int
    path: str


def qr_code_of(text: str) -> QrCode:
    """Return the QR code of a text, with medium error correction for damaged screens."""
    drawing = qr_code(text)
    path = "".join(
        f"M{x + QUIET_ZONE:g} {y + QUIET_ZONE:g}h{width:g}v1h{-width:g}z"
        for shape in drawing.shapes
        if isinstance(shape, Rectangles)
        for x, y, width, _ in shape.places
    )
    return QrCode(round(drawing.width) + 2 * QUIET_ZONE, path)
