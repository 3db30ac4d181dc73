"""Which codes the source gives, and with which parameters: read from the source itself."""

import ast
from collections.abc import Iterator

from tests.architecture.modules import modules


def messages_made() -> Iterator[tuple[str, str, frozenset[str]]]:
    """Every `Message("code", one=..., other=...)` of the program: where, the code, the parameters."""
    for module in modules("tournament"):
        if "migrations" in module.path.parts:
            continue
        for node in ast.walk(module.tree):
            made = isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
            if made and node.func.id == "Message" and isinstance(node.args[0], ast.Constant):
                given = frozenset(keyword.arg for keyword in node.keywords)
                yield f"{module.name}:{node.lineno}", node.args[0].value, given
