"""Style sheets: design tokens, no unused rules, and a typeface with every playable letter."""

import re
from functools import cache
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from scoring.catalogue import tile_sets
from tournament.web.help_pages import COLOURS, SIZES, SPACING_STEPS

ROOT = Path(__file__).resolve().parents[2]
OURS = sorted(
    path
    for folder in (ROOT / "scoring/static", *(ROOT / "tournament").glob("**/static"))
    for path in folder.rglob("*.css")
    if "vendor" not in path.parts
)
THEME = ROOT / "tournament/static/ninetimer/theme.css"
TYPEFACE = THEME.with_name("typeface.css")
FONTS = THEME.parent / "vendor/fira-sans"
PICO = THEME.parent / "vendor/pico.min.css"
ON_PAPER = {"print.css", "paper.css", "reports.css"}
"""Style sheets for print: black on white, in points, without the tokens of the screen."""
MAX_DECLARATIONS = 2259
"""Maximum number of declarations in all style sheets together. It only decreases."""
BROADCAST = "live.css"
"""Live boards and stream overlays, which have their own design."""
HEAVIEST_ENGLISH, HEAVIEST = 32_000, 80_000
"""Maximum bytes of font files: for an English page, and in total."""


@cache
def without_comments(path: Path) -> str:
    return re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)


def words_in(patterns: list[str], texts: list[str]) -> set[str]:
    return {
        word
        for text in texts
        for pattern in patterns
        for words in re.findall(pattern, text)
        for word in re.findall(r"[A-Za-z][\w-]*", words)
    }


@cache
def sources(suffix: str, *folders: str) -> list[str]:
    return [
        path.read_text(encoding="utf-8")
        for folder in folders
        for path in (ROOT / folder).rglob(f"*{suffix}")
        if "migrations" not in path.parts and "vendor" not in path.parts
    ]


def used_names() -> set[str]:
    """Return every possible class name: in tags, in template tags and in strings of the program."""
    pages = words_in(
        [r"<[a-z][^<>]*(?:\"[^\"]*\"[^<>]*)*>", r"{%[^%]*%}"],
        sources(".html", "templates", "tournament"),
    )
    strings = [r'"([^"\n]{1,80})"', r"'([^'\n]{1,80})'", r"`([^`]{1,80})`"]
    programs = sources(".py", "scoring", "tournament") + sources(".js", "scoring", "tournament")
    return pages | words_in(strings, programs)


@pytest.mark.full
def test_every_style_rule_is_used_by_a_template_or_script():
    # Django's forms and htmx use the first four.
    used = used_names() | {"errorlist", "nonfield", "htmx-indicator", "htmx-request"}
    unused = {
        f"{path.name}: .{name}"
        for path in (*OURS, PICO)
        if path.name != "reports.css"  # its classes are built from the parts of a report
        for selector in re.findall(r"([^{}]*)\{", without_comments(path))
        for name in re.findall(r"\.([A-Za-z][\w-]*)", selector)
        if name not in used
    }
    assert unused == set()
    text = without_comments(PICO)
    wanted = set(re.findall(r"var\((--pico-[\w-]+)", text + "".join(map(without_comments, OURS))))
    assert set(re.findall(r"(--pico-[\w-]+):", text)) - wanted == set()


def test_only_tokens_define_colours():
    named = {
        f"{path.name}: {colour}"
        for path in OURS
        if path.name not in ON_PAPER and path != THEME
        for colour in re.findall(r"#[0-9a-fA-F]{3,8}\b(?=[^{}]*;)", on_screen(path))
    }
    assert named == set()


def test_text_colours_are_readable_on_every_background():
    """A browser measures the page of components at desk width; rules for phones are checked here."""
    given = {
        name
        for path in OURS
        if path.name not in ON_PAPER | {BROADCAST}
        for name in re.findall(r"(?<![\w-])color:\s*var\(--([a-z-]+)\)", on_screen(path))
    }
    grounds = dict.fromkeys(given - {"on-accent"}, ("paper", "raised", "wash"))
    pale = {
        f"{name} on {ground}, {theme}"
        for name, over in {**grounds, "on-accent": ("accent",)}.items()
        for ground in over
        for theme, text, behind in zip(
            ("light", "dark"), colours_of(name), colours_of(ground), strict=True
        )
        if contrast(text, behind) < 4.5
    }
    assert (given >= {"ink", "soft", "accent", "amber", "red"}, pale) == (True, set())


