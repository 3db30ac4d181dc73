"""What several files of these tests report on."""

import pytest
from django.db import transaction

from tests.tournament.reports.evening import whole_evening


@pytest.fixture(scope="module")
def evening(django_db_setup, django_db_blocker):
    """The event with everything in it, made once for a file and taken back at the end."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield whole_evening()
        transaction.set_rollback(True)
