"""Run the tests of engines, actions, queries, pages and files on every installed Python.

Start it with `nox --noxfile tests/noxfile.py`. Each Python gets its own environment; nox
reports the missing ones. To run other tests, name them: `nox --noxfile tests/noxfile.py --
tests/scoring/engine`.
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
    """Install the project with its test dependencies and run the tests on SQLite."""
    session.chdir("..")
    session.install("--constraint", "constraints.txt", ".[dev]")
    chosen = session.posargs or TESTS
    session.run("pytest", "-q", "-p", "no:cacheprovider", *chosen, env={"DATABASE_URL": None})
