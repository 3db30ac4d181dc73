"""Commands that are for one organisation: which one, where several share the installation."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from scoring.models import Organisation
from scoring.tenancy import within
from scoring.wording.phrases import comma_list


class OrganisationCommand(BaseCommand):
    """A command whose work is done for one organisation, which `--organisation` names.

    Where there is only one it need not be named. Subclasses that have something to do for all organisations set
    `for_all_without`: then nothing need be named at all.
    """

    for_all_without = False

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        """Add the option to those of the command."""
        parser = super().create_parser(prog_name, subcommand, **kwargs)
        parser.add_argument(
            "--organisation",
            default="",
            metavar="NAME",
            help=_("the organisation it is done for; all share the result where none is named")
            if self.for_all_without
            else _("the organisation it is done for; needed where several share the installation"),
        )
        return parser

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Do it within the wall of the organisation. Raises `CommandError` naming those there are."""
        with within(self._asked(options.pop("organisation", ""))):
            return super().execute(*args, **options)

    def _asked(self, name: str) -> int | None:
        """The key of the organisation named, or of the only one; None where it is done for all."""
        known = list(Organisation.objects.all())
        if not name:
            if self.for_all_without:
                return None
            if len(known) == 1:
                return int(known[0].pk)
            raise CommandError(
                _("Say for which organisation, with --organisation. There are {names}.").format(
                    names=comma_list(str(one) for one in known)
                )
            )
        wanted = " ".join(name.split()).casefold()
        for one in known:
            if str(one).casefold() == wanted:
                return int(one.pk)
        raise CommandError(
            _("There is no organisation “{name}”. There are {names}.").format(
                name=name, names=comma_list(str(one) for one in known)
            )
        )
