"""Import an organisation from its backup: `manage.py import_organisation FILE`."""

from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor
from scoring.management.progress import ProgressBar
from tournament.actions.act import Refused
from tournament.federation.actions.organisation_archive import import_organisation
from tournament.federation.exchange.organisation_file import BackupFile, NotABackup


class Command(BaseCommand):
    def add_arguments(self, parser: CommandParser) -> None:
        parser.description = _(
            "Imports a file written by export_organisation, completely or not at all. On an "
            "installation without data, the file is imported into the organisation that is "
            "already there; otherwise, a new organisation is added. An organisation that already "
            "exists is refused."
        )
        parser.add_argument("file", help=_("the backup file"))
        parser.add_argument("--name", default="", help=_("a different name for the organisation"))
        parser.add_argument(
            "--owner",
            default="",
            help=_("the account that will own the organisation (default: the only administrator)"),
        )
        parser.add_argument(
            "--copy",
            action="store_true",
            help=_("import the organisation even if it already exists"),
        )

    def handle(
        self, *args: Any, file: str, name: str, owner: str, copy: bool, **options: Any
    ) -> None:
        account = _find_owner(owner)
        bar = ProgressBar(self.stderr)
        try:
            backup = BackupFile(Path(file))
            made = import_organisation(
                Actor("manage.py import_organisation"),
                backup,
                name=name,
                owner=account,
                copy=copy,
                done=lambda rows: bar.show(rows, backup.rows),
            )
        except OSError as reason:
            raise CommandError(
                _("{path} cannot be read: {reason}.").format(
                    path=file, reason=reason.strerror or reason
                )
            ) from reason
        except (NotABackup, Refused) as reason:
            raise CommandError(str(reason)) from reason
        finally:
            bar.end()
        self.stdout.write(
            _("{organisation} has been imported, with all its events.").format(organisation=made)
        )
        for person, role, event in backup.header.get("roles", []):
            self.stdout.write(f"  {person}: {role}{f', {event}' if event else ''}")
        if backup.header.get("roles"):
            self.stdout.write(
                _(
                    "These people had roles in the organisation. Only the owner has a role now "
                    "and can invite them."
                )
            )
        if account is None:
            self.stdout.write(
                _("The organisation has no owner yet. Invite one on the Organisation page.")
            )


def _find_owner(name: str) -> User | None:
    if name:
        account = User.objects.filter(username=name, is_active=True).first()
        if account is None:
            raise CommandError(_("There is no account called {name}.").format(name=name))
        return account
    everything = User.objects.filter(is_superuser=True, is_active=True)[:2]
    return everything[0] if len(everything) == 1 else None
