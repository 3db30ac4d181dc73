"""The help pages, one topic for every screen, opened from anywhere with one key.

A topic is a file in `templates/tournament/help/topics/`, of the core or of a room. Its
first line is a comment with the part of the day, one of `PARTS`, and the URL names of the
screens it explains. Its block `topic_title` holds the title, where gettext finds it. A test
ensures that every screen has a topic and every topic a picture in `static/tournament/help/`
of the same app, taken from the demo event by `make help-pictures`.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.contrib.staticfiles import finders
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.template.utils import get_app_template_dirs
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _lazy
from django.views.static import serve
from PIL import Image

from scoring.wording.typed_words import PAD_WORDS
from tournament.version import VERSION
from tournament.web.access import Permission, requires
from tournament.web.page import page
from tournament.wording.typed_words import PLAYER_WORDS, PRIZE_WORDS, RESULT_WORDS

FOLDER = "tournament/help/topics"
FIRST_TOPIC = "start"
"""The key of the topic about the first steps, which is first in the list of topics."""
FIRST_PAGE = "index.html"
"""The file name of the manual's first page."""
PARTS = {
    "before": _lazy("Before the event"),
    "during": _lazy("During the event"),
    "disputes": _lazy("Scores and disputes"),
    "after": _lazy("After the event"),
}
"""The parts of the list of topics, in the order of the day."""
TYPED_WORDS = {
    "players": PLAYER_WORDS,
    "prizes": PRIZE_WORDS,
    "results": RESULT_WORDS,
    "score-pad": PAD_WORDS,
}
"""The words that can be typed on the screens of a topic, by the topic's key."""
TITLE = re.compile(r'{% block topic_title %}{% translate "(.+?)" %}{% endblock %}')


@dataclass(frozen=True, slots=True)
class Topic:
    """A help topic: its key (the file name), its English title, its screens and its part of the day."""

    key: str
    english_title: str
    screens: tuple[str, ...]
    part: str

    @property
    def title(self) -> str:
        """The title in the reader's language."""
        return gettext(self.english_title)


@dataclass(frozen=True, slots=True)
class TopicPicture:
    """The picture of a topic: its static file and its size in pixels."""

    name: str
    width: int
    height: int


def picture_name(key: str) -> str:
    """Return the static file name of a topic's picture."""
    return f"tournament/help/{key}.webp"


@cache
def picture_of(key: str) -> TopicPicture | None:
    """Return the picture of a topic, or None if there is no such file."""
    path = finders.find(picture_name(key))
    if path is None:
        return None
    with Image.open(path) as picture:
        return TopicPicture(picture_name(key), *picture.size)


@cache
def topics() -> Mapping[str, Topic]:
    """Return every topic by key."""
    folders = [Path(settings.TEMPLATES_DIR), *map(Path, get_app_template_dirs("templates"))]
    paths = sorted(path for folder in folders for path in folder.glob(f"{FOLDER}/*.html"))
    return MappingProxyType({path.stem: _load_topic(path) for path in paths})


@cache
def _topics_by_screen() -> Mapping[str, Topic]:
    return {screen: topic for topic in topics().values() for screen in topic.screens}


def help_topic_of_screen(request: HttpRequest) -> dict[str, Any]:
    """Context processor: the screen's help topic, the prefix of typed commands, and the version.

    Screens without a topic get the first one.
    """
    match = request.resolver_match
    name = match.view_name if match else ""
    return {
        "help_topic": _topics_by_screen().get(name, topics()[FIRST_TOPIC]),
        "type_command": settings.COMMAND,
        "program_version": VERSION,
    }


@requires(Permission.READ)
def help_page(request: HttpRequest, topic: str = FIRST_TOPIC) -> HttpResponse:
    """Show a topic with a list of all topics. Raise `Http404` for an unknown one."""
    chosen = topics().get(topic)
    if chosen is None:
        raise Http404
    by_title = sorted(topics().values(), key=lambda topic: (topic.key != FIRST_TOPIC, topic.title))
    parts = [
        (heading, [topic for topic in by_title if topic.part == part])
        for part, heading in PARTS.items()
    ]
    words = TYPED_WORDS[chosen.key].words_by_meaning() if chosen.key in TYPED_WORDS else ()
    return page(
        request,
        f"tournament/help/topics/{chosen.key}.html",
        {
            "topic": chosen,
            "picture": picture_of(chosen.key),
            "parts": parts,
            "words": words,
            "in_english": all(typed[0] in english for typed, english in words),
        },
    )


