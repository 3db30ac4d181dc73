"""The help: a page for every screen, found by walking a folder, reached by one key from anywhere.

A topic is one file in `templates/tournament/help/topics/`: its first line is a comment with the names of
the addresses it helps with, and its block `topic_title` has the title, which gettext finds there. A test
holds that every address has its topic.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext

from tournament.web.access import Permission, requires
from tournament.web.page import page

FOLDER = "tournament/help/topics"
FIRST = "start"
"""The topic of the first steps, which the list of topics begins with."""
TITLE = re.compile(r'{% block topic_title %}{% translate "(.+?)" %}{% endblock %}')


@dataclass(frozen=True, slots=True)
class Topic:
    """One page of help: its key (the file's name), its English title, and the screens it is about."""

    key: str
    english_title: str
    screens: tuple[str, ...]

    @property
    def title(self) -> str:
        """The title in the language of the reader."""
        return gettext(self.english_title)


@cache
def topics() -> Mapping[str, Topic]:
    """Every topic by key."""
    folder = Path(settings.SOURCE_DIR) / "templates" / FOLDER
    return MappingProxyType({path.stem: _topic(path) for path in sorted(folder.glob("*.html"))})


@cache
def _by_screen() -> Mapping[str, Topic]:
    return {screen: topic for topic in topics().values() for screen in topic.screens}


def help_topic_of_screen(request: HttpRequest) -> dict[str, Topic]:
    """The topic about the screen that is shown, for every template; the first steps where it has none."""
    match = request.resolver_match
    name = match.view_name if match else ""
    return {"help_topic": _by_screen().get(name, topics()[FIRST])}


@requires(Permission.READ)
def help_page(request: HttpRequest, topic: str = FIRST) -> HttpResponse:
    """Show a topic, with all others beside it."""
    chosen = topics().get(topic)
    if chosen is None:
        raise Http404
    by_title = sorted(topics().values(), key=lambda topic: (topic.key != FIRST, topic.title))
    return page(request, f"help/topics/{chosen.key}.html", {"topic": chosen, "topics": by_title})


def _topic(path: Path) -> Topic:
    """The topic in a file that begins `{# screen, screen #}`."""
    text = path.read_text(encoding="utf-8")
    title = TITLE.search(text)
    if title is None:
        raise ValueError(f"{path} has no block topic_title with its title.")
    screens = text.partition("\n")[0].strip().removeprefix("{#").removesuffix("#}").split(",")
    return Topic(path.stem, title[1], tuple(name.strip() for name in screens if name.strip()))
