"""What every test may ask for, and the order in which tests run."""

import pytest

DATABASE_FIXTURES = {"db", "transactional_db", "django_db_setup", "live_server"}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--database-only",
        action="store_true",
        help="run only the tests that touch the database; browser tests excluded",
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put the slow browser tests last, and with --database-only keep what depends on the database."""
    items.sort(key=_in_browser)
    if config.getoption("--database-only"):
        chosen = [item for item in items if _in_database(item) and not _in_browser(item)]
        config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
        items[:] = chosen


def _in_browser(item: pytest.Item) -> bool:
    return item.get_closest_marker("browser") is not None


def _in_database(item: pytest.Item) -> bool:
    asked = set(getattr(item, "fixturenames", ()))
    return item.get_closest_marker("django_db") is not None or bool(asked & DATABASE_FIXTURES)


@pytest.fixture
def director(django_user_model):
    """The director's account, with every permission."""
    return django_user_model.objects.create_superuser("director", password="nine-timer")


@pytest.fixture
def director_client(client, director):
    """A test client logged in as the director."""
    client.force_login(director)
    return client
