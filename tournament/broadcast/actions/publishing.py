"""Keep the published sites of events up to date, and run the director's own command after publishing.

`manage.py serve` checks every few seconds. `manage.py publish` writes changes in a separate process
with low priority, so that no page of the hall waits for it.
"""

from __future__ import annotations

import logging
import os
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from django.conf import settings
from django.core.cache import cache
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor
from tournament.actions.act import act
from tournament.broadcast.queries.publishing import (
    PublishingSettings,
    all_publishing_settings,
    publishing_as_json,
    publishing_file,
    site_job_name,
)
from tournament.hall.queries.versions import public_version
from tournament.jobs import OnProgress, ignore_progress, is_under_way
from tournament.models import Event
from tournament.wording.log import say

logger = logging.getLogger(__name__)

INTERVAL_SECONDS = 2.0
"""The number of seconds between two checks."""
QUIET_SECONDS = 2.0
"""The number of seconds without further changes before the site is written."""
MAX_DELAY_SECONDS = 20.0
"""The maximum number of seconds before the site is written even though results keep coming in."""
RETRY_DELAY_SECONDS = 30.0
"""The number of seconds before a failed attempt is repeated."""
COMMAND_TIMEOUT_SECONDS = 600
"""The maximum number of seconds for the director's own command."""
CANCEL_POLL_SECONDS = 0.2
"""The number of seconds between two checks for cancellation."""
EXIT_GRACE_SECONDS = 5.0
"""The number of seconds that a cancelled command has to exit by itself."""


def save_publishing_settings(
    actor: Actor, event: Event, folder: str, *, follows: bool
) -> PublishingSettings:
    """Save the folder of an event's site on this computer, and whether to update it after every change.

    The folder must be valid for `SiteFolder.open`. Closed events can be published, too.
    """
    known = all_publishing_settings()
    was, now = known.get(event.slug, PublishingSettings()), PublishingSettings(folder, follows)
    if was == now:
        return now
    with act(actor, event, allow_closed=True, exclusive=False) as action:
        action.log(
            "set_publishing" if follows else "end_publishing",
            say("set_publishing") if follows else say("end_publishing"),
            before={"folder": was.folder},
            after={"folder": now.folder},
        )
    file = publishing_file()
    fresh = file.with_suffix(".new")
    fresh.write_text(publishing_as_json({**known, event.slug: now}), encoding="utf-8")
    fresh.replace(file)
    return now


