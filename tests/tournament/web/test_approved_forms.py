"""The limits and defaults of every form are those that somebody last read; see `tests/approved.py`."""

import pytest
from django import forms
from django.conf import settings
from django.urls import get_resolver

from tests.approved import check_approved

pytestmark = pytest.mark.skipif(bool(settings.ROOMS_OFF), reason="a room has forms of its own")
COMPARED = ("required", "strip", "max_length", "min_length", "min_value", "max_value", "initial")


def every_form(kind=forms.BaseForm):
    """Yield the classes of forms of the program."""
    for form in kind.__subclasses__():
        if form.__module__.startswith(("scoring.", "tournament.")):
            yield form
        yield from every_form(form)


def limits_of(field):
    """Return the limits, the default and the attributes of a field, without its texts."""
    given = [(name, getattr(field, name, None)) for name in COMPARED]
    given += field.widget.attrs.items()
    shown = [
        f"{name}={value}"
        for name, value in given
        if isinstance(value, bool | int | str) and value != ""
    ]
    return " ".join([type(field).__name__, *shown])


def test_forms_have_the_approved_limits_and_defaults(request):
    assert get_resolver().reverse_dict  # the pages with their forms are imported
    now = {
        f"{form.__module__.partition('.')[0]} {form.__qualname__}.{name}": limits_of(field)
        for form in every_form()
        for name, field in form.base_fields.items()
    }
    check_approved(request, now)
