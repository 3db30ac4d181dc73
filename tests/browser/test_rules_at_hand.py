"""The public rule book: at a desk, on a phone, in dark mode, on paper."""

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.full


def test_printed_page_omits_screen_controls(page: Page):
    page.goto("/rules/")
    page.emulate_media(media="print")
    expect(page.get_by_role("banner")).to_be_hidden()
    expect(page.get_by_label("First player drew")).to_be_hidden()
    expect(page.get_by_text("FROZEN: F 4 ×3 (J2) + R 1")).to_be_visible()
