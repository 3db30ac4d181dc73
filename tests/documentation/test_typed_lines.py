"""The example plays in the pad's help and in the manual have correct scores."""

import re

import pytest

from tests.architecture.modules import SOURCE
from tests.documentation.reference import DOCS
from tests.shown import main_words

ZONE = ["." * 15] + ["." * 12 + letter + ".." for letter in "ZONE"] + ["." * 15] * 10
"""ZONE down from M2; the third example plays through its Z."""


@pytest.mark.django_db
@pytest.mark.parametrize(
    "page", [SOURCE / "templates/scoring/_help.html", DOCS / "record-a-game.md"]
)
def test_every_example_play_has_its_correct_score(client, page):
    plays = set(re.findall(r"[`>](?:2: )?(\w+ [A-Za-z]+ \d+)[`<]", page.read_text("utf-8")))
    assert len(plays) == 4
    for play in plays:
        position = "\n".join(ZONE) if play.startswith("2J") else ""
        answer = client.get("/check/", {"play": play, "rules": "naspa_nwl", "position": position})
        assert "as announced" in main_words(answer), play
