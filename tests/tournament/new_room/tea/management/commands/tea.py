"""Count the cups: `manage.py tea`."""

from django.core.management.base import BaseCommand
from tournament.tea.models import Cup


class Command(BaseCommand):
    def handle(self, *args, **options):
        self.stdout.write(f"{Cup.objects.count()} cups")
