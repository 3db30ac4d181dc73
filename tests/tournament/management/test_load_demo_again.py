"""Loading the demo event next to existing data."""

import pytest

from tests.tournament.management.test_load_demo import load

pytestmark = pytest.mark.full


@pytest.mark.django_db
def test_an_account_that_exists_keeps_its_password(director):
    assert "password" not in load()
    assert director.check_password("nine-timer")
