"""Remove the second factor of a user who lost phone and codes: `manage.py reset_second_factor NAME`."""

from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor
from tournament.actions.safety.second_factor import reset_second_factor


class Command(BaseCommand):
    def add_arguments(self, parser: CommandParser) -> None:
        parser.description = _(
            "Turns off the second factor of an account whose owner has lost the phone and the "
            "recovery codes. The owner then logs in with the password alone."
        )
        parser.add_argument("name", metavar="NAME", help=_("name of the account"))

    def handle(self, *args: Any, name: str, **options: Any) -> None:
        del args, options
        user = User.objects.filter(username=name).first()
        if user is None:
            raise CommandError(_("There is no account “{name}”.").format(name=name))
        if not reset_second_factor(Actor("manage.py"), user):
            raise CommandError(_("{name} has no second factor.").format(name=name))
        self.stdout.write(_("{name} now logs in with the password alone.").format(name=name))
