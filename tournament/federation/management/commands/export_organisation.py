"""Write all data of an organisation to one file: `manage.py export_organisation --to FOLDER`."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.db import transaction
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor, log
from scoring.management.organisations import OrganisationCommand
from scoring.management.progress import ProgressBar
from scoring.models import Organisation
from scoring.tenancy import current_or_first_tenant
from scoring.wording.phrases import FormattedInteger
from tournament.federation.exchange.organisation_file import backup_file_name, write_backup
from tournament.wording.log import say


class Command(OrganisationCommand):
    def add_arguments(self, parser: CommandParser) -> None:
        parser.description = _(
            "Writes all data of an organisation to one file: people, clubs, events with their "
            "logs, games, rating lists, judgements, uploads. import_organisation opens it on a "
            "laptop or a server. It contains people's contact details, but no passwords, second "
            "factors, invitations or keys."
        )
        parser.add_argument(
            "--to",
            metavar="FILE",
            default=".",
            help=_("file or folder (default: the current folder)"),
        )

    def handle(self, *args: Any, to: str, **options: Any) -> None:
        chosen = Organisation.objects.get(pk=current_or_first_tenant())
        path = Path(to)
        if path.is_dir():
            path /= backup_file_name(chosen)
        bar = ProgressBar(self.stderr)
        try:
            written = write_backup(chosen, path, bar.show)
        except OSError as reason:
            raise CommandError(
                _("{path} was not written: {reason}.").format(
                    path=path, reason=reason.strerror or reason
                )
            ) from reason
        finally:
            bar.end()
        with transaction.atomic():
            log(
                Actor("manage.py export_organisation"),
                "export_organisation",
                say("export_organisation", organisation=chosen, rows=written.rows),
                scope=chosen.scope,
            )
        self.stdout.write(
            _("Wrote {path} ({count:,} bytes, {rows:,} rows).").format(
                path=path,
                count=FormattedInteger(written.bytes),
                rows=FormattedInteger(written.rows),
            )
        )
