"""The pictures of the help match the current pages."""

import pytest
from playwright.sync_api import Browser

from tests.browser.help_pictures import SAME_SIZE, demo_page, facts, look, pictures

pytestmark = pytest.mark.full


def test_every_page_matches_its_help_picture(browser: Browser):
    """After a failure, take the picture again: make help-pictures TOPICS="..."."""
    before, changed = facts(), {}
    with demo_page(browser) as page:
        for picture in pictures():
            now, then = look(page, picture), before[picture.topic]
            size = [round(now["clip"][side]) for side in ("width", "height")]
            if now["words"] != then["words"]:
                gone = [words for words in then["words"] if words not in now["words"]]
                new = [words for words in now["words"] if words not in then["words"]]
                changed[picture.topic] = f"gone {gone}, new {new}"
            elif max(abs(a - b) for a, b in zip(size, then["size"], strict=True)) > SAME_SIZE:
                changed[picture.topic] = f"{then['size']} before, {size} now"
    assert changed == {}
