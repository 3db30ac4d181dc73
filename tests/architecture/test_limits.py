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


def assigned_names(scope):
    """Yield the names that the statements of a module or class assign."""
    for node in scope.body:
        for target in getattr(node, "targets", None) or [getattr(node, "target", None)]:
            if isinstance(node, ast.Assign | ast.AnnAssign):
                yield from (part.id for part in ast.walk(target) if isinstance(part, ast.Name))


def figures_of(module):
    """Yield the names and figures of the constants, and of the fields with defaults, that a module defines."""
    whole = import_module(module.name)
    classes = [node for node in module.tree.body if isinstance(node, ast.ClassDef)]
    owners = {node: getattr(whole, node.name) for node in classes}
    for scope, owner in {module.tree: whole, **owners}.items():
        for name in assigned_names(scope):
            value = getattr(owner, name, None)
            is_constant = name.isupper() or scope in owners
            text = repr(value) if is_constant and isinstance(value, KINDS) else ""
            if re.search(r"\b\d", text) and "<" not in text and len(text) < 300:
                within = f"{module.name}.{owner.__name__}" if scope in owners else module.name
                yield f"{within}.{name}", text


@pytest.mark.skipif(bool(settings.ROOMS_OFF), reason="a room has limits of its own")
def test_figures_in_constants_are_the_approved_ones(request):
    places = [module for module in modules() if not module.name.endswith(".settings")]
    check_approved(request, {name: text for one in places for name, text in figures_of(one)})
