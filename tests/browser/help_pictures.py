"""Take the pictures of the help from the demo event: `python -m tests.browser.help_pictures [TOPIC ...]`.

`help_pictures.toml`, in the core and in each room, names the page of each topic. The text in
a picture is stored in `help_pictures.json` and compared with the page by a test, because
pictures differ between computers. Times and addresses are replaced by fixed ones first.
"""

import io
import json
import os
import sys
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page

from tests.browser.windows import chromium
from tests.installation import DIRECTOR, PASSWORD, running, short_lived
from tests.sources import SOURCE

STATIC = "static/tournament/help"
WIDTH, MOST_HEIGHT = 924, 420
"""The window size, wide enough for a picture next to the places, and the maximum height of a picture."""
WIDEST = 700
"""Wider pictures are scaled down."""
COLOURS = (64, 32, 20)
"""Numbers of colours to try until a picture is smaller than `ENOUGH`."""
ENOUGH = 30 * 1024
SAME_SIZE = 12
"""Tolerance in pixels for the size of a part on another computer."""
MADE_THE_SAME = r"""() => {
  document.activeElement.blur();
  const same = text => text.replace(/\b\d\d:\d\d\b/g, "14:05").replace(/127\.0\.0\.1:\d+/g, "ninetimer.local")
    .replace(/(?<=Seed )\d+/, "1957032522").replace(/\b28 Nov|\b\d{1,2} \w{3}(?=,? 14:05| 20\d\d, 14:05)/g, "17 Oct");
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) texts.currentNode.data = same(texts.currentNode.data);
  for (const field of document.querySelectorAll("main input:not([type=date])")) field.value = same(field.value);
  for (const day of document.querySelectorAll("main input[type=date]")) if (day.value) day.value = "2026-10-17";
}"""
WITHOUT_A_CUT = """([part, most]) => {
  const whole = document.querySelector(part).getBoundingClientRect();
  const top = whole.top + scrollY;
  const boxes = [];
  const words = [];
  for (const element of document.querySelectorAll(`${part}, ${part} *`)) {
    if (!element.checkVisibility({visibilityProperty: true}) || element.closest("svg svg, option")) continue;
    const isField = element.matches("input, select, textarea, button, [role=button], svg, img, iframe");
    const texts = [...element.childNodes].filter(node => node.nodeType === 3 && node.data.trim());
    if (!isField && !texts.length || element.closest("svg") && !element.matches("svg")) continue;
    const lines = texts.flatMap(node => {
      const place = document.createRange();
      place.selectNodeContents(node);
      return [...place.getClientRects()];
    });
    const all = (isField ? [element.getBoundingClientRect()] : lines).filter(box => box.width > 1 && box.height > 1);
    if (!all.length) continue;
    if (all[0].height < 200) boxes.push(...all.map(box => [box.top + scrollY - top, box.bottom + scrollY - top]));
    const shown = texts.map(node => node.data).concat(element.matches("input, textarea") ? [element.value] : []);
    const bottom = Math.max(...all.map(box => box.bottom)) + scrollY - top;
    words.push([bottom, shown.join(" ").split(/\\s+/).join(" ").trim()]);
  }
  let height = Math.min(Math.ceil(whole.height), most);
  if (height < whole.height)
    while (height > most * 0.6 && boxes.some(([from, to]) => from < height + 3 && to > height - 3)) height -= 2;
  const shown = words.filter(([bottom, word]) => word && bottom <= height + 1).map(([, word]) => word);
  const edge = part === "main" ? 0 : 6;
  const clip = {x: whole.left - edge, y: top - edge, width: whole.width + 2 * edge, height: height + 2 * edge};
  return {clip, words: shown};
}"""
"""Where to cut a part so that no line or field is cut, and the words above the cut."""


@dataclass(frozen=True, slots=True)
class Picture:
    """The page for a topic, and the app of both."""

    topic: str
    app: Path
    recipe: dict[str, Any]

    @property
    def path(self) -> Path:
        """Return the file of the picture."""
        return self.app / STATIC / f"{self.topic}.webp"


def apps() -> dict[Path, Path]:
    """Return the recipe folders of the core and each enabled room by the folder of the app."""
    from django.conf import settings

    core = SOURCE / "tournament"
    rooms = {core / room: core / room / "tests" for room in settings.NINETIMER_ROOMS}
    return {core: Path(__file__).parent, **rooms}


