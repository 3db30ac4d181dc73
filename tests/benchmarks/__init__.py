"""Benchmarks, one per file: `python -m tests.benchmarks.NAME` in the project's folder.

With `--short`, a benchmark measures almost nothing and only shows that it works; a test runs
each one that way.
"""

import argparse
import os
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")


def benchmark_parser(description: str | None) -> argparse.ArgumentParser:
    """Return a parser with the common options of benchmarks; `description` is the module's docstring."""
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--short", action="store_true", help="sizes so small that it only shows that it runs"
    )
    return parser


def quantile(values: list[float], share: float) -> float:
    """Return the quantile of the values, or 0 without values."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


def in_program(function: str, *arguments: Any) -> str:
    """Return code for `manage.py shell` that calls a function of a benchmark, which requests pages with Django's
    client.
    """
    module, _, name = function.rpartition(".")
    return (
        "from django.conf import settings\n"
        "settings.ALLOWED_HOSTS = ['*']\n"
        "settings.STORAGES['staticfiles']['BACKEND'] = "
        "'django.contrib.staticfiles.storage.StaticFilesStorage'\n"
        f"from tests.benchmarks.{module} import {name}\n"
        f"{name}({', '.join(map(repr, arguments))})\n"
    )