def colours_of(token: str) -> list[str]:
    """Return the hexadecimal colours of a token in the light and the dark theme."""
    values = re.search(rf"--{token}: light-dark\(#(\w{{6}}), #(\w{{6}})\)", without_comments(THEME))
    assert values is not None, token
    return list(values.groups())


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, from 1 to 21 (WCAG 2.2)."""
    lights = []
    for colour in (one, other):
        shares = [int(colour[at : at + 2], 16) / 255 for at in (0, 2, 4)]
        red, green, blue = (
            share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4
            for share in shares
        )
        lights.append(0.2126 * red + 0.7152 * green + 0.0722 * blue)
    return (max(lights) + 0.05) / (min(lights) + 0.05)


def test_font_sizes_come_from_tokens():
    odd = {
        f"{path.name}: {size}"
        for path in OURS
        if path.name
        not in ON_PAPER | {"screen.css", "judge.css", BROADCAST}  # measured by the screen
        for size in re.findall(r"font-size:\s*([^;]+);", on_screen(path))
        if "var(--" not in size and size not in ("inherit", "100%")
    }
    assert odd == set()


def on_screen(path: Path) -> str:
    """Return the rules of a style sheet without those for print."""
    return without_comments(path).partition("@media print")[0]


def test_every_token_is_used_and_every_used_token_exists():
    text = "".join(map(without_comments, OURS))
    drawn = "".join(
        sources(".py", "scoring", "tournament") + sources(".html", "templates", "tournament")
    )
    defined = set(re.findall(r"(--[a-z0-9-]+):", text))
    wanted = set(re.findall(r"var\((--[a-z0-9-]+)\)", text + drawn))
    tokens = set(re.findall(r"^  (--[a-z0-9-]+):", without_comments(THEME), flags=re.MULTILINE))
    ours = {name for name in tokens if not name.startswith("--pico")}
    assert {name for name in wanted if not name.startswith("--pico")} - defined == set()
    assert ours - wanted - {f"--{name}" for name, _ in COLOURS} == set()


def test_components_page_shows_every_colour_size_and_step():
    theme = without_comments(THEME)
    colours = set(re.findall(r"--([a-z-]+):\s*(?:light-dark|#)", theme))
    assert {name for name, _ in COLOURS} == colours
    assert set(SIZES) == set(re.findall(r"--(size-[a-z]+):", theme))
    assert list(SPACING_STEPS) == [
        16 * float(rem) for rem in re.findall(r"--space-\d: ([\d.]+)rem", theme)
    ]


def test_style_sheets_stay_short():
    rules = [rule for path in OURS for rule in re.findall(r"\{([^{}]*)\}", without_comments(path))]
    set_there = [line for rule in rules for line in rule.split(";") if line.strip()]
    assert len(set_there) <= MAX_DECLARATIONS


def faces() -> dict[str, set[int]]:
    """Return the letters of each font file, from `typeface.css`."""
    return {
        name: {
            letter
            for first, last in re.findall(r"U\+([0-9A-F]+)(?:-([0-9A-F]+))?", ranges)
            for letter in range(int(first, 16), int(last or first, 16) + 1)
        }
        for name, ranges in re.findall(
            r"fira-sans/([\w-]+\.woff2).*?unicode-range: ([^;]+);", TYPEFACE.read_text(), re.DOTALL
        )
    }


def test_typeface_has_every_letter_of_every_tile_set():
    letters = {
        letter
        for tiles in tile_sets().values()
        for tile in tiles.counts
        for text in (tile, tile.lower())
        for letter in text
    } - {"\u0307"}  # Python's lower case of a Turkish İ
    signs = set("0123456789+−-–½×·…“”‘’€")
    for weight in ("400", "600"):
        there = {chr(one) for name, ones in faces().items() if weight in name for one in ones}
        assert (letters | signs) - there == set()


def test_font_files_contain_their_declared_letters():
    for name, letters in faces().items():
        assert letters - set(TTFont(FONTS / name).getBestCmap()) == set()


def test_typeface_is_small_and_has_its_licence():
    files = {path.name: path.stat().st_size for path in FONTS.glob("*.woff2")}
    assert set(files) == set(faces())
    english = sum(size for name, size in files.items() if re.match(r"fira-sans-latin-\d", name))
    assert english <= HEAVIEST_ENGLISH
    assert sum(files.values()) <= HEAVIEST
    assert "SIL Open Font License" in (FONTS / "LICENSE.txt").read_text(encoding="utf-8")
    assert "Fira Sans" in (FONTS.parent / "README.md").read_text(encoding="utf-8")
