"""The WSGI application, for waitress (`manage.py serve`) and gunicorn alike."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")

application = get_wsgi_application()