def pictures(only: Sequence[str] = ()) -> list[Picture]:
    """Return all expected pictures, or those of some topics."""
    return [
        Picture(topic, app, recipe)
        for app, folder in apps().items()
        if (folder / "help_pictures.toml").exists()
        for topic, recipe in tomllib.loads((folder / "help_pictures.toml").read_text()).items()
        if not only or topic in only
    ]


def facts() -> dict[str, str]:
    """Return the size in pixels and the words of each picture by topic."""
    by_topic: dict[str, str] = {}
    for folder in apps().values():
        path = folder / "help_pictures.json"
        by_topic |= json.loads(path.read_text("utf-8")) if path.exists() else {}
    return by_topic


def fact_of(seen: dict[str, Any]) -> str:
    """Return the size and the words of a part as they are stored, in one line."""
    clip = seen["clip"]
    return " | ".join([f"{round(clip['width'])} x {round(clip['height'])}", *seen["words"]])


@contextmanager
def demo_page(browser: Browser) -> Iterator[Page]:
    """Yield a page of a server with the demo event, logged in as the director."""
    with short_lived("help") as installation:
        installation.manage("load_demo")
        with running(installation) as server:
            context = browser.new_context(
                base_url=server.address, locale="en-GB", timezone_id="UTC"
            )
            page = context.new_page()
            page.goto("/login/")
            page.get_by_label("Name").fill(DIRECTOR)
            page.locator("[name=password]").fill(PASSWORD)
            page.keyboard.press("Enter")
            page.get_by_role("button", name="Log out").wait_for()
            yield page
            context.close()


def look(page: Page, picture: Picture) -> dict[str, Any]:
    """Open the page of a topic and return the `clip` and the `words` of the part to be shown."""
    recipe = picture.recipe
    page.set_viewport_size({"width": recipe.get("width", WIDTH), "height": 800})
    page.goto(recipe["page"])
    for field, text in recipe.get("type", ()):
        page.locator(field).fill(text)
    for name in recipe.get("press", ()):
        button = page.get_by_role("button", name=name, exact=True)
        button.or_(page.get_by_role("link", name=name, exact=True)).first.click()
        page.wait_for_load_state()
    if appears := recipe.get("appears"):
        page.locator(appears).first.wait_for()
    page.evaluate("document.fonts.ready.then(() => null)")
    page.evaluate(MADE_THE_SAME)
    part = [recipe.get("part", "main"), recipe.get("height", MOST_HEIGHT)]
    return dict(page.evaluate(WITHOUT_A_CUT, part))


def draw(page: Page, clip: dict[str, float]) -> Image.Image:
    """Return the picture of a part of the page."""
    png = page.screenshot(full_page=True, clip=clip, animations="disabled")
    drawn = Image.open(io.BytesIO(png)).convert("RGB")
    if drawn.width > WIDEST:
        size = (WIDEST, round(drawn.height * WIDEST / drawn.width))
        drawn = drawn.resize(size, Image.Resampling.LANCZOS)
    return drawn


def save(drawn: Image.Image, path: Path) -> None:
    """Save a picture with as few colours as needed to make it small."""
    path.parent.mkdir(parents=True, exist_ok=True)
    for colours in COLOURS:
        fewer = drawn.quantize(colours, dither=Image.Dither.NONE).convert("RGB")
        fewer.save(path, lossless=True, method=4)
        if path.stat().st_size <= ENOUGH:
            break


def main(only: Sequence[str]) -> None:
    """Take the pictures of all topics, or of some, and store their texts."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    taken: dict[Path, dict[str, str]] = {}
    with chromium() as browser, demo_page(browser) as page:
        for picture in pictures(only):
            seen = look(page, picture)
            drawn = draw(page, seen["clip"])
            save(drawn, picture.path)
            taken.setdefault(picture.app, {})[picture.topic] = fact_of(seen)
            kilobytes = picture.path.stat().st_size / 1024
            print(f"{picture.topic:18}{drawn.width:5} x {drawn.height:3}{kilobytes:7.1f} KB")
    before = facts()
    for app, now in taken.items():
        folder = apps()[app]
        own = {item.topic for item in pictures() if item.app == app}
        merged = {**{topic: fact for topic, fact in before.items() if topic in own}, **now}
        text = json.dumps(merged, indent=0, ensure_ascii=False, sort_keys=True)
        (folder / "help_pictures.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
