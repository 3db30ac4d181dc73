"""The help: a page for every screen, found by walking a folder, reached by one key from anywhere.

A topic is one file in `templates/tournament/help/topics/`; its first line is a comment with the title
and the names of the addresses it helps with. A test holds that every address has its topic.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse

from tournament.web.access import Permission, requires
from tournament.web.page import page

FOLDER = "tournament/help/topics"
FIRST = "start"
"""The topic of the first steps, which the list of topics begins with."""


@dataclass(frozen=True, slots=True)
class Topic:
    """One page of help: its key (the file's name), its title, and the screens it is about."""

    key: str
    title: str
    screens: tuple[str, ...]


@cache
def topics() -> Mapping[str, Topic]:
    """Every topic by key, the first steps first and then by title."""
    folder = Path(settings.SOURCE_DIR) / "templates" / FOLDER
    found = [_topic(path) for path in sorted(folder.glob("*.html"))]
    found.sort(key=lambda topic: (topic.key != FIRST, topic.title))
    return MappingProxyType({topic.key: topic for topic in found})


@cache
def _by_screen() -> Mapping[str, Topic]:
    return {screen: topic for topic in topics().values() for screen in topic.screens}


def help_at_hand(request: HttpRequest) -> dict[str, Topic]:
    """For every template: the topic about the screen that is shown; the first steps where it has none."""
    match = request.resolver_match
    name = match.view_name if match else ""
    return {"help_topic": _by_screen().get(name, topics()[FIRST])}


@requires(Permission.READ)
def help_page(request: HttpRequest, topic: str = FIRST) -> HttpResponse:
    """Show a topic, with all others beside it."""
    found = topics().get(topic)
    if found is None:
        raise Http404
    return page(
        request,
        f"help/topics/{found.key}.html",
        {"topic": found, "topics": list(topics().values())},
    )


def _topic(path: Path) -> Topic:
    """The topic whose file begins `{# Title: screen, screen #}`."""
    with path.open(encoding="utf-8") as file:
        about = file.readline().strip().removeprefix("{#").removesuffix("#}")
    title, _, screens = about.partition(":")
    names = tuple(name.strip() for name in screens.split(",") if name.strip())
    return Topic(path.stem, title.strip(), names)
