"""What axe was asked about before is not asked again; a fault beside it is found all the same."""

import pytest
from playwright.sync_api import Page

from tests.browser.axe import Axe

pytestmark = pytest.mark.full

STYLE = """<!doctype html><html lang=en><title>Pale</title><style>
  :root { color-scheme: light dark; }
  body { color: light-dark(#222, #ddd); background: light-dark(#fff, #111); }
  .far { color: light-dark(#444, #444); }
  .box { background: #777; }
  .large { font-size: 30px; color: #888; }
  b { opacity: var(--faint, 1); }
  [disabled] { color: #bbb; }
</style><main><h1>Results</h1>"""
GOOD = "<p>Ada Berg</p><p>Bo Costa</p><p>3</p><p class=large>Round 1</p><b>402</b><p><button>Enter result</button>"
FAULTS = {
    "another colour": "<p class=far style='color: #aaa'>Ada Berg</p>",
    "another ground": "<div class=box><p>Ada Berg</p></div>",
    "another ground far above": "<div style='background: #555'><div><div><p>Ada Berg</p></div></div></div>",
    "another size": "<p class=large style='font-size: 12px'>Round 1</p>",
    "faint": "<div style='--faint: 0.2'><b>402</b></div>",
    "faint together": "<div style='opacity: 0.3'><p>Ada Berg</p></div>",
    "a link like its words": "<p>Ada Berg <a href=# style='color: #333; text-decoration: none'>plays</a> Bo</p>",
    "no name": "<button></button>",
}  # fmt: skip


def test_a_fault_is_found_beside_what_looks_right(page: Page):
    axe = Axe()
    page.set_content(STYLE + GOOD)
    assert axe.problems(page) == []
    judged = set(axe.judged)
    assert axe.problems(page) == []
    assert axe.judged == judged
    missed = []
    for name, fault in FAULTS.items():
        page.set_content(STYLE + GOOD + fault)
        if not axe.problems(page):
            missed.append(name)
    assert missed == []
    page.set_content(STYLE + GOOD + "<p class=far>Cleo Duarte</p>")
    assert axe.problems(page) == []
    assert axe.problems(page, "colours") == []
    page.emulate_media(color_scheme="dark")
    assert len(axe.problems(page, "colours")) == 1
    assert axe.problems(page, "but colours") == []


def test_what_could_not_be_judged_where_it_stands_is_judged_elsewhere(page: Page):
    axe = Axe()
    over = "<i style='position: absolute; inset: 0; background: #fff'></i>"
    covered = f"<div style='position: relative'><p class=pale>Ada Berg</p>{over}</div>"
    pale = "<style>.pale { color: #bbb; }</style>"
    page.set_content(STYLE + pale + covered)
    assert axe.problems(page, "colours") == []
    page.set_content(
        STYLE + pale + "<div style='position: relative'><p class=pale>Ada Berg</p></div>"
    )
    assert len(axe.problems(page, "colours")) == 1
