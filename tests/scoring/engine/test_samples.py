"""Real records: every finding is a real mistake."""

import pytest

from scoring.engine.audit.audit import AuditStatus
from scoring.engine.audit.findings import Severity
from scoring.engine.gcg import decode
from tests.samples import GAMES
from tests.scoring.engine.gcg.sheets import verified
from tests.scoring.engine.positions import rows

BELIEVED = rows("samples.csv")


def audited(path):
    return verified(decode(path.read_bytes())[0]).audit


@pytest.mark.parametrize("path", sorted(GAMES.glob("machine_*")), ids=lambda path: path.name)
def test_program_recorded_game_is_verified_without_findings(path):
    audit = audited(path)
    assert audit.findings == ()
    assert audit.status is AuditStatus.VERIFIED
    assert audit.outcome.finals == audit.announced_finals


@pytest.mark.parametrize("path", sorted(GAMES.glob("[gh]*")), ids=lambda path: path.name)
def test_human_recorded_game_has_only_the_known_findings(path):
    audit = audited(path)
    differences = [(finding.line, finding.code.value) for finding in audit.findings]
    listed = [(int(row["line"]), row["code"]) for row in BELIEVED if row["file"] == path.name]
    assert sorted(differences) == sorted(listed)
    assert {finding.severity for finding in audit.findings} <= {Severity.WARNING}
    # Without all lines for remaining tiles, the final score differs from the file.
    unfinished = {"unfinished", "end_rack_missing", "end_rack_one_sided"} & {c for _, c in listed}
    assert audit.status is (AuditStatus.UNFINISHED if unfinished else AuditStatus.VERIFIED)


def test_every_known_finding_belongs_to_a_sample_and_has_a_reason():
    assert {row["file"] for row in BELIEVED} <= {path.name for path in GAMES.iterdir()}
    assert all(len(row["why"]) > 20 for row in BELIEVED)
