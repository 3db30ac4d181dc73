"""Take the pictures of the README from the demo event: `make pictures`.

They show the score pad with differences in the browser, and the printed standings.
"""

import io
import subprocess
from pathlib import Path

from PIL import Image

from tests.browser.windows import chromium, log_in, new_page
from tests.installation import SOURCE, running, short_lived

FOLDER = SOURCE / "docs/images"
EVENT = "demo-open"
DOTS = 110
"""Dots per inch of the paper."""
COLOURS = 48


def save(picture: Image.Image, name: str) -> None:
    """Save a picture with few colours, below 120 KB."""
    picture.convert("RGB").quantize(COLOURS).save(FOLDER / name, optimize=True)


def pad(address: str) -> Image.Image:
    """Return the score pad of the game in progress in the demo event."""
    with chromium() as browser:
        context = browser.new_context(base_url=address, viewport={"width": 1280, "height": 860})
        page = new_page(context)
        log_in(page)
        page.goto("/games/")
        page.get_by_role("link", name="Kofi Asante – Noor Haddad").click()
        page.get_by_label("Turn 14").wait_for()
        return Image.open(io.BytesIO(page.screenshot()))


def standings(pdf: Path) -> Image.Image:
    """Return the upper part of the printed standings of division A."""
    target = pdf.with_suffix("")
    subprocess.run(
        ["pdftoppm", "-png", "-singlefile", "-r", str(DOTS), str(pdf), str(target)], check=True
    )
    sheet = Image.open(target.with_suffix(".png"))
    return sheet.crop((0, 0, sheet.width, sheet.height * 47 // 100))


def main() -> None:
    """Take both pictures."""
    FOLDER.mkdir(exist_ok=True)
    with short_lived("pictures") as installation:
        installation.manage("load_demo")
        paper = installation.folder / "standings.pdf"
        installation.manage(
            "export_report",
            EVENT,
            "standings",
            "--division",
            "A",
            "--round",
            "4",
            "--to",
            str(paper),
        )
        save(standings(paper), "standings.png")
        with running(installation) as server:
            save(pad(server.address), "score-pad.png")


if __name__ == "__main__":
    main()