@requires(Permission.READ)  # type: ignore[arg-type]  # a file is an answer, too
def manual_page(request: HttpRequest, path: str = FIRST_PAGE) -> HttpResponseBase:
    """Show a page of the manual, or explain how to build the manual if it has not been built."""
    if not (settings.MANUAL_DIR / FIRST_PAGE).is_file():
        return page(request, "tournament/help/no_manual.html", {}, status=404)
    answer = serve(request, path, document_root=str(settings.MANUAL_DIR))
    if not isinstance(answer, FileResponse):
        return answer
    content = answer.getvalue()  # the pages are small
    answer.close()
    return HttpResponse(content, headers=dict(answer.items()))


COLOURS = (
    ("paper", _lazy("the page")),
    ("raised", _lazy("cards and fields")),
    ("ink", _lazy("text")),
    ("soft", _lazy("secondary text")),
    ("rule", _lazy("lines between rows")),
    ("edge", _lazy("borders of fields")),
    ("accent", _lazy("links and buttons")),
    ("on-accent", _lazy("text on links and buttons")),
    ("wash", _lazy("current or selected")),
    ("amber", _lazy("difference between announced and correct")),
    ("amber-wash", _lazy("background of a difference")),
    ("red", _lazy("blocking problem")),
    ("red-wash", _lazy("background of a blocking problem")),
    ("tws", "TWS"),
    ("dws", "DWS"),
    ("tls", "TLS"),
    ("dls", "DLS"),
    ("square", _lazy("plain square")),
    ("tile", _lazy("tile")),
    ("tile-ink", _lazy("letter of a tile")),
)
"""The colours of `theme.css` and their purposes."""

SIZES = ("size-tiny", "size-small", "size-text", "size-large", "size-title")
SPACING_STEPS = (2, 4, 6, 8, 12, 16, 24, 32, 48)
"""The spacing steps of `theme.css` in pixels."""

SAMPLE_ROWS = (
    (1, "Alexandra Featherstonehaugh-Cholmondeley von und zu Hohenlohe", "5-0", "+412"),
    (2, "Zoë Müller", "4-1", "+74"),
    (3, "Ben Okafor", "4-1", "0"),
    (4, "Ольга Иванова", "3-2", "−45"),
    (5, "Άννα Παπαδοπούλου", "2½-2½", "−212"),
    (6, "Ümit Işık", "2-3", "−98"),
)
ICONS = ("overview", "people", "rounds", "results", "standings", "files", "settings", "search")


@login_required
def components_page(request: HttpRequest) -> HttpResponse:
    """Show every page component in every state, for developers of the style sheets."""
    squares = [
        (6 + sum(SPACING_STEPS[:index]) + 12 * index, step)
        for index, step in enumerate(SPACING_STEPS)
    ]
    return page(
        request,
        "tournament/help/components.html",
        {
            "colours": COLOURS,
            "sizes": SIZES,
            "spaces": squares,
            "rows": SAMPLE_ROWS,
            "icons": ICONS,
        },
    )


def _load_topic(path: Path) -> Topic:
    """Return the topic in a file that begins with `{# part: screen, screen #}`.

    Raise `ValueError` if the part is missing or unknown, or there is no title.
    """
    text = path.read_text(encoding="utf-8")
    title = TITLE.search(text)
    if title is None:
        raise ValueError(f"{path} has no block topic_title with its title.")
    first = text.partition("\n")[0].strip().removeprefix("{#").removesuffix("#}")
    part, _colon, screens = first.strip().partition(": ")
    if part not in PARTS:
        raise ValueError(f"{path} does not begin with one of {', '.join(PARTS)}.")
    names = tuple(name.strip() for name in screens.split(",") if name.strip())
    return Topic(path.stem, title[1], names, part)
