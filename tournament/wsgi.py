"""The WSGI application for the built-in server (`manage.py serve`) and gunicorn."""

import os

from django.core.wsgi import get_wsgi_application

from tournament.head_requests import drop_head_bodies

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")

application = drop_head_bodies(get_wsgi_application())
