"""Which faults there are: all that Cosmic Ray can make, and a sample of them."""

import ast
import hashlib
import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

SAME = ("ReplaceComparisonOperator_Is_Eq", "ReplaceComparisonOperator_IsNot_NotEq")
"""What no test can see: only None and members of enumerations are compared by `is`, and each equals itself alone."""


@dataclass(frozen=True)
class Fault:
    """One change Cosmic Ray can make: in which file, what, and the how many-th such place there."""

    path: str
    operator: str
    occurrence: int
    first_line: int
    last_line: int
    key: str
    """The place in words that stay the same when other lines change."""

    def source(self) -> str:
        """Return the text of the file with the fault."""
        from cosmic_ray.mutating import mutate_code
        from cosmic_ray.plugins import get_operator

        text = Path(self.path).read_text(encoding="utf-8")
        mutated: str = mutate_code(text, get_operator(self.operator)(), self.occurrence)
        return mutated


def annotations(text: str) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Return the first and last line and column of every annotation of a file."""
    spans = []
    for node in ast.walk(ast.parse(text)):
        for name in ("annotation", "returns"):
            hint = getattr(node, name, None)
            if isinstance(hint, ast.AST):
                spans.append(
                    ((hint.lineno, hint.col_offset), (hint.end_lineno, hint.end_col_offset))
                )
    return spans


def faults_of(path: Path) -> list[Fault]:
    """Return every fault that can be put into a file."""
    from cosmic_ray.commands.init import _all_work_items

    text = path.read_text(encoding="utf-8")
    hints, lines = annotations(text), text.splitlines()
    seen: Counter[str] = Counter()
    faults = []
    for item in _all_work_items([path], {}):
        (spec,) = item.mutations
        if spec.operator_name.endswith(SAME) or any(
            start <= spec.start_pos <= end for start, end in hints
        ):
            continue
        line = lines[spec.start_pos[0] - 1].strip()
        words = f"{path} {spec.definition_name} {spec.operator_name.removeprefix('core/')}: {line}"
        seen[words] += 1
        first, last = spec.start_pos[0], max(spec.start_pos[0], spec.end_pos[0])
        key = f"{words} #{seen[words]}"
        faults.append(Fault(str(path), spec.operator_name, spec.occurrence, first, last, key))
    return faults


def chosen_faults(work: Path, engine: str, sample: int, seed: int, part: str) -> list[Fault]:
    """Return a seeded sample of all faults of an engine; a greater sample holds every smaller one."""
    listed = work / "faults.json"
    before = json.loads(listed.read_text()) if listed.exists() else {}
    after = {}
    for path in sorted(Path(engine, "engine").rglob("*.py")):
        digest = digest_of([path, Path("tests/mutation/faults.py")])
        if before.get(str(path), {}).get("digest") != digest:
            before[str(path)] = {"digest": digest, "faults": [asdict(f) for f in faults_of(path)]}
        after[str(path)] = before[str(path)]
    listed.write_text(json.dumps(after))
    faults = [Fault(**fault) for file in after.values() for fault in file["faults"]]
    faults = [fault for fault in faults if part in fault.path]
    faults.sort(key=lambda fault: hashlib.sha256(f"{seed} {fault.key}".encode()).digest())
    return faults[:sample] if sample else faults


def digest_of(paths: Iterable[Path]) -> str:
    """Return what tells whether one of these files has changed."""
    whole = hashlib.sha256()
    for path in sorted(paths):
        whole.update(str(path).encode() + path.read_bytes())
    return whole.hexdigest()
