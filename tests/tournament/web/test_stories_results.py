"""Results are typed, reported twice, corrected and ruled on by the forms of their pages; see `tests/stories.py`."""

import pytest

from tests.stories import POST, SEND, SEVEN, WITH_ALL_ROOMS, tell_without_chance

pytestmark = [pytest.mark.django_db, WITH_ALL_ROOMS]
CUP = "/events/spring-cup/"
A = f"{CUP}a/"
R1, R2 = (f"{A}rounds/{number}/" for number in (1, 2))
BYE = f"{R1}byes/7/"
BOARDS = {number: f"{R1}boards/{number}/" for number in (1, 2, 3, 4)}
BEGIN = [
    ("/events/new/", SEND, {
        "name": "Spring Cup", "date": "2026-10-03", "preset": "wespa", "roster": SEVEN, "rounds": "5",
    }),
    (f"{R1}phase/", SEND, {"to": "published"}),
]  # fmt: skip


def line(typed, mode="scores", by="board", who="", where="results/line/", label=POST, **more):
    """Return the step that types a line: 1 Zoë – 4 Ben, 2 Dai – Łukasz, 3 Ana – Finn, and 7 Eva has the bye."""
    return (f"{who}{R1}{where}", label, {"line": typed, "mode": mode, "by": by, **more})


def quiet(typed, where="results/"):
    return line(typed, where=where, label=SEND)


