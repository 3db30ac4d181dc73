"""Detect the project's CI: there, a missing program is a failure instead of a skipped test."""

import os


def in_ci() -> bool:
    """Return whether the environment variable CI is set."""
    return os.environ.get("CI", "").lower() in ("true", "1")
