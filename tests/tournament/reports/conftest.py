"""Data shared by several files of report tests."""

import pytest
from django.db import transaction

from tests.tournament.reports.evening import whole_evening


@pytest.fixture(scope="module")
def evening(django_db_setup, django_db_blocker):
    """Create the complete event once for a test file and roll it back at the end."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield whole_evening()
        transaction.set_rollback(True)
