"""Erase a person on request: `manage.py erase_person NAME --reason TEXT`."""

from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor
from scoring.management.organisations import OrganisationCommand
from tournament.actions.act import Refused
from tournament.federation.actions.erasure import erase_person
from tournament.federation.queries.erasure import consequences_of_erasing, count_entries_naming
from tournament.federation.queries.personal_data import UnknownPerson, person_named


class Command(OrganisationCommand):
    def add_arguments(self, parser: CommandParser) -> None:
        parser.description = _(
            "Replaces the name of a person with initials everywhere and removes the contact details. "
            "Results are kept, and the activity log stays intact. Asks for the name again. This "
            "cannot be undone."
        )
        parser.add_argument("name", help=_("the person's name as it was entered"))
        parser.add_argument("--reason", required=True, help=_("reason, recorded in the log"))
        parser.add_argument(
            "--keep-photographs",
            action="store_true",
            help=_("keep the photographs of the person's games"),
        )
        parser.add_argument("--yes", action="store_true", help=_("do not ask for confirmation"))

    def handle(self, *args: Any, name: str, reason: str, yes: bool, **options: Any) -> None:
        try:
            person = person_named(name)
        except UnknownPerson as unknown:
            raise CommandError(
                _("No person called {name} has ever been entered.").format(name=name)
            ) from unknown
        does = consequences_of_erasing(person)
        self.stdout.write(
            _(
                "{person}: {entries} entries, {results} results and {games} recorded games are "
                "kept under initials; the name is removed from them, from {log} entries of the "
                "log and from {listed} rows of rating lists."
            ).format(
                person=person,
                entries=does.entries,
                results=does.results,
                games=does.games,
                log=count_entries_naming(person),
                listed=does.list_rows,
            )
        )
        typed = person.name if yes else input(_("Type the name to erase the person: "))
        try:
            erasure = erase_person(
                Actor("manage.py erase_person"),
                person,
                typed=typed,
                reason=reason,
                photographs=not options["keep_photographs"],
            )
        except Refused as refused:
            raise CommandError(str(refused)) from refused
        self.stdout.write(
            _("The name has been erased: {shown} is now shown instead.").format(shown=erasure.shown)
        )
        if does.snapshots:
            self.stdout.write(
                _(
                    "Snapshots in the data folder that still contain the name: {count}. If you "
                    "go back to one, the person is erased again; remove the files if the name "
                    "must not remain in them."
                ).format(count=does.snapshots)
            )
