"""The folders in which events' sites are published, and whether they are updated automatically.

They are stored in a file in the data folder and not in the database, because a path on this computer
means nothing on another one that receives an archive or a snapshot.
"""

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from django.conf import settings

from tournament.jobs import SITES

SETTINGS_FILE_NAME = "publishing.json"


@dataclass(frozen=True, slots=True)
class PublishingSettings:
    """The folder of an event's site, empty if none was chosen, and whether to update it after every change."""

    folder: str = ""
    follows: bool = False


DEFAULT_SETTINGS = PublishingSettings()


def site_job_name(slug: str) -> str:
    """Return the name of the background job that makes the event's site or zip file."""
    return f"{SITES}/{slug}"


def publishing_file() -> Path:
    """Return the path of the settings file, which every process reads and which survives a restart."""
    return Path(settings.NINETIMER_DATA_DIR) / SETTINGS_FILE_NAME


def all_publishing_settings() -> dict[str, PublishingSettings]:
    """Return the settings by event slug; empty if the file is missing or unreadable."""
    try:
        written = json.loads(publishing_file().read_text(encoding="utf-8"))
        return {str(slug): PublishingSettings(**values) for slug, values in written.items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}


def publishing_settings_of(slug: str) -> PublishingSettings:
    """Return the settings of an event, or the defaults if it has none."""
    return all_publishing_settings().get(slug, DEFAULT_SETTINGS)


def publishing_as_json(known: dict[str, PublishingSettings]) -> str:
    """Return the content of the settings file."""
    return json.dumps({slug: asdict(values) for slug, values in known.items()}, indent=1)
