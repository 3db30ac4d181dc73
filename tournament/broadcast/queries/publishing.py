"""Where the site of an event is published on this computer, and whether it goes on by itself.

It stands in a file of the data folder: a folder of this computer means nothing on another one, to which an archive
or a snapshot goes.
"""

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from django.conf import settings

from tournament.jobs import SITES

FILE = "publishing.json"


@dataclass(frozen=True, slots=True)
class Publishing:
    """The folder of an event's site, empty for none, and whether it is written anew after every change."""

    folder: str = ""
    follows: bool = False


NOWHERE = Publishing()


def site_place(slug: str) -> str:
    """Where the data folder has what is noted while the site of an event is made, and its zip."""
    return f"{SITES}/{slug}"


def publishing_file() -> Path:
    """Where it is written down, so that every process and the next start know it."""
    return Path(settings.NINETIMER_DATA_DIR) / FILE


def all_publishing() -> dict[str, Publishing]:
    """What is set, by the event's slug; nothing where nothing that can be read says otherwise."""
    try:
        written = json.loads(publishing_file().read_text(encoding="utf-8"))
        return {str(slug): Publishing(**values) for slug, values in written.items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}


def publishing_of(slug: str) -> Publishing:
    """What is set for an event."""
    return all_publishing().get(slug, NOWHERE)


def publishing_as_json(known: dict[str, Publishing]) -> str:
    """The text of the file."""
    return json.dumps({slug: asdict(values) for slug, values in known.items()}, indent=1)
