"""The pictures of the help match the current pages."""

import pytest
from playwright.sync_api import Browser

from tests.browser.help_pictures import SAME_SIZE, demo_page, fact_of, facts, look, pictures

pytestmark = pytest.mark.full


def test_every_page_matches_its_help_picture(browser: Browser):
    """After a failure, take the picture again: make help-pictures TOPICS="..."."""
    before, changed = facts(), {}
    with demo_page(browser) as page:
        for picture in pictures():
            size, *now = fact_of(look(page, picture)).split(" | ")
            old_size, *then = before[picture.topic].split(" | ")
            sides = zip(size.split(" x "), old_size.split(" x "), strict=True)
            if now != then:
                gone = [words for words in then if words not in now]
                changed[picture.topic] = f"gone {gone}, new {[w for w in now if w not in then]}"
            elif any(abs(int(side) - int(old)) > SAME_SIZE for side, old in sides):
                changed[picture.topic] = f"{old_size} before, {size} now"
    assert changed == {}
