"""The sizes, limits and durations that modules define are those that somebody last read."""

import ast
import re
from datetime import timedelta
from importlib import import_module

import pytest
from django.conf import settings

from tests.approved import check_approved
from tests.architecture.modules import modules

KINDS = (int, float, tuple, range, dict, timedelta)


def figures_of(module):
    """Yield the names and figures of the constants that a module assigns."""
    for node in module.tree.body:
        target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
        if isinstance(target, ast.Name) and target.id.isupper():
            value = getattr(import_module(module.name), target.id)
            text = repr(value) if isinstance(value, KINDS) else ""
            if re.search(r"\b\d", text) and "<" not in text and len(text) < 300:
                yield f"{module.name}.{target.id}", text


@pytest.mark.skipif(bool(settings.ROOMS_OFF), reason="a room has limits of its own")
def test_figures_in_constants_are_the_approved_ones(request):
    places = [module for module in modules() if not module.name.endswith(".settings")]
    check_approved(request, {name: text for one in places for name, text in figures_of(one)})
