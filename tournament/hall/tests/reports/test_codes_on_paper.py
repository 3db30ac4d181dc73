"""QR codes on paper: the printed page is rendered, and its codes are decoded from the picture.

The decoder corrects no errors. It finds a code by its three finder squares, reads its modules one
by one, and compares them with those of the code for the expected address.
"""

import io
import shutil
import subprocess
from itertools import permutations

import numpy as np
import pytest
import segno
from PIL import Image

from tests.in_ci import in_ci
from tests.tournament.reports.samples import STAMP
from tournament.hall.models import PlayerCode
from tournament.reports.definition import find_definition
from tournament.reports.delivery import render_report
from tournament.reports.report_options import options_from

pytestmark = pytest.mark.django_db

BASE = "http://192.168.1.20:8000"
SITE = f"{BASE}/hall/autumn-open/"
DOTS = 200
"""Dots per inch; a phone at reading distance sees more detail."""
FINDER = np.array([1, 1, 3, 1, 1])
DRAWER = shutil.which("pdftoppm")


@pytest.fixture
def printed(event, round_one, tmp_path):
    """Return a function that returns the first page of a report as rows of booleans: True if dark."""
    if DRAWER is None:
        missing = "no pdftoppm on this computer: apt-get install poppler-utils"
        pytest.fail(missing) if in_ci() else pytest.skip(missing)

    def draw(key):
        chosen = find_definition(key)
        report = chosen.build(event, options_from(chosen.Options, {"address": BASE}), STAMP)
        (tmp_path / "paper.pdf").write_bytes(render_report(report, "pdf").content)
        drawn = subprocess.run(
            [DRAWER, "-r", str(DOTS), "-l", "1", "-gray", "-singlefile", tmp_path / "paper.pdf"],
            capture_output=True,
            check=True,
        )
        return np.asarray(Image.open(io.BytesIO(drawn.stdout))) < 128

    return draw


def finders_along(line):
    """Yield the centre of each possible finder square along a line of dots, with its module size."""
    ends = np.flatnonzero(np.diff(line.astype(np.int8))) + 1
    for at in range(len(ends) - 5):
        if not line[ends[at]]:
            continue
        runs = np.diff(ends[at : at + 6])
        module = runs.sum() / 7
        if module >= 2 and (abs(runs - FINDER * module) <= 0.6 * module).all():
            yield (ends[at] + ends[at + 5]) / 2, module


def corners(dark):
    """Return the centre of each finder square in a picture, with its module size."""
    crossings = []
    for y, line in enumerate(dark):
        for x, module in finders_along(line):
            for middle, height in finders_along(dark[:, int(x)]):
                if abs(middle - y) <= module / 2 and abs(height - module) < 1:
                    crossings.append((x, y, module))
    squares = []
    for x, y, module in crossings:
        if not any(abs(x - a) + abs(y - b) < 3 * size for a, b, size in squares):
            squares.append((x, y, module))
    return squares


def codes_in(dark):
    """Yield the modules of every code in a picture, as rows of booleans."""
    squares = corners(dark)
    for top, right, below in permutations(squares, 3):
        module = top[2]
        width, height = right[0] - top[0], below[1] - top[1]
        is_square = width > 0 and abs(width - height) < module
        in_line = abs(right[1] - top[1]) < module and abs(below[0] - top[0]) < module
        count = round(width / module) + 7
        if not (is_square and in_line and count <= 57):
            continue
        step = width / (count - 7)
        places = (np.arange(count) - 3) * step
        rows = (top[1] + places).round().astype(int)
        columns = (top[0] + places).round().astype(int)
        yield tuple(map(bytes, dark[np.ix_(rows, columns)].astype(np.uint8)))


def code(address):
    """Return the modules of the code for an address."""
    made = segno.make(address, error="m", boost_error=False, micro=False, mask=2)
    return tuple(map(bytes, made.matrix))


@pytest.mark.parametrize(
    "key", ["pairings", "pairings_by_name", "pairings_by_rank", "follow_and_report"]
)
def test_door_code_leads_to_the_public_site(printed, key):
    assert set(codes_in(printed(key))) == {code(SITE)}


def test_slip_code_leads_to_result_reporting(printed):
    assert set(codes_in(printed("result_slips"))) == {code(f"{SITE}me/")}


def test_scorecard_code_leads_to_its_player(printed, four):
    owners = PlayerCode.objects.filter(entry__division=four)
    pages = {code(f"{BASE}/me/{owner.token}/") for owner in owners}
    on_the_page = set(codes_in(printed("scorecards")))
    assert on_the_page
    assert on_the_page <= pages
