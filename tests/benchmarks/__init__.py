"""How fast the program is, one file a benchmark: `python -m tests.benchmarks.NAME` in the project's folder.

With `--short` a benchmark measures next to nothing and only shows that it runs; a test starts each so.
"""

import argparse
import os
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")


def benchmark_parser(description: str | None) -> argparse.ArgumentParser:
    """Return a parser of the options that every benchmark has; its module's docstring is the help."""
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--short", action="store_true", help="sizes so small that it only shows that it runs"
    )
    return parser


def quantile(values: list[float], share: float) -> float:
    """Return the value that this share of them is not above, 0 where there are none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


def in_program(function: str, *arguments: Any) -> str:
    """Return what `manage.py shell` runs to call a function of a benchmark, which asks pages by Django's client."""
    module, _, name = function.rpartition(".")
    return (
        "from django.conf import settings\n"
        "settings.ALLOWED_HOSTS = ['*']\n"
        "settings.STORAGES['staticfiles']['BACKEND'] = "
        "'django.contrib.staticfiles.storage.StaticFilesStorage'\n"
        f"from tests.benchmarks.{module} import {name}\n"
        f"{name}({', '.join(map(repr, arguments))})\n"
    )
