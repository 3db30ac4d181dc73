"""Create, rename and leave organisations on a server."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor
from scoring.actions.refusals import required_text
from scoring.models import Organisation
from scoring.tenancy import FIRST_TENANT
from tournament.actions.act import Refused, act
from tournament.actions.safety.roles import act_on_members, end_membership
from tournament.models import Membership
from tournament.wording.log import say

MAX_NAME_LENGTH = 120


def create_organisation(actor: Actor, *, name: str) -> Organisation:
    """Create an organisation without members. Raise `Refused` for an empty or taken name."""
    with act(actor, None) as action:
        organisation = Organisation.objects.create(
            name=free_organisation_name(name), created_at=timezone.now()
        )
        action.default_scope = organisation.scope
        action.log("create_organisation", say("create_organisation", name=organisation))
    return organisation


def rename_organisation(actor: Actor, organisation: Organisation, *, name: str) -> None:
    """Rename the organisation. Raise `Refused` for an empty or taken name."""
    with act_on_members(actor, organisation) as action:
        held = Organisation.objects.get(pk=organisation.pk)
        before, held.name = held.name, free_organisation_name(name, but=held)
        if held.name == before:
            return
        held.save(update_fields=["name"])
        action.log(
            "rename_organisation",
            say("rename_organisation", before=before or organisation, after=held),
            before={"name": before},
            after={"name": held.name},
        )


def leave_organisation(user: User, organisation: Organisation) -> None:
    """End the membership of `user` in the organisation; the log still names them.

    Their roles in its events stay. Raise `Refused` if they have no role in it or are its last owner.
    """
    mine = Membership.objects.filter(user=user, organisation=organisation, ended_at=None).first()
    if mine is None:
        raise Refused(
            _("You have no role in {organisation}. Reload the page.").format(
                organisation=organisation
            )
        )
    end_membership(Actor.for_user(user), mine)


def free_organisation_name(name: str, but: Organisation | None = None) -> str:
    """Return the name in stored form, reserved until the transaction ends.

    Raise `Refused` if it is empty, or taken by an organisation other than `but`.
    """
    name = required_text(name, _("Enter the name of the organisation."))[:MAX_NAME_LENGTH]
    # One at a time, so that two concurrent creations cannot get the same name.
    Organisation.objects.select_for_update(no_key=True).get(pk=FIRST_TENANT)
    same = Organisation.objects.filter(name__iexact=name).exclude(pk=but.pk if but else 0)
    if same.exists():
        raise Refused(_("An organisation named {name} already exists.").format(name=name))
    return name
