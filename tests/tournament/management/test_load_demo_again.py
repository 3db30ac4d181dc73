"""Loading the demo event next to existing data."""

import pytest

from tests.tournament.commands import run

pytestmark = pytest.mark.full


@pytest.mark.django_db
def test_existing_account_keeps_its_password(director):
    assert "password" not in run("load_demo")[0]
    assert director.check_password("nine-timer")
