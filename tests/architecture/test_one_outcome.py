"""Two modules determine winners: one for recorded games, one for results.

The source is searched for other places: the maximum of several finals, a comparison or
difference of the two scores of a game, or the sign of a margin.
"""

import ast

from tests.architecture.modules import modules

OWNERS = {
    "scoring.engine.game.outcome": "of a recorded game",
    "tournament.engine.results": "of results, typed or handed over",
    "tournament.engine.standings.reference_standings": "the second, independent reckoning of recheck",
}
PAIRS = [
    ("first_score", "second_score"), ("score", "opponent_score"), ("own", "theirs"),
    ("own", "opponent"), ("mine", "theirs"), ("mine", "opposite"), ("score", "theirs"),
]  # fmt: skip
"""Names of the two scores of a game."""
SEVERAL = {"finals", "scores", "figures"}
"""Names of collections with both scores."""
ORDERED = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)


def names_in(node: ast.AST) -> set[str]:
    """Return every name and attribute in an expression; elements of collections as ``scores[0]``."""
    if isinstance(node, ast.Attribute):
        return {node.attr}
    if isinstance(node, ast.Name):
        return {node.id}
    names = set().union(*map(names_in, ast.iter_child_nodes(node)))
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
        names |= {f"{name}[{node.slice.value}]" for name in names & SEVERAL}
    return names


def are_two_scores(left: ast.AST, right: ast.AST) -> bool:
    """Return whether two expressions are the two scores of a game."""
    one, other = names_in(left), names_in(right)
    elements = [
        (f"{name}[{first}]", f"{name}[{first + 1}]") for name in SEVERAL for first in range(3)
    ]
    return any(
        (a in one and b in other and b not in one) or (b in one and a in other and a not in one)
        for a, b in [*PAIRS, *elements]
    )


def is_a_sign(left: ast.AST, right: ast.AST) -> bool:
    """Return whether a margin is compared with 0."""
    constant = isinstance(right, ast.Constant) and right.value == 0
    return constant and "margin" in names_in(left)


def decides(node: ast.AST) -> bool:
    """Return whether the node determines a winner or a margin."""
    if isinstance(node, ast.Compare):
        return any(
            isinstance(operator, ORDERED) and (are_two_scores(one, other) or is_a_sign(one, other))
            for one, other, operator in zip(
                [node.left, *node.comparators], node.comparators, node.ops, strict=False
            )
        )
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, ast.Sub) and are_two_scores(node.left, node.right)
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("max", "min", "sorted")
        and any(names_in(argument) & {"finals", "final"} for argument in node.args)
    )


def test_only_two_modules_determine_winners():
    lines = {
        module.name: [node.lineno for node in module.nodes if decides(node)] for module in modules()
    }
    deciding = {name for name, those in lines.items() if those}
    assert {name: lines[name] for name in deciding - OWNERS.keys()} == {}
    assert OWNERS.keys() - deciding <= {"tournament.engine.standings.reference_standings"}
