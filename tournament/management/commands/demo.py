"""Start Ninetimer with the demo event in a separate data folder: `ninetimer demo`."""

from django.core.management import call_command
from django.core.management.base import CommandParser
from django.utils.translation import gettext as _

from tournament.management.commands import start


class Command(start.Command):
    command_name = "demo"

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.description = _(
            "Starts Ninetimer with a demo event. Its data is in a separate folder, so it does "
            "not mix with yours. Ctrl+C stops it."
        )

    def prepare(self) -> None:
        """Load the demo event once."""
        call_command("load_demo", stdout=self.stdout)
