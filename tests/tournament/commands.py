"""Commands of `manage.py` as tests run them."""

from contextlib import redirect_stdout
from io import StringIO

from django.core.management import call_command


def run(*arguments, **options):
    """Run a command; return its output and its exit status."""
    out, status = StringIO(), 0
    try:
        with redirect_stdout(out):
            call_command(*arguments, stdout=out, stderr=StringIO(), **options)
    except SystemExit as ended:
        status = ended.code
    return out.getvalue(), status
