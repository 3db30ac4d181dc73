"""Announced and correct figures: scores, totals, ends of games, and the finding for each difference."""

import pytest

from scoring.engine.audit.audit import AuditStatus, audit
from scoring.engine.audit.findings import Code
from scoring.engine.gcg import read, write
from scoring.simulation import Habits, simulate_game
from scoring.wording.engine import sentence
from tests.scoring.engine.gcg.sheets import PLAYS, errors, faults_of, findings, sheet, verified

LOFTY, LOAM, OFFICIATE, _ = PLAYS


def one(text, code, **wanted):
    """Return the only finding with a code."""
    (only,) = [finding for finding in findings(text, **wanted) if finding.code == code]
    return only


def whole() -> list[str]:
    """Return the lines of a game without mistakes, from the first turn to the end."""
    habits = Habits(phonies=0, vain_challenges=0, overtime=0, stalemates=0)
    played = simulate_game(5, habits=habits)
    return write(played.record, played.tile_set).splitlines()


def figures(line: str) -> tuple[int, int]:
    """Return score and total at the end of a line."""
    score, total = line.split()[-2:]
    return int(score), int(total)


def test_missing_score_or_total_is_derived_from_the_other():
    setting, record = verified(sheet(*PLAYS)).setting, read(sheet(*PLAYS))
    turns = tuple(turn._replace(announced=None) for turn in record.turns)
    checked = audit(record._replace(turns=turns), setting.rules, setting.tile_set, setting.layout)
    assert {f.code for f in checked.findings} <= {Code.UNFINISHED, Code.SCORE_MISSING}
    assert checked.announced_finals == (101, 389)
    text = sheet(*(line.rsplit(" ", 1)[0] for line in PLAYS))
    assert faults_of(text) == [(3, "total_missing")]  # one warning per file
    assert "4 turns" in sentence(one(text, "total_missing").message)
    assert verified(text).audit.announced_finals == (101, 389)


def test_withdrawn_phony_deducts_the_announced_score():
    text = sheet(">ann: FLOTVYY 8H LOFTY +31 31", ">ann: FLOTVYY -- -31 0")
    assert errors(text) == [(3, "play_score")]
    assert verified(text).audit.outcome.finals == (0, 0)
    for figures in ("-24 6", "-24 0", "-35 -5"):  # also if only the sum is right
        assert one(sheet(LOFTY, f">ann: FLOTVYY -- {figures}"), "withdrawal_amount").correct == -30
    # It frees its squares and requires a first play.
    text = sheet(LOFTY, ">ann: FLOTVYY -- -30 0", ">bob: AT 1A AT +6 6")
    assert (5, "off_centre") in faults_of(text)


ONLY_THE_FIRST = ">ann: FLOTVYY 8H LOFTY +15 {}"
BONUS = ">ann: (challenge) +{}"


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        # One error each: neither a wrong score nor a wrong sum cascades.
        (
            [ONLY_THE_FIRST.format(15), LOAM, ">ann: ACEFIIT J7 ..FICIATE +71 86"],
            [(3, "play_score")],
        ),
        (
            [
                LOFTY,
                LOAM,
                ">ann: ACEFIIT J7 ..FICIATE +71 91",
                ">bob: ABC - +0 24",
                ">ann: ABC - +0 91",
            ],
            [(5, "total")],
        ),
        # A total may be wrong together with its score, also if it fits the correct score.
        ([ONLY_THE_FIRST.format(16)], [(3, "play_score"), (3, "total")]),
        ([ONLY_THE_FIRST.format(30)], [(3, "play_score"), (3, "total")]),
        ([">ann: ABC - +5 5"], [(3, "turn_score")]),
        ([">ann: ABC -AB +5 5"], [(3, "turn_score")]),
        # A withdrawal has the points of the play, or none.
        ([LOFTY, ">ann: FLOTVYY --  -30 0", ">bob: ABC - +0 0"], []),
        ([LOFTY, ">ann: FLOTVYY -- +0 0", ">bob: ABC - +0 0"], []),
        # A challenge bonus belongs to the player of the play directly before it.
        ([LOFTY, BONUS.format("5 35")], []),
        ([LOFTY, ">ann: FLOTVYY (challenge) +10 40"], []),
        ([LOFTY, BONUS.format("3 33")], [(4, "challenge_amount")]),
        ([LOFTY, BONUS.format("5 34")], [(4, "total")]),
        ([LOFTY, ">bob: (challenge) +5 5"], [(4, "no_play_before")]),
        ([LOFTY, LOAM, BONUS.format("5 35")], [(5, "no_play_before")]),
        # Overtime is counted in whole minutes, reduces the score and is charged once.
        ([LOFTY, LOAM, ">bob: (time) -7 17"], [(5, "overtime_amount")]),
        ([LOFTY, LOAM, ">bob: (time) +10 34"], [(5, "overtime_amount")]),
        ([LOFTY, LOAM, ">bob: (time) -20 4"], []),
        ([LOFTY, LOAM, ">bob: (time) +0 24"], []),
        ([LOFTY, LOAM, ">bob: (time) -10 14", ">ann: (time) -20 10"], []),
        ([LOFTY, LOAM, ">bob: (time) -10 14", ">bob: (time) -10 4"], [(6, "charged_twice")]),
        ([LOFTY, LOAM, ">bob: (time) -10 14", OFFICIATE], [(5, "overtime_misplaced")]),
    ],
)
def test_figure_contradicting_the_rules_is_reported_with_its_line(lines, expected):
    assert faults_of(sheet(*lines)) == expected


