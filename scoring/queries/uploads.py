"""Verify uploaded files as the command `verify_games` does, and read the stored findings."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.db.models import Count, Q, QuerySet

from scoring import catalogue
from scoring.engine.audit.audit import AuditStatus
from scoring.engine.audit.findings import Finding, Severity
from scoring.engine.audit.identify import AvailableRules, RequestedKeys
from scoring.engine.audit.serialization import finding_as_json, message_from_json
from scoring.engine.audit.verification import Verification, verify
from scoring.engine.gcg import Unreadable, decode
from scoring.engine.rules.rulesets import RuleSet
from scoring.models import Upload, UploadedGame
from scoring.wording.engine import sentence
from scoring.wording.log import LOG
from scoring.wording.names import name_of
from scoring.wording.sheets import sheet_sentence

UNREADABLE = "unreadable"
_MAX_FINDINGS = 60


@dataclass(frozen=True)
class FileVerification:
    """The verification of one file.

    `text` is the decoded text. If the file contains no readable game, it is "", and `verification` is None.
    """

    text: str
    status: str
    rules: str
    report: dict[str, Any]
    verification: Verification | None


def verify_file(data: bytes, rules: str = "") -> FileVerification:
    """Verify one file under the given rules or, if none are given, under those that the file implies.

    No exception is raised, whatever the file contains.
    """
    text, odd = decode(data)
    # Some databases cannot store a NUL byte or a lone surrogate.
    text = text.replace("\0", "\N{REPLACEMENT CHARACTER}").encode("utf-8", "replace").decode()
    return verify_text(text, rules, odd)


def verify_text(text: str, rules: str = "", odd: tuple[Finding, ...] = ()) -> FileVerification:
    """Verify the text of one file.

    Games are saved under a shipped rule set. If the record settles racks in a form that its rule set
    does not use, it is verified under the most similar shipped rule set that uses this form.
    """
    try:
        done = verify(text, _shipped_data(), RequestedKeys(rules=rules or None), odd)
        if done.setting.rules != catalogue.rule_set(done.setting.rules.key):
            nearest = _most_similar_rules(done.setting.rules)
            done = verify(text, _shipped_data(), RequestedKeys(rules=nearest.key), odd)
    except Unreadable as error:
        findings = (*odd, *error.findings)
        return FileVerification("", UNREADABLE, "", _stored_findings(findings), None)
    audit = done.audit
    names = [seat.name or seat.nick for seat in audit.record.seats]
    report = _stored_findings(audit.findings) | {
        "names": names,
        "announced": list(audit.announced_finals),
        "correct": list(audit.outcome.finals),
        "turns": len(audit.record.turns),
        "finished": audit.is_finished,
        "tiles": done.setting.tile_set.key,
    }
    return FileVerification(text, audit.status.value, done.setting.rules.key, report, done)


def files_of_upload(upload: Upload) -> list[UploadedGame]:
    """Return the files of an upload: first those that cannot be saved, then those with differences, then the rest.

    Files are in upload order within each group and are read without their contents. This takes one
    query.
    """
    games = upload.games.defer("text").order_by("position")
    return sorted(games, key=_urgency)


def _urgency(row: UploadedGame) -> int:
    if row.status == UNREADABLE or row.state == UploadedGame.State.REFUSED:
        return 0
    return 1 if row.status == AuditStatus.DIFFERS.value else 2


def file_counts(upload: Upload) -> tuple[Counter[str], Counter[str]]:
    """Return the numbers of files in an upload, by state and by status. This takes one query."""
    states, statuses = Counter[str](), Counter[str]()
    for state, status in upload.games.values_list("state", "status"):
        states[state] += 1
        statuses[status] += 1
    return states, statuses


def all_uploads() -> QuerySet[Upload]:
    """Return every upload, newest first, annotated with counts of its files: all, by status, and saved."""

    def files(**fits: str) -> Count:
        return Count("games", filter=Q(**{f"games__{name}": value for name, value in fits.items()}))

    return (
        Upload.objects.select_related("created_by")
        .annotate(
            files=Count("games"),
            verified=files(status="verified"),
            differs=files(status="differs"),
            unfinished=files(status="unfinished"),
            unreadable=files(status=UNREADABLE),
            saved=files(state=UploadedGame.State.SAVED),
        )
        .order_by("-id")
    )


@dataclass(frozen=True)
class ShownFinding:
    """A finding in the reader's language. `line` is 0 if it concerns the whole file."""

    line: int
    error: bool
    message: str
    slips: tuple[str, ...]


def findings_of(row: UploadedGame) -> list[ShownFinding]:
    """Return the findings about a file. Sentences stored by earlier versions are returned unchanged."""
    return [
        ShownFinding(
            finding["line"],
            finding["error"],
            _sentence_of(finding["message"]),
            tuple(map(_sentence_of, finding["slips"])),
        )
        for finding in row.report.get("findings", ())
    ]


def verification_setting(row: UploadedGame) -> str:
    """Return the rules and tiles used to verify a file: "NASPA, English tiles".

    If either is unknown here, return the text stored with the file, or "".
    """
    tiles, rules = row.report.get("tiles"), catalogue.rule_sets().get(row.rules)
    if tiles not in catalogue.tile_sets() or rules is None:
        return str(row.report.get("setting", ""))
    return sheet_sentence(
        "rules_and_tiles", rules=name_of(rules), tiles=name_of(catalogue.tile_set(tiles))
    )


def problem_of(row: UploadedGame) -> str:
    """Return the reason why a file could not be saved, or where its game is already recorded, or ""."""
    return LOG.from_stored_or(row.report.get("problem"), row.problem) if row.problem else ""


def _sentence_of(stored: Any) -> str:
    """Return the sentence of a stored message: an engine message, a log sentence, or plain text.

    A message that is damaged or unknown to this version is replaced by a sentence that says so.
    """
    if isinstance(stored, str):
        return stored
    try:
        if stored["code"] in LOG.table:
            return LOG.from_stored(stored).text
        return sentence(message_from_json(stored))
    except (LookupError, TypeError, ValueError, AttributeError):
        return sheet_sentence("finding_lost")


@cache
def _shipped_data() -> AvailableRules:
    return AvailableRules(catalogue.rule_sets(), catalogue.tile_sets(), catalogue.layouts())


def _most_similar_rules(shown: RuleSet) -> RuleSet:
    """Return the shipped rule set most similar to `shown`, with the same tiles and form of settling racks.

    If there is none, return the shipped rule set with the key of `shown`.
    """
    candidates = (
        rules
        for rules in catalogue.rule_sets().values()
        if rules.tile_set == shown.tile_set and rules.out_form is shown.out_form
    )
    return min(
        candidates,
        key=lambda rules: (
            rules.initial_seconds != shown.initial_seconds,
            rules.challenge is not shown.challenge,
            rules.tie_rule is not shown.tie_rule,
        ),
        default=catalogue.rule_set(shown.key),
    )


def _stored_findings(findings: tuple[Finding, ...]) -> dict[str, Any]:
    """Return at most `_MAX_FINDINGS` findings in stored form, errors first, and the number omitted as `more`."""
    ordered = sorted(findings, key=lambda finding: finding.severity is not Severity.ERROR)
    return {
        "findings": [finding_as_json(finding) for finding in ordered[:_MAX_FINDINGS]],
        "more": max(0, len(findings) - _MAX_FINDINGS),
    }
