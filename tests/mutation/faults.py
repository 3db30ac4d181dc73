"""The faults that Cosmic Ray can create, and samples of them."""

import ast
import hashlib
import json
import subprocess
import sys
import warnings
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from itertools import islice
from multiprocessing import Pool
from pathlib import Path

SAME = ("ReplaceComparisonOperator_Is_Eq", "ReplaceComparisonOperator_IsNot_NotEq")
"""Undetectable faults: `is` is used only for None and members of enumerations, which equal only themselves."""


@dataclass(frozen=True)
class Fault:
    """A fault that Cosmic Ray can create: its file, kind and index."""

    path: str
    operator: str
    occurrence: int
    first_line: int
    last_line: int
    key: str
    """A description that does not depend on other lines."""

    def source(self) -> str:
        """Return the text of the file with the fault."""
        from cosmic_ray.mutating import mutate_code
        from cosmic_ray.plugins import get_operator

        text = Path(self.path).read_text(encoding="utf-8")
        mutated: str = mutate_code(text, get_operator(self.operator)(), self.occurrence)
        return mutated

    def lint(self) -> str:
        """Return "lint" if `ruff` reports an undefined or unused name in the file with the fault, otherwise ""."""
        ruff = [sys.executable, "-m", "ruff", "check", "--quiet", "--select=F"]
        source, named = self.source().encode(), f"--stdin-filename={self.path}"
        answer = subprocess.run([*ruff, named, "-"], input=source, capture_output=True, check=False)
        return "lint" if answer.stdout else ""


def declarations(text: str) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Return the first and last line and column of everything in a file that only states what is so.

    These are annotations, decorators of dataclasses, `if TYPE_CHECKING` and `strict=True`, which raises an
    error where the program is wrong already. None of them changes what the program does: mypy reports a
    value assigned to a frozen dataclass.
    """
    stated = []
    for node in ast.walk(ast.parse(text)):
        stated += [getattr(node, "annotation", None), getattr(node, "returns", None)]
        stated += [
            made
            for made in getattr(node, "decorator_list", ())
            if "dataclass(" in ast.unparse(made)
        ]
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            stated.append(node.test)
        if isinstance(node, ast.keyword) and ast.unparse(node) == "strict=True":
            stated.append(node.value)
    return [
        ((node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset))
        for node in stated
        if isinstance(node, ast.AST)
    ]


def faults_of(path: Path) -> list[Fault]:
    """Return every fault that can be created in a file."""
    from cosmic_ray.ast import ast_nodes, get_ast
    from cosmic_ray.ast.ast_query import ASTQuery
    from cosmic_ray.plugins import get_operator, operator_names

    text = path.read_text(encoding="utf-8")
    hints, lines, nodes = declarations(text), text.splitlines(), list(ast_nodes(get_ast(text)))
    seen: Counter[str] = Counter()
    faults = []
    for name in operator_names():
        operator = get_operator(name)
        if name.endswith(SAME) or operator.arguments():
            continue
        mutates = operator().mutation_positions
        places = [(node, start, end) for node in nodes for start, end in mutates(node)]
        for occurrence, (node, start, end) in enumerate(places):
            if any(first <= start <= last for first, last in hints):
                continue
            if lines[start[0] - 1][start[1] :].startswith("*,"):  # the bare star of a signature
                continue
            line = lines[start[0] - 1].strip()
            function = ASTQuery(node).get_definition_name()
            words = f"{path} {function} {name.removeprefix('core/')}: {line}"
            seen[words] += 1
            key = f"{words} #{seen[words]}"
            faults.append(Fault(str(path), name, occurrence, start[0], max(start[0], end[0]), key))
    return faults


def chosen_faults(
    listed: Path, folders: Iterable[str], sample: int, seed: int, part: str
) -> list[Fault]:
    """Return a seeded sample of the faults in these folders; a larger sample contains every smaller one.

    Cosmic Ray's list for each file is cached in the file `listed` until the file changes.
    """
    known = json.loads(listed.read_text()) if listed.exists() else {}
    paths = [
        path
        for folder in folders
        for path in Path(folder).rglob("*.py")
        if part in str(path) and not {"tests", "migrations"} & {*path.parts}
    ]
    digests = {str(path): digest_of([path, Path(__file__)]) for path in paths}
    stale = [path for path in paths if known.get(str(path), {}).get("digest") != digests[str(path)]]
    with Pool() as pool:
        for path, faults in zip(stale, pool.map(faults_of, stale, chunksize=4), strict=True):
            rows = [asdict(fault) for fault in faults]
            known[str(path)] = {"digest": digests[str(path)], "faults": rows}
    listed.write_text(json.dumps(known))
    chosen = [Fault(**fault) for path in paths for fault in known[str(path)]["faults"]]
    chosen.sort(key=lambda fault: hashlib.sha256(f"{seed} {fault.key}".encode()).digest())
    return list(islice(filter(is_code, chosen), sample or None))


def is_code(fault: Fault) -> bool:
    """Return whether Cosmic Ray can create the fault, and the file with it compiles.

    It fails with an AttributeError on a tuple of exceptions with a dotted name.
    """
    try:
        with warnings.catch_warnings(action="ignore"):
            compile(fault.source(), fault.path, "exec", dont_inherit=True)
    except (SyntaxError, AttributeError):
        return False
    return True


def digest_of(paths: Iterable[Path]) -> str:
    """Return a digest that changes with any of these files."""
    whole = hashlib.sha256()
    for path in sorted(paths):
        whole.update(str(path).encode() + path.read_bytes())
    return whole.hexdigest()
