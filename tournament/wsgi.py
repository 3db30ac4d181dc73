"""The WSGI application for the built-in server (`manage.py serve`) and gunicorn."""

import os

from django.core.wsgi import get_wsgi_application

from tournament.head_requests import without_body_for_head

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")

application = without_body_for_head(get_wsgi_application())
