"""``manage.py verify_audit``: check the activity log and report the first invalid entry."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.models import Activity
from scoring.queries.chain import ChainReport, InvalidChainHead, check_log, compare_head


class Command(BaseCommand):
    def add_arguments(self, parser: CommandParser) -> None:
        parser.description = _(
            "Verifies the activity log. Each event has its own chain of entries, and so has the "
            "installation; every entry holds the hash of the one before it, so a changed, removed "
            "or added entry is detected. With --head, compares the log with a head that was "
            "printed or written down. Exit code: 0 if the log is intact, 1 if it is not."
        )
        parser.add_argument(
            "event", nargs="?", help=_("short name of an event: verify only its chain")
        )
        parser.add_argument(
            "--head",
            metavar="HEAD",
            help=_(
                "the number of entries and the digits on a closing report: “214 4f3a 9b2c 11de 77aa”"
            ),
        )

    def handle(self, *args: Any, event: str | None, head: str | None, **options: Any) -> None:
        chain = f"event:{event}" if event else None
        if chain and not Activity.objects.filter(chain=chain).exists():
            raise CommandError(_("There is no log for the event {event}.").format(event=event))
        report = check_log()
        for sentence in (report.fault_message, report.guard_message):
            if sentence:
                self.stdout.write(sentence)
        self._write_summary(report)
        differs = ""
        if head:
            try:
                differs = compare_head(chain, head)
            except InvalidChainHead as reason:
                raise CommandError(str(reason)) from reason
            self.stdout.write(
                differs
                or _("The log matches the head that was written down: {head}.").format(head=head)
            )
        elif event and chain in report.heads:
            self.stdout.write(
                _("Head of the log of {event}: {head}").format(
                    event=event, head=report.heads[chain]
                )
            )
        if differs or not report.is_intact:
            sys.exit(1)

    def _write_summary(self, report: ChainReport) -> None:
        count = report.entries
        if report.is_intact:
            text = ngettext(
                "The activity log is intact: {count} entry.",
                "The activity log is intact: {count} entries.",
                count,
            )
            self.stdout.write(text.format(count=count))
        elif report.fault_message:
            text = ngettext(
                "{count} earlier entry is intact.", "{count} earlier entries are intact.", count
            )
            self.stdout.write(text.format(count=count))
        if report.redacted:
            text = ngettext(
                "{count} entry was redacted on request: its place in the chain is unchanged, "
                "and a later entry confirms its present text.",
                "{count} entries were redacted on request: their places in the chain are "
                "unchanged, and later entries confirm their present text.",
                report.redacted,
            )
            self.stdout.write(text.format(count=report.redacted))
        if report.head:
            self.stdout.write(
                _("The last intact entry has the hash {hash}.").format(hash=report.head)
            )
