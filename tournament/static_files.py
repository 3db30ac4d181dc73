"""Which static files are collected, and how they get names that browsers may keep for ever."""

from django.contrib.staticfiles.apps import StaticFilesConfig
from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticFiles(StaticFilesConfig):
    """Django's static files, without the parts of vendored packages that no page of ours loads."""

    ignore_patterns = [
        *StaticFilesConfig.ignore_patterns,
        "django_htmx/ext/*",
        "django_htmx/ht*-4*",
    ]


class HashedStaticFiles(CompressedManifestStaticFilesStorage):
    """Hashed, compressed static files; imports between our ES modules follow the new names."""

    support_js_module_import_aggregation = True
