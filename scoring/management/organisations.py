"""The option `--organisation` for commands, needed if several organisations share the installation."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from scoring.models import Organisation
from scoring.tenancy import tenant
from scoring.wording.phrases import comma_list


class OrganisationCommand(BaseCommand):
    """A command that works for one organisation, named with `--organisation`.

    The option may be omitted if there is only one. Subclasses that can work for all organisations
    set `allows_all_organisations`; the option may then always be omitted.
    """

    allows_all_organisations = False

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        """Return the parser of the command with the option `--organisation`."""
        parser = super().create_parser(prog_name, subcommand, **kwargs)
        parser.add_argument(
            "--organisation",
            default="",
            metavar="NAME",
            help=_(
                "organisation to run this for; if none is given, all organisations share the result"
            )
            if self.allows_all_organisations
            else _("organisation to run this for; needed if several share the installation"),
        )
        return parser

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Run the command for the organisation and return its output. Raise `CommandError` for an invalid name."""
        with tenant(self._requested_key(options.pop("organisation", ""))):
            return super().execute(*args, **options)

    def _requested_key(self, name: str) -> int | None:
        """Return the key of the named or the only organisation, or None for all.

        Raise `CommandError` if the name is unknown, or missing although several organisations exist.
        """
        known = list(Organisation.objects.all())
        if not name:
            if self.allows_all_organisations:
                return None
            if len(known) == 1:
                return int(known[0].pk)
            raise CommandError(
                _(
                    "Name an organisation with --organisation. Available organisations: {names}."
                ).format(names=comma_list(str(one) for one in known))
            )
        wanted = " ".join(name.split()).casefold()
        for one in known:
            if str(one).casefold() == wanted:
                return int(one.pk)
        raise CommandError(
            _("There is no organisation “{name}”. Available organisations: {names}.").format(
                name=name, names=comma_list(str(one) for one in known)
            )
        )
