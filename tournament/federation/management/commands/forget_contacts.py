"""Delete contact details after their retention period: `manage.py forget_contacts`."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.actions.activity import Actor
from scoring.models import Organisation
from tournament.federation.actions.contacts import delete_overdue_contacts
from tournament.federation.queries.contacts import due_contacts


class Command(BaseCommand):
    def add_arguments(self, parser: CommandParser) -> None:
        parser.description = _(
            "Removes the contact details of people whose last event was longer ago than their "
            "organisation keeps such details. A server does this automatically every hour; use "
            "the command on a laptop that is seldom on."
        )
        parser.add_argument(
            "--dry-run",
            action="store_true",
            help=_("only list the people whose contact details would be removed"),
        )

    def handle(self, *args: Any, dry_run: bool, **options: Any) -> None:
        if not dry_run:
            count = delete_overdue_contacts(Actor("manage.py forget_contacts"))
            self.stdout.write(
                ngettext(
                    "The contact details of {count} person have been removed.",
                    "The contact details of {count} people have been removed.",
                    count,
                ).format(count=count)
            )
            return
        for organisation in Organisation.objects.order_by("pk"):
            for row in due_contacts(organisation, timezone.localdate()):
                self.stdout.write(
                    _("{player} ({organisation}): due for removal since {day}").format(
                        player=row.contact.player, organisation=organisation, day=row.since
                    )
                )
