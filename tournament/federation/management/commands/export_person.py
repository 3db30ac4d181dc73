"""Write all data stored about a person to one file: `manage.py export_person NAME --to FILE.zip`."""

from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.management.organisations import OrganisationCommand
from tournament.federation.queries.personal_data import UnknownPerson, person_named, personal_data
from tournament.federation.reports.personal_data import personal_archive
from tournament.management.arguments import write_output


class Command(OrganisationCommand):
    def add_arguments(self, parser: CommandParser) -> None:
        parser.description = _(
            "Writes the data stored about a person, in all events, to one zip file: a page, a "
            "PDF, JSON for programs, and the photographs of the games. Data of merged people is "
            "included under every name."
        )
        parser.add_argument("name", help=_("the person's name as it was entered"))
        parser.add_argument(
            "--to",
            metavar="FILE",
            default=".",
            help=_("file or folder (default: the current folder)"),
        )

    def handle(self, *args: Any, name: str, to: str, **options: Any) -> None:
        del args, options
        try:
            person = person_named(name)
        except UnknownPerson as reason:
            raise CommandError(
                _("No person called {name} has ever been entered.").format(name=name)
            ) from reason
        archive = personal_archive(personal_data(person), timezone.localtime())
        for warning in archive.warnings:
            self.stderr.write(warning)
        write_output(archive.content, to, archive.file_name, self.stdout)
        self.stderr.write(
            _(
                "The file also names other people in the activity and the results: read it before "
                "you pass it on."
            )
        )
