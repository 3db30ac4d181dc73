"""The collection of static files under names that browsers may cache for ever."""

import hashlib
from pathlib import Path
from typing import cast

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.apps import StaticFilesConfig
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command
from whitenoise.storage import CompressedManifestStaticFilesStorage

COLLECTED_FROM = "collected-from.txt"
"""A file beside the collected files with a digest of their sources."""


class StaticFiles(StaticFilesConfig):
    """Django's static files, without the parts of vendored packages that our pages do not load."""

    ignore_patterns = [
        *StaticFilesConfig.ignore_patterns,
        "django_htmx/ext/*",
        "django_htmx/ht*-4*",
    ]


class HashedStaticFiles(CompressedManifestStaticFilesStorage):
    """Hashed, compressed static files; imports between our ES modules use the hashed names."""

    support_js_module_import_aggregation = True


def collect_static_files() -> None:
    """Collect the static files unless they are up to date.

    Hashing and compressing them takes a second of processor time; checking for changes takes a
    fiftieth. Nothing is collected if files keep their own names, as in development.
    """
    if not isinstance(staticfiles_storage, HashedStaticFiles):
        return
    made_from, note = _digest_of_sources(), Path(settings.STATIC_ROOT) / COLLECTED_FROM
    if (
        note.exists()
        and note.read_text(encoding="utf-8") == made_from
        and _is_collection_complete()
    ):
        return
    note.unlink(missing_ok=True)
    call_command("collectstatic", interactive=False, verbosity=0)
    note.write_text(made_from, encoding="utf-8")


def _digest_of_sources() -> str:
    """Return a digest that changes with the name, path, size or time of any static file."""
    sources = sorted(
        (name, storage.path(name))
        for finder in finders.get_finders()
        for name, storage in finder.list(StaticFiles.ignore_patterns)
    )
    digest = hashlib.sha256()
    for name, path in sources:
        state = Path(path).stat()
        digest.update(f"{name} {path} {state.st_size} {state.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def _is_collection_complete() -> bool:
    """Return whether the manifest lists any files and all of them exist."""
    names, _digest = cast(
        "CompressedManifestStaticFilesStorage", staticfiles_storage
    ).load_manifest()
    return bool(names) and all(staticfiles_storage.exists(name) for name in names.values())