def run_publish_command(event: str, folder: str, progress: OnProgress = ignore_progress) -> str:
    """Run the command in `NINETIMER_AFTER_PUBLISHING` for a folder, and return the problem.

    Return an empty string if the command succeeds or none is set. No shell is involved. The output is
    discarded because it may contain accounts and keys; only the last line of the error output is shown if
    the command fails. An exception from `progress` ends the command and its child processes.
    """
    words = [
        word.replace("{folder}", folder).replace("{event}", event)
        for word in shlex.split(settings.NINETIMER_AFTER_PUBLISHING)
    ]
    if not words:
        return ""
    with tempfile.TemporaryFile() as errors:
        try:
            command = subprocess.Popen(
                words,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=errors,
                start_new_session=True,
            )
        except OSError as problem:
            return _("The site was written, but {program} could not be started: {problem}.").format(
                program=words[0], problem=problem.strerror or problem
            )
        try:
            status = _wait_for_command(command, progress)
        except subprocess.TimeoutExpired:
            return _(
                "The site was written, but {program} was stopped after {minutes} minutes."
            ).format(program=words[0], minutes=COMMAND_TIMEOUT_SECONDS // 60)
        if status == 0:
            return ""
        errors.seek(0)
        lines = errors.read().decode(errors="replace").strip().splitlines()
    return _("The site was written, but {program} ended with status {status}: {line}").format(
        program=words[0], status=status, line=lines[-1][:200] if lines else "–"
    )


def _wait_for_command(command: subprocess.Popen[bytes], progress: OnProgress) -> int:
    """Wait for a command and return its status.

    On a timeout or an exception from `progress`, terminate the command and raise the exception.
    """
    end = time.monotonic() + COMMAND_TIMEOUT_SECONDS
    try:
        while True:
            progress(0, 0, "command")
            try:
                return command.wait(CANCEL_POLL_SECONDS)
            except subprocess.TimeoutExpired:
                if time.monotonic() > end:
                    raise
    finally:
        if command.poll() is None:
            _terminate(command)


def _terminate(command: subprocess.Popen[bytes]) -> None:
    """Terminate a command and its children, then kill whatever is left. On Windows, only the command is killed."""

    def send(number: int) -> None:
        with suppress(ProcessLookupError, PermissionError):
            if hasattr(os, "killpg"):
                os.killpg(command.pid, number)
            else:
                command.kill()

    send(signal.SIGTERM)
    with suppress(subprocess.TimeoutExpired):
        command.wait(EXIT_GRACE_SECONDS)
    send(getattr(signal, "SIGKILL", signal.SIGTERM))
    command.wait()


def publish_in_worker(event: str, folder: str) -> str:
    """Publish in a separate process with low priority; return the problem, or an empty string.

    A process that takes too long is stopped.
    """
    try:
        done = subprocess.run(
            [sys.executable, "-m", "django", "publish", event, "--to", folder, "--gently"],
            cwd=settings.SOURCE_DIR,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=COMMAND_TIMEOUT_SECONDS + 300,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return _("Publishing was stopped.")
    if done.returncode == 0:
        return ""
    lines = done.stderr.decode(errors="replace").strip().splitlines()
    return lines[-1].removeprefix("CommandError: ")[:400] if lines else _("Publishing was stopped.")


@dataclass
class AutoPublisher:
    """The state of automatic publishing: the versions of sites, pending changes and problems."""

    publish: Callable[[str, str], str]
    problems: dict[str, str] = field(default_factory=dict)
    _written: dict[str, tuple[str, str]] = field(default_factory=dict)
    """The version and folder last written, by event."""
    _changed: dict[str, tuple[str, float, float]] = field(default_factory=dict)
    """The pending version, the time of the first pending change, and the time of this version, by event."""
    _not_before: dict[str, float] = field(default_factory=dict)

    def publish_due_sites(self, now: float) -> list[str]:
        """Publish the sites that are due at `now`, in seconds of a monotonic clock.

        Return the slugs of their events, including those whose publishing failed.
        """
        wanted = {slug: row for slug, row in all_publishing_settings().items() if row.follows}
        for slug in set(self.problems) - set(wanted):
            del self.problems[slug]
        return [slug for slug, row in wanted.items() if self._publish_if_due(slug, row.folder, now)]

    def _publish_if_due(self, slug: str, folder: str, now: float) -> bool:
        version = public_version(slug)
        if not version or self._written.get(slug) == (version, folder):
            return False
        waiting, since, _latest = self._changed.get(slug, ("", now, now))
        if waiting != version:
            self._changed[slug] = version, since, now
        _version, since, latest = self._changed[slug]
        is_first = slug not in self._written
        is_quiet = now - latest >= QUIET_SECONDS or now - since >= MAX_DELAY_SECONDS
        if now < self._not_before.get(slug, now) or not (is_quiet or is_first):
            return False
        if is_under_way(site_job_name(slug)):  # a job of the page is writing it
            return False
        problem = self.publish(slug, folder)
        self._changed.pop(slug, None)
        if problem:
            self.problems[slug] = problem
            self._not_before[slug] = now + RETRY_DELAY_SECONDS
            return True
        self.problems.pop(slug, None)
        self._written[slug] = version, folder
        return True


_auto_publisher = AutoPublisher(publish_in_worker)
PROBLEMS_CACHE_KEY = "publishing_problems"
"""The cache key of problems, so that every process can show them at the desk."""


def publishing_problem(slug: str) -> str:
    """Return the problem at the last automatic publishing of an event's site, or an empty string."""
    return str(cache.get(PROBLEMS_CACHE_KEY, {}).get(slug, ""))


def publish_changed_sites() -> None:
    """Update the automatically published sites whose events have changed."""
    _auto_publisher.publish_due_sites(time.monotonic())
    cache.set(PROBLEMS_CACHE_KEY, _auto_publisher.problems, timeout=None)


def parse_folder(text: str) -> Path | None:
    """Return the entered folder, which may start with ~, as a path; None if it is relative or invalid."""
    with suppress(RuntimeError, ValueError):
        path = Path(text.strip()).expanduser()
        return path if path.is_absolute() and "\0" not in text else None
    return None


BACKGROUND_TASK = (publish_changed_sites, INTERVAL_SECONDS)
"""The background task that keeps the sites up to date."""
