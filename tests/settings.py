"""Settings of the tests: those of the program, with a separate data folder."""

import atexit
import gc
import os
import shutil
import tempfile

# Run the garbage collector rarely: it took a tenth of the time.
gc.set_threshold(50_000, 20, 100)

_data = tempfile.mkdtemp(prefix="ninetimer-tests-")
atexit.register(shutil.rmtree, _data, ignore_errors=True)
os.environ["NINETIMER_DATA_DIR"] = _data

from tournament.settings import *  # noqa: E402, F403 - the folder must be chosen before the settings are read

# Argon2 is slow by design, and the tests log in hundreds of times.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

# File names without a hash, so that pages render without collected static files.
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
STATIC_ROOT.mkdir(exist_ok=True)  # noqa: F405

# Empties the database after tests that commit.
INSTALLED_APPS += ["tests.flushing"]  # noqa: F405

# A snapshot cannot be taken inside the transaction of a test; tests of snapshots enable them.
NINETIMER_SNAPSHOTS = 0

# Make papers independent of the fonts on this computer.
FONT_FOLDERS = []
