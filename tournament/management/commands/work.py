"""Run background work in a separate process: `manage.py work`, alongside several `serve --shared`."""

import signal
from types import FrameType
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.utils import translation
from django.utils.translation import gettext as _

from scoring.processes import start_message_exchange
from tournament.management.commands.serve import refuse_old_database, refuse_sqlite
from tournament.server.background import single_worker


class Command(BaseCommand):
    def add_arguments(self, parser: CommandParser) -> None:
        parser.description = _(
            "Runs the background jobs when several processes serve one installation: the "
            "running copy, automatic publishing of rounds, updates of published sites. Only one "
            "such process works at a time; a second one waits and takes over if needed."
        )

    def handle(self, **options: Any) -> None:
        refuse_sqlite()
        refuse_old_database()
        turn = single_worker()

        def end(_number: int, _frame: FrameType | None) -> None:
            turn.stop()

        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, end)
        stop_messages = start_message_exchange()
        self.stdout.write(_("Ninetimer is running background jobs. Press Ctrl+C to stop."))
        self.stdout.flush()
        try:
            with translation.override(settings.LANGUAGE_CODE):  # not in that of the terminal
                turn.run()
        finally:
            stop_messages()
