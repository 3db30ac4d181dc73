"""Engines, actions, queries, pages and files on every Python of this computer: `nox --noxfile tests/noxfile.py`.

Each Python gets an environment of its own; one that is not there is left out, and nox says so. Other tests than
these may be named: `nox --noxfile tests/noxfile.py -- tests/scoring/engine`.
"""

import nox

nox.options.error_on_missing_interpreters = False
TESTS = [
    f"tests/{app}/{folder}"
    for app, folders in (
        ("scoring", ("engine", "actions", "queries", "views")),
        ("tournament", ("engine", "actions", "queries", "web", "exchange")),
    )
    for folder in folders
]


@nox.session(python=["3.11", "3.12", "3.13", "3.14"])
def tests(session: nox.Session) -> None:
    """Install the project with what tests it, and run the tests on SQLite."""
    session.chdir("..")
    session.install("--constraint", "constraints.txt", ".[dev]")
    chosen = session.posargs or TESTS
    session.run("pytest", "-q", "-p", "no:cacheprovider", *chosen, env={"DATABASE_URL": None})