STORIES = {
    "typed lines": [
        *BEGIN,
        line(""),
        line("2 401"),
        line("9 401 377"),
        line("2 401 377 25", "both"),
        line("2 401 377 24", "both"),
        line("2 401 377"),
        line("2 411 377"),
        line("5 411 377", by="player"),
        line("4 355 1355", by="player"),
        line("4 355 1355", by="player", accepted="p4 355 1355"),
        line("3 401 377"),
        line("3 +0", "spread"),
        line("3 -351", "spread"),
        line("6 +22", "spread", by="player"),
        line("1 9999 355"),
        line("1 x y"),
        line("p1 390 390"),
        line("4 forfeit", by="player"),
        line("2"),
        line("7 half", by="player"),
        line("7 win", by="player"),
        line("7", by="player"),
        line("2 401 377", "dance"),
        line("1 bye"),
        (f"{A}results/?mode=spread&by=player", ""),
        (f"{A}results/", ""),
        (f"{A}results/?since=1", ""),
        (f"{CUP}results/", ""),
        (f"{CUP}results/?state=missing&sort=-spread&find=dai", ""),
        (f"{CUP}results/?state=typed&sort=-first_score&columns=entered_by&columns=entered_at", ""),
    ],
    "at the desk": [
        *BEGIN,
        line("2 401 377", where="results/"),
        line("1 401 377", where="results/"),
        line("1 401 377", where="results/", accepted="b1 401 377"),
        line("1 400 377", where="results/", who="scorer@"),
        line("1 400 377", where="results/", who="scorer@", accepted="b1 400 377"),
        (A, ""),
        (f"scorer@{BOARDS[1]}", ""),
        (f"scorer@{BOARDS[2]}", "Save both results for the director to decide", {
            "first_score": "402", "second_score": "377",
        }),
        ("scorer@", "Save both results for the director to decide"),
        line("7", by="player", who="scorer@"),
        (f"{A}results/", ""),
        (f"{CUP}results/?state=two", ""),
        (BOARDS[1], ""),
        (f"{R1}phase/", SEND, {"to": "closed"}),
        line("3 333 444", where="results/"),
        (f"{R1}phase/", POST, {"to": "closed"}),
        (f"{BOARDS[1]}ruling/", POST, {"entry": "99"}),
        (f"{BOARDS[1]}ruling/", POST, {"entry": "3", "seen": "old", "reason": "x"}),
        (BOARDS[1], "Use this result", {"reason": "the slip"}),
        (f"{BOARDS[1]}ruling/", POST, {"entry": "3"}),
        (f"{A}undo/", "Undo: Round 1, Board 1: 1 Zoë Müller - 4 Ben Stone: 401-377."),
        (f"{R1}phase/", SEND, {"to": "closed"}),
        line("3 334 444", where="results/"),
        line("3 334 444", where="results/", accepted="b3 334 444"),
        (f"scorer@{BOARDS[3]}result/", POST, {
            "outcome": "played", "first_score": "1", "second_score": "2",
        }),
        (f"reader@{A}", ""),
    ],
    "a board": [
        *BEGIN,
        (BOARDS[3], "Enter", {"first_score": "", "second_score": "380"}),
        (BOARDS[3], "Enter", {"first_score": "-1501", "second_score": "380"}),
        (BOARDS[3], "Enter", {"first_score": "3001", "second_score": "380"}),
        (BOARDS[3], "Enter", {"first_score": "380", "second_score": "3001"}),
        (BOARDS[1], "Enter", {"first_score": "380", "second_score": "380"}),
        ("", "Yes, enter the result"),
        (BOARDS[3], "Enter", {"first_score": "380", "second_score": "371", "pairing": "1"}),
        (BOARDS[3], "Enter", {"first_score": "380", "second_score": "371"}),
        (BOARDS[3], "Correct", {"first_score": "380", "second_score": "371"}),
        (BOARDS[3], "Correct", {"first_score": "370", "second_score": "371"}),
        ("", "Yes, correct the result", {"second_score": "381"}),
        ("", "Yes, correct the result"),
        (BOARDS[3], "Correct", {"first_score": "390", "second_score": "371", "seen": "old"}),
        ("", "Correct the result anyway"),
        (BOARDS[3], "Correct", {"first_score": "371", "second_score": "371"}),
        ("", "Yes, correct the result"),
        (BOARDS[3], "Correct", {"first_score": "371", "second_score": "402"}),
        ("", "Yes, correct the result"),
        (BOARDS[2], "Enter", {"outcome": "second_forfeits"}),
        (f"{BOARDS[1]}?outcome=both_forfeit", ""),
        ("", "Yes, correct the result"),
        (f"{BOARDS[1]}result/", POST, {"outcome": "bye"}),
        (f"{BOARDS[1]}?outcome=played&first_score=401&second_score=402", ""),
        (f"{BOARDS[1]}?outcome=first_forfeits", ""),
        (BYE, "Correct", {"outcome": "half_bye", "spread": "12"}),
        (BYE, "Correct", {"outcome": "void", "spread": "12"}),
        (BYE, "Correct", {"spread": "1000"}),
        (BYE, "Correct", {"outcome": "bye"}),
        (BYE, "Correct", {"outcome": "bye", "spread": "55", "seen": "old"}),
        ("", "Correct"),
        (BYE, "Correct", {"outcome": "bye", "spread": "55"}),
        ("", "Yes, correct the result", {"spread": "54"}),
        ("", "Yes, correct the result"),
        (f"{BYE}?outcome=void", ""),
        (f"{R1}byes/3/", ""),
        (f"{R1}phase/", SEND, {"to": "closed"}),
        (BYE, "Correct", {"outcome": "first_forfeits"}),
        (BYE, "Correct", {"outcome": "first_forfeits", "reason": " was  away "}),
        ("", "Yes, correct the result"),
        (BOARDS[3], "Correct", {"first_score": "399", "second_score": "371"}),
        (BOARDS[3], "Correct", {"first_score": "399", "second_score": "371", "reason": "slip"}),
        ("", "Yes, correct the result"),
        (f"{BOARDS[3]}result/", POST, {
            "outcome": "played", "first_score": "399", "second_score": "371", "reason": "the slip",
        }),
        line("3 +5", "spread"),
        line("3 401 400"),
        line("3 401 400", accepted="b3 401 400"),
        line("7 half", by="player"), (f"scorer@{BOARDS[3]}result/", POST, {"outcome": "second_forfeits"}),
        (f"{CUP}housekeeping/close/", SEND, {"accepted": "1"}),
        (BOARDS[3], ""),
        (BYE, ""),
        (f"{A}results/", ""),
        line("3 1 2", where="results/"),
        (f"{BOARDS[2]}game/", POST, {}),
    ],
    "a recorded board": [
        *BEGIN,
        (f"{R1}boards/2/game/", SEND, {"then": "sheets"}),
        (f"{R1}boards/2/game/", SEND, {}),
        (f"{CUP}results/?state=recording", ""),
        (f"{CUP}games/", ""),
        (f"{CUP}games/?player=jones&opponent=zak", ""),
        ("/games/?event=spring&since=2026-10-03&until=2026-10-03&bingos=1", ""),
        ("/games/turns/?player=jones&opponent=zak&since=2026-10-01", ""),
        ("/games/turns/?format=dance", ""),
        ("/games/turns/?since=yesterday", ""),
        ("/games/turns/?format=csv", ""),
        ("/games/zip/", ""),
        ("/games/zip/?row=1", ""),
        ("/games/sheets/", ""),
        ("/games/1/copy/", POST, {}),
        (f"{CUP}results/marked/", POST, {}),
        (f"{CUP}results/marked/", POST, {"row": "a.1.9", "do": "slips"}),
        (f"{CUP}results/marked/", POST, {"row": ["a.1.1", "a.1.3"], "do": "dance"}),
        (f"{CUP}results/marked/", POST, {"row": ["a.1.1", "a.1.3"], "do": "slips"}),
        (f"{CUP}results/marked/", POST, {"row": ["a.1.1", "a.1.3"], "do": "accept"}),
        *(("/games/1/turns/", SEND, {"line": it}) for it in ("8H ZONE 36", "9G EAR 17", *["-"] * 6, "1: =AQ", "2: =E")),
        ("/games/1/finish/", SEND, {}), ("reader@/games/1/", ""),
        ("/games/1/dispute/", "Let 36 stand", {"reason": "Claimed too late"}), (A, ""), (f"reader@{A}", ""),
        *((f"/games/1/{step}/", SEND, {"reason": "Claim"}) for step in ("signed", "reopen")), ("scorer@/games/1/", ""),
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", STORIES)
def test_answers_are_those_approved(request, name):
    tell_without_chance(request, name, STORIES[name])
