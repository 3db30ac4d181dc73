"""Real events of another program: computed ranks and ratings after every round equal those of their files.

Known differences of ranks are explained in cases/sample_ranks.toml.
"""

import tomllib
from pathlib import Path

import pytest

from scoring.actions.activity import Actor
from tests.samples import TSH
from tournament.actions.files.importing import import_event
from tournament.exchange.event_exchange import prepare_event
from tournament.exchange.event_files import NamedFile, event_formats, read_bundle
from tournament.exchange.tsh.javascript import javascript_value
from tournament.queries.files.interchange import derived_figures_of, portable_event
from tournament.queries.safety.recheck import recheck
from tournament.queries.standings.standings import division_standings

CASES = tomllib.loads((Path(__file__).parent / "cases" / "sample_ranks.toml").read_text())

pytestmark = pytest.mark.django_db


def bundle_of(*names):
    return read_bundle([NamedFile(name, (TSH / name).read_bytes()) for name in names])


def imported(*names):
    """Return the imported event of these samples."""
    return import_event(Actor("test"), bundle_of(*names))


def in_the_file(division, tag):
    """Return every rank in the file by round and number."""
    ranks = {}
    for entry in division.entries.all():
        of_rounds = enumerate((dict(entry.extras["tags"]).get(tag) or "").split())
        ranks |= {(at, entry.number): int(rank) for at, rank in of_rounds if at and rank != "00"}
    return ranks


def as_ranked(division, *, without_withdrawn=False):
    """Return every computed rank by round and number.

    Without withdrawn players, the others move up and keep shared places.
    """
    last = division_standings(division).last
    gone = set(division.entries.exclude(withdrawn_after=None).values_list("number", flat=True))
    places = {}
    for round_number in range(1, last + 1):
        lines = [row.line for row in division_standings(division, round_number).rows]
        if without_withdrawn:
            lines = [line for line in lines if line.number not in gone]
        ranks = [line.rank for line in lines]
        places |= {(round_number, line.number): ranks.index(line.rank) + 1 for line in lines}
    return places


def differing(filed, worked_out):
    """Return the unexplained differences: round, number, rank in the file, computed rank."""
    return sorted(
        (*place, rank, worked_out.get(place))
        for place, rank in filed.items()
        if worked_out.get(place) != rank
    )


def explained(sample):
    return sorted(
        (case["round"], case["number"], case["in_file"], case["here"])
        for case in CASES.get(sample, [])
        if case["reason"]
    )


@pytest.mark.parametrize(
    ("files", "tag", "number", "cases"),
    [
        (("a.t", "config.tsh"), "rcrank", 18 * 38, "rcrank"),
        (("tourney.js",), "rrank", 11 * 12, "tourney"),
        pytest.param(("a.t", "config.tsh"), "rrank", 93, "rrank", marks=pytest.mark.full),
    ],
)
def test_every_rank_of_a_division_matches_its_file(files, tag, number, cases):
    """Complete, in progress, and among the players who remain."""
    division = imported(*files).divisions.get()
    filed = in_the_file(division, tag)
    assert len(filed) == number
    ranked = as_ranked(division, without_withdrawn=cases == "rrank")
    assert differing(filed, ranked) == explained(cases)
    if cases == "rrank":
        ranks = derived_figures_of(division).present_ranks
        assert {place: ranks[place[0] - 1].get(place[1]) for place in filed} == filed


def parts_of(value, path=""):
    """Yield every number and text in the value of a script, by path."""
    if isinstance(value, dict | list):
        items = value.items() if isinstance(value, dict) else enumerate(value)
        for key, inner in items:
            yield from parts_of(inner, f"{path}.{key}")
        yield path, type(value).__name__
    else:
        yield path, value


def script(content):
    text = content.decode()
    return dict(parts_of(javascript_value(text[text.index("{") : text.rindex("}") + 1])))


def test_every_derived_figure_of_tourney_js_matches_tsh():
    """newr, rrank, seeds, classes, maxr, out of the money: all figures except excess wins."""
    was = script((TSH / "tourney.js").read_bytes())
    now = script(prepare_event(imported("tourney.js"), "tourney_js").files()[0].content)
    assert {path: was[path] for path in was if now.get(path, "") != was[path]} == {
        path: was[path] for path in was if ".excwins" in path
    }
    added = [".config.bye_spread", ".config.gibson_spread", ".config.gibson_spread.0"]
    assert sorted(path for path in now if path not in was) == added
    assert len([path for path in was if ".newr." in path or ".rrank." in path]) == 12 * 11 + 12 * 12


@pytest.mark.full
def test_imported_division_is_exported_letter_by_letter():
    event = imported("a.t", "config.tsh")
    write = event_formats()["tsh_config"].write
    assert write(portable_event(event)) == write(bundle_of("a.t", "config.tsh"))
    assert list(recheck(event)) == []
