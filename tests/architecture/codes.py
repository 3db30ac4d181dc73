"""Read the message codes and their parameters from the source."""

import ast
from collections.abc import Iterator

from tests.architecture.modules import modules


def codes_given(app: str, function: str) -> Iterator[tuple[str, str, frozenset[str] | None]]:
    """Yield every call such as `Message("code", one=..., other=...)`: its position, code and parameters.

    The parameters are None if they are passed as a mapping.
    """
    for module in modules(app):
        for node in () if module.is_migration else module.nodes:
            called = isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
            if called and node.func.id == function and isinstance(node.args[0], ast.Constant):
                names = {keyword.arg for keyword in node.keywords}
                given = None if None in names else frozenset(names)
                yield f"{module.name}:{node.lineno}", node.args[0].value, given
