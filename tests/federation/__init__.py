"""Generate years of a federation from a seed: `python -m tests.federation PERCENT`, on the database of the settings."""

import os

import django
from django.apps import apps

if not apps.ready:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    django.setup()
