"""The number of processes of a command."""

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

MAX_JOBS = 64


def require_job_count(jobs: int, *, returncode: int = 1) -> None:
    """Raise `CommandError` unless `jobs` is a possible number of processes."""
    if not 1 <= jobs <= MAX_JOBS:
        raise CommandError(
            _("--jobs {jobs}: choose 1 to {most}.").format(jobs=jobs, most=MAX_JOBS),
            returncode=returncode,
        )