@pytest.mark.parametrize(("points", "total"), [(5, 35), (0, 30)])
def test_duplicate_challenge_is_reported_with_its_points(points, total):
    line = BONUS.format(f"{points} {total}")
    finding = one(sheet(LOFTY, line, line), "charged_twice")
    assert f"the same challenge, +{points}, is recorded twice" in sentence(finding.message)


@pytest.mark.parametrize(("line", "expected"), [("5 9", ["challenge_amount"]), ("10 14", [])])
def test_german_challenge_penalty_is_ten(line, expected):
    text = sheet(">ann: AT 8H AT +4 4", BONUS.format(line))
    assert [code for _, code in faults_of(text, rules="german")] == expected


@pytest.mark.parametrize("wrong", [lambda s: s - 2, lambda s: s + 2, lambda s: s // 2])
def test_miscounted_rack_is_an_error_with_its_slip(wrong):
    *lines, last = whole()
    score, total = figures(last)
    announced = wrong(score)
    line = f"{last.rsplit(' ', 2)[0]} +{announced} {total - score + announced}"
    finding = one("\n".join([*lines, line]), "end_rack_amount")
    assert (finding.announced, finding.correct) == (announced, score)
    assert finding.likely_slips


def test_missing_end_rack_is_completed_and_reported():
    *lines, last = whole()
    score, total = figures(last)
    audit = verified("\n".join(lines)).audit
    (finding,) = audit.findings
    assert (finding.code, finding.correct) == (Code.END_RACK_MISSING, score)
    assert str(total) in sentence(finding.message)
    assert max(audit.outcome.finals) == total or total in audit.outcome.finals
    assert audit.status is AuditStatus.UNFINISHED


@pytest.mark.parametrize(("rack", "due"), [("EINRSTT", -7), ("", None)])
def test_one_sided_end_rack_is_completed_if_it_is_known_and_reported(rack, due):
    passes = [">ann: QZ?EEAA -  +0 0", f">bob: {rack} -  +0 0"] * 3
    audit = verified(sheet(*passes, ">ann: QZ?EEAA (QZ?EEAA) -24 -24")).audit
    (finding,) = audit.findings
    assert (finding.code, finding.correct) == (Code.END_RACK_ONE_SIDED, due)
    assert audit.outcome.finals == (-24, due)
    assert audit.status is AuditStatus.UNFINISHED
    assert bool(audit.outcome.winners) is (due is not None)


def test_wrong_remaining_tiles_are_a_warning():
    *lines, last = whole()
    rack = last[last.index("(") + 1 : last.index(")")]
    other = next(letter for letter in "EAI" if letter not in rack)
    differ = {"extra": (other,), "missing": (rack[0],)}
    for held, code, tiles in (
        (other + rack[1:], "tiles_differ", differ),
        (rack + other, "tiles_too_many", {"extra": (other,)}),
        (rack[1:], "tiles_missing", {"missing": (rack[0],)}),
    ):
        text = "\n".join([*lines, last.replace(f"({rack})", f"({held})")])
        message = one(text, "tile_count").message
        assert message.code == code
        assert {name: tuple(message.params[name]) for name in tiles} == tiles
    text = "\n".join([*lines, last.replace(")", "1)")])
    assert [finding.code for finding in findings(text)] == ["rack_unknown_tile"]


@pytest.mark.parametrize("amount", ["-10", "+-10"])
@pytest.mark.parametrize("at_the_end", [False, True])
def test_overtime_is_accepted_before_and_after_racks_with_either_sign(at_the_end, amount):
    lines = whole()
    nicks = [line.partition(":")[0] for line in lines]
    other = next(nick for nick in reversed(nicks) if nick != nicks[-1])
    *_, total = (figures(line)[1] for line in lines if line.startswith(other))
    lines.insert(len(lines) - (not at_the_end), f"{other}:  (time) {amount} {total - 10}")
    text = "\n".join(lines)
    assert findings(text) == ()
    assert total - 10 in verified(text).audit.outcome.finals
