"""The settings the tests run with: those of the program, in a data folder of their own."""

import atexit
import gc
import os
import shutil
import tempfile

# Circles of objects that nobody uses are looked for seldom: that search took a tenth of the time.
gc.set_threshold(50_000, 20, 100)

_data = tempfile.mkdtemp(prefix="ninetimer-tests-")
atexit.register(shutil.rmtree, _data, ignore_errors=True)
os.environ["NINETIMER_DATA_DIR"] = _data

from tournament.settings import *  # noqa: E402, F403 - the folder must be chosen before the settings are read

# Argon2 takes its time by design; a suite that logs in a hundred times does not have it.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

# Names without a hash: nothing has to be collected before a page is rendered.
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
STATIC_ROOT.mkdir(exist_ok=True)  # noqa: F405

# Tests that commit empty the database after themselves; see there.
INSTALLED_APPS += ["tests.flushing"]  # noqa: F405

# A snapshot cannot be taken inside the transaction a test runs in; what is about snapshots says so.
NINETIMER_SNAPSHOTS = 0

# What stands on paper does not depend on the fonts that this computer happens to have.
FONT_FOLDERS = []
