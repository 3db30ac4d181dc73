"""High contrast and forced colours: every part, its state and the focus stay visible.

The page of components contains every part in every state. Forced colours (Windows: contrast
themes) remove backgrounds, so current, selected or next items need an outline, and a bar its
length.
"""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.full

COMPONENTS = "/help/components/"
SIGHTS: dict[str, dict[str, Any]] = {
    "light": {"color_scheme": "light"},
    "dark": {"color_scheme": "dark"},
    "more contrast": {"contrast": "more", "color_scheme": "light"},
    "more contrast, dark": {"contrast": "more", "color_scheme": "dark"},
    "forced colours": {"forced_colors": "active", "color_scheme": "dark"},
}
WITHOUT_FOCUS = """() => {
  const shown = element => {
    const style = getComputedStyle(element);
    const ring = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
    return ring || style.boxShadow !== 'none';
  };
  const reached = 'a[href], button:enabled, input:enabled, select, summary, [tabindex="0"]';
  return [...document.querySelectorAll(reached)]
    .filter(element => element.getBoundingClientRect().width && !element.closest('.visually-hidden, .skip-link'))
    .filter(element => {
      element.focus({focusVisible: true});
      return document.activeElement === element && !shown(element);
    })
    .map(element => element.outerHTML.slice(0, 120));
}"""
MIN_CONTRAST = """minimum => {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', {willReadFrequently: true});
  const channels = colour => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const light = colour => {
    const linear = share => share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    const [r, g, b] = channels(colour).map(channel => linear(channel / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = element => {
    for (let box = element; box; box = box.parentElement) {
      const colour = getComputedStyle(box).backgroundColor;
      if (channels(colour)[3] === 255) return colour;
    }
    return getComputedStyle(document.documentElement).backgroundColor;
  };
  const pale = [];
  for (const element of document.querySelectorAll('main *')) {
    const words = [...element.childNodes].some(node => node.nodeType === 3 && node.data.trim());
    const shown = element.getBoundingClientRect().width && !element.matches(':disabled, svg *');
    if (!words || !shown) continue;
    const [one, other] = [light(getComputedStyle(element).color), light(behind(element))].sort((a, b) => b - a);
    const ratio = (one + 0.05) / (other + 0.05);
    if (ratio < minimum) pale.push(`${ratio.toFixed(2)}: ${element.outerHTML.slice(0, 100)}`);
  }
  return pale;
}"""


@pytest.fixture
def components(director_page: Page):
    """Return a function that opens the page of components with given settings."""

    def opened(sight: str) -> Page:
        director_page.emulate_media(**SIGHTS[sight])
        director_page.goto(COMPONENTS)
        expect(director_page.locator(".board-grid")).to_be_visible()
        return director_page

    return opened


@pytest.mark.parametrize("sight", SIGHTS)
def test_every_component_is_readable_and_shows_focus(components, sight):
    page = components(sight)
    assert page.evaluate(MIN_CONTRAST, 7 if "contrast" in sight else 4.5) == []
    page.keyboard.press("Tab")
    assert page.evaluate(WITHOUT_FOCUS) == []


FORCED = {
    ".next-action": {"outlineStyle": "solid", "outlineWidth": "2px"},
    ".tabs [aria-current]": {"outlineStyle": "solid", "outlineWidth": "2px"},
    ".phases [aria-current]": {"outlineStyle": "solid", "outlineWidth": "2px"},
    "progress": {"borderTopWidth": "1px"},
    ".board-grid > .in": {"borderLeftStyle": "solid"},
    ".board-grid > .missing": {"borderLeftStyle": "dashed"},
    "main input[type=checkbox]:checked": {"appearance": "auto"},
    "main input[type=radio]:checked": {"appearance": "auto"},
    ".message.success": {"borderLeftStyle": "solid"},
    ".message.warning": {"borderLeftStyle": "dashed"},
    ".message.error": {"borderLeftStyle": "double"},
    ".tabs > :is(a, strong):not([aria-current])": {"borderBottomWidth": "0px"},
    ".tabs > :is(a, strong)[aria-current]": {"borderBottomWidth": "3px"},
}
"""What is current, next, done, checked or a message, with the style that tells it apart without colours."""
STYLES = """(element, names) => {
  const style = getComputedStyle(element);
  return Object.fromEntries(names.map(name => [name, style[name]]));
}"""


def test_forced_colours_distinguish_every_state(components):
    page = components("forced colours")
    styles = {
        part: page.locator(part).first.evaluate(STYLES, list(expected))
        for part, expected in FORCED.items()
    }
    assert styles == FORCED
