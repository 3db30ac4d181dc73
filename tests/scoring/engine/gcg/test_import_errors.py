"""Every error in a file has its own message with the line; most errors do not stop the import."""

import time

import pytest

from scoring.engine.gcg import Unreadable, read
from scoring.wording.engine import sentence
from tests.scoring.engine.gcg.sheets import HEAD, PLAYS, faults_of, findings, sheet, verified
from tests.scoring.engine.positions import table

LOFTY = PLAYS[0]


def refused(text: str) -> list[str]:
    """Return the error codes with which a text is refused."""
    with pytest.raises(Unreadable) as refusal:
        read(text)
    assert all(sentence(finding.message) for finding in refusal.value.findings)
    return [finding.code for finding in refusal.value.findings]


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        *((text, ["empty_file"]) for text in ("", " ", "\n\r\n \t\n", "\x0c")),
        ("Dear Ann,\nthe games are\nattached.\nBob\n", ["not_a_game", *["not_a_line"] * 3]),
        ("#title Nothing else", ["not_a_game"]),
    ],
)
def test_file_without_players_and_turns_is_refused_with_its_first_problem(text, codes):
    assert refused(text) == codes
    assert refused("> he said: nothing\n> she said: less\n")[0] == "not_a_game"
    assert [(f.line, f.code) for f in findings(HEAD)] == [(0, "unfinished")]  # players alone


@pytest.mark.full
def test_hundred_thousand_lines_are_processed_quickly():
    started = time.monotonic()
    assert refused(sheet(*([LOFTY, ">ann: FLOTVYY -- -30 0"] * 60_000))) == ["not_a_game"]
    assert refused(sheet(*([LOFTY, ">ann: FLOTVYY -- -29 0"] * 40_000))) == ["not_a_game"]
    assert faults_of(sheet(LOFTY, *(["#note on and on"] * 99_000))) == []
    assert faults_of(sheet(LOFTY, "#note on and on", *(["and on"] * 99_000))) == []
    assert len(findings(sheet(LOFTY, *(["x"] * 99_000)))) > 90_000
    assert time.monotonic() - started < 30


def test_longest_possible_game_is_judged_quickly():
    started = time.monotonic()
    text = sheet(*([LOFTY, ">ann: FLOTVYY -- -29 0"] * 499))
    assert verified(text).audit.status.value == "differs"
    assert time.monotonic() - started < 10


AFTER_LOFTY = table("import_errors.toml")["lines"]


@pytest.mark.parametrize(("line", "codes"), AFTER_LOFTY)
def test_invalid_line_has_its_own_reason_and_the_rest_is_parsed(line, codes):
    text = sheet(LOFTY, line, "#note the end")
    lines = faults_of(text)
    assert {code for _, code in lines} == set(codes.split())
    assert {at for at, _ in lines} == {4}
    assert verified(text).audit.record.turns[0].announced == 30
    for finding in findings(text):
        assert sentence(finding.message)[-1] == "."
        assert len(sentence(finding.message)) > 20


def test_long_text_is_quoted_shortened_and_a_late_player_line_adds_nobody():
    exact, longer = "x" * 40, "x" * 41
    for text, quoted in ((exact, exact), (longer, "x" * 39 + "…")):
        (finding,) = (f for f in findings(sheet(*PLAYS, text)) if f.code == "not_a_line")
        assert f"“{quoted}”" in sentence(finding.message)
    record = read(">a: - +0 0\n>b: - +0 0\n#player1 Zoe Zoe\n")
    assert [seat.nick for seat in record.seats] == ["a", "b"]
    assert [p.code for p in record.problems] == ["turn_before_players", "pragma_misplaced"]
    assert [*record.stray_lines.values()] == [("#player1 Zoe Zoe",)]


TWO = "#player1 ann Ann\n#player2 bob Bob\n"


@pytest.mark.parametrize(
    ("text", "nicks", "problems"),
    [
        (f">ann: - +0 0\n>bob: - +0 0\n{TWO}", ["ann", "bob"], [(1, "turn_before_players")]),
        (">b: - +0 0\n>a: - +0 0\n", ["b", "a"], [(1, "turn_before_players")]),
        (f"{TWO}#player2 cat Cat\n>bob: - +0 0\n", ["ann", "bob"], [(3, "pragma_repeated")]),
        # Notes, tiles, styles and identifiers may repeat.
        (f"{TWO}#title A\n#title B\n", ["ann", "bob"], [(4, "pragma_repeated")]),
        (f"{TWO}#note a\n#note b\n#tile A a\n#tile B b\n#id x 1\n#id y 2\n", ["ann", "bob"], []),
    ],
)  # fmt: skip
def test_players_and_pragmas_count_once_at_any_position(text, nicks, problems):
    record = read(text)
    assert [seat.nick for seat in record.seats] == nicks
    assert [(problem.line, problem.code) for problem in record.problems] == problems
    assert record.pragma("title") in (None, "A")


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("ann Ann", "ann Bea", (2, "nick_twice")),
        ("a Ann", "ann Ann", (2, "name_twice")),
        ("", "ann Bob", (1, "player_without_nick")),
        (": Ann", "ann Bob", (1, "player_without_nick")),
    ],
)
def test_players_must_have_distinct_names(first, second, expected):
    text = f"#player1 {first}\n#player2 {second}\n>ann: - +0 0\n"
    assert expected in faults_of(text)


@pytest.mark.parametrize(
    "line",
    [">bob: ABCDEFGH -A +0 0", ">bob: QQ -Q +0 0", ">bob: A1 H7 A. +2 2", ">ann: AT - +0 30",
     ">bob: (challenge) +5 5", ">bob: ABC - +0"],
)  # fmt: skip
def test_odd_racks_turns_and_missing_totals_are_no_differences(line):
    text = sheet(LOFTY, line)
    assert faults_of(text)
    assert verified(text).audit.status.value == "unfinished"


def test_phony_withdrawn_to_another_rack_is_a_finding():
    (finding,) = (
        f for f in findings(sheet(LOFTY, ">ann: FLOTVYX -- -30 0")) if f.code == "rack_changed"
    )
    assert finding.line == 4
    back = "the phony is taken back to the rack FLOTVYX, but was played from FLOTVYY."
    assert sentence(finding.message) == f"ann: {back}"
    assert faults_of(sheet(LOFTY, ">ann: YYVTOLF -- -30 0")) == []
