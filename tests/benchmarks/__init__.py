"""How fast the program is, one file a benchmark: `python -m tests.benchmarks.NAME` in the project's folder.

With `--short` a benchmark measures next to nothing and only shows that it runs; a test starts each so.
"""

import argparse
import os

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
