"""Rounds are paired, changed, published and closed by the forms of their pages; see `tests/stories.py`."""

import pytest

from tests.stories import NOW, POST, SEND, SEVEN, WITH_ALL_ROOMS, tell_without_chance
from tournament.actions.rounds.automatic_rounds import run_due_steps

pytestmark = [pytest.mark.django_db, WITH_ALL_ROOMS]
CUP = "/events/spring-cup/"
A = f"{CUP}a/"
R1, R2, R3 = (f"{A}rounds/{number}/" for number in (1, 2, 3))
EDIT = f"{R1}edit/"
DRAWN = "1:1-4 2:5-2 3:3-6 bye:7"
AGAIN = "1:1-4 2:2-5 3:3-6 bye:7"
NOTICES = "1:1-4 2:2-3 3:5-6 bye:7"
BEGIN = ("/events/new/", SEND, {
    "name": "Spring Cup", "date": "2026-10-03", "preset": "wespa", "roster": SEVEN, "rounds": "5",
})  # fmt: skip
PUBLISH = (f"{R1}phase/", SEND, {"to": "published"})


SWISS = {
    "method": "swiss", "shown": "swiss", "source": "previous", "option_again": "none",
    "option_mates": "meet", "option_opponents": "halves", "option_balance_firsts": "on",
}  # fmt: skip


def saved(arrangement, seen=DRAWN, **typed):
    return (EDIT, POST, {"do": "save", "arrangement": arrangement, "seen": seen, **typed})


def changed(do, arrangement=DRAWN, **typed):
    return (EDIT, POST, {"do": do, "arrangement": arrangement, "seen": DRAWN, **typed})


def line(typed, number=1):
    return (f"{A}rounds/{number}/results/", SEND, {"line": typed, "mode": "scores", "by": "board"})


STORIES = {
    "by hand": [
        BEGIN,
        (EDIT, "Board 2: swap who goes first"),
        (EDIT, "Board 3: unpair"),
        changed("unpair:9"),
        (EDIT, "Change", {"typed": " "}),
        (EDIT, "Change", {"typed": "3 5"}),
        (EDIT, "Change", {"typed": "4 bye"}),
        (EDIT, "Change", {"typed": "9 12"}),
        (EDIT, "Swap two names", {"one": "2", "other": "6"}),
        (EDIT, "Swap two names", {"one": "3", "other": "3"}),
        (EDIT, "Give the bye", {"one": "5"}),
        (EDIT, "Change a board", {"board": "1", "to": "3"}),
        (EDIT, "Change a board", {"board": "2", "to": "11"}),
        changed("pair", "1:1-4 bye:7 free:2,3,5,6", one="3", other="2"),
        changed("pair", one="3", other="2"),
        changed("look", "1:1-4 2:5-2 3:3-99 bye:7"),
        changed("dance"),
        changed("flip:1", "1:1-x"),
        saved(DRAWN),
        saved(AGAIN, AGAIN),
        saved("1:1-4 2:5-2 bye:7"),
        saved("1:1-4 2:1-2 3:3-6 bye:7"),
        saved(AGAIN),
        PUBLISH,
        saved(NOTICES, AGAIN),
        saved(NOTICES, AGAIN, reason=" the  wrong draw "),
        saved("1:1-4 2:2-3 3:7-6 bye:5", NOTICES, reason="5 is late"),
        saved("1:1-4 2:2-3 3:7-6", "1:1-4 2:2-3 3:7-6 bye:5", reason="5 left"),
        line("2 401 377"),
        saved("1:1-4 2:3-2 3:7-6 bye:5", "1:1-4 2:2-3 3:7-6 bye:5", reason="starts"),
        line("1 355 356"),
        saved("1:4-1 2:3-2 3:7-6 bye:5", "1:1-4 2:2-3 3:7-6 bye:5", reason="starts"),
        saved("1:1-4 2:2-3 bye:5,6,7", "1:1-4 2:2-3 3:7-6 bye:5", reason="they left"),
        (f"{A}undo/", "Undo: Round 1 of division A changed by hand."),
        line("3 290 505"),
        (A, "Close round 1"),
        saved("1:1-4 2:2-3 3:6-7 bye:5", "1:1-4 2:2-3 3:7-6 bye:5", reason="late"),
        (f"{R1}pairings/?one=2&other=6", ""),
    ],
    "paired again": [
        BEGIN,
        (f"{R1}pairings/?one=2&other=6", "Pair these two anyway"),
        (f"{R1}pairings/", "Show the method’s options", {"method": "king_of_the_hill"}),
        (f"{R1}pairings/", "Pair again", {"method": "quartiles"}),
        (f"{R1}pairings/", "Pair again", {"keep": "3", "settled": "1 6\n7 bye", "seed": "12"}),
        (f"{R1}pairings/", "Pair again", {"seen": "old"}),
        (f"{R1}pair/", POST, {"seen": "old"}),
        (f"{R1}pair/", POST, {"rounds": "5"}),
        (f"{R2}pair/", POST, {}),
        (f"{R3}pair/", POST, {}),
        (f"{R1}phase/", POST, {"to": "eaten"}),
        (f"{R1}phase/", POST, {"to": "closed"}),
        (A, "Publish round 1", {"seen": "old"}),
        PUBLISH,
        (f"{R1}phase/", POST, {"to": "published"}),
        (f"{R1}pairings/", "Pair again", {"method": "swiss", "shown": "swiss"}),
        (f"{R1}pairings/", "Pair again", {"reason": "a player left"}),
        PUBLISH,
        (f"{R2}pair/", POST, {}),
        line("2 401 377"),
        (f"{R1}pairings/", ""),
        (f"{R1}pair/", POST, SWISS | {"reason": "a player left"}),
        (f"{R1}phase/", POST, {"to": "closed"}),
        line("1 420 350"),
        (f"{R2}pair/", POST, {}),
        line("3 388 399"),
        (f"{R2}pair/", POST, {}),
        (f"{R2}phase/", POST, {"to": "published"}),
        (f"{R1}phase/", POST, {"to": "closed"}),
        (f"{R1}phase/", POST, {"to": "closed"}),
        (f"{A}?round=1", "Reopen the round", {"reason": " "}),
        (f"{A}?round=1", "Reopen the round", {"reason": "a slip was wrong"}),
        (f"{R2}pairings/?one=1&other=3", ""),
        (f"{R2}reasoning/", ""),
        (f"{CUP}housekeeping/", "Close the event"),
        (f"{CUP}housekeeping/close/", POST, {"accepted": "1"}),
        (f"{R2}pair/", POST, SWISS | {"reason": "late"}),
        (A, ""), (f"{CUP}results/marked/", SEND, {"row": ["a.1.1", "a.2.1"], "do": "slips"}),
    ],
    "made": [
        BEGIN,
        PUBLISH,
        line("1 401 377"),
        line("2 355 356"),
        line("3 290 505"),
        (f"{A}rounds/new/", ""),
        (f"{A}rounds/new/", "Show the method’s options", {"method": "king_of_the_hill"}),
        (f"{A}rounds/new/", "Draft round 2", {"source": "round 4"}),
        (f"{A}rounds/new/", "Draft round 2", {"option_repeats": "x"}),
        (f"{A}rounds/new/", "Draft round 2", {
            "source": "round 1", "option_again": "free", "settled": "4 1\n2", "seed": "77",
        }),
        (f"{A}rounds/new/", "Draft round 2", {"seen": "old"}),
        (f"{A}rounds/new/", "Check the list", {"pairs": "3 5\n1 2\n6 3"}),
        (f"{A}rounds/new/", "Check the list", {"pairs": "3 5\nAna Ben"}),
        (f"{A}rounds/new/", "Check the list", {"pairs": "7 5\n1 2\n6 4\n3"}),
        (f"{A}rounds/new/", "Check the list", {
            "pairs": "4 1\n2 5\n6 3\n7", "firsts_as_listed": "on",
        }),
        (f"{A}rounds/new/", POST, {
            "how": "by_hand", "step": "save", "pairs": "4 1\n2 6\n5 3\n7", "seen": "old",
        }),
        (f"{A}rounds/new/", POST, {"how": "by_hand", "step": "save", "pairs": "4 1\n2 6\n5 3"}),
        (f"{A}rounds/new/", POST, {
            "how": "by_hand", "step": "save", "pairs": "4 1\n2 6\n5 3\n7", "firsts_as_listed": "on",
        }),
        (f"{R2}pairings/", ""),
        (f"{A}rounds/new/", "Draft the round robin", {"table-cycles": "0"}),
        (f"{A}rounds/new/", "Draft the round robin", {"table-cycles": "11"}),
        (f"{A}rounds/new/", "Draft the round robin", {"table-cycles": "2"}),
        (f"{A}rounds/new/", "Draft the round robin", {"seen": "old", "table-rounds": "next"}),
        (f"{A}rounds/new/", "Draft the round robin", {
            "table-rounds": "next", "table-top_last": "on", "table-cycles": "2",
        }),
        (f"{A}rounds/new/", POST, {
            "how": "round_robin", "table-cycles": "1", "table-rounds": "all", "sure": "1",
        }),
        (f"{A}rounds/new/", ""),
        (f"{R3}phase/", POST, {"to": "published"}),
        (f"{R2}phase/", POST, {"to": "published"}),
    ],
    "if it were": [
        BEGIN,
        (f"{R1}what-if/", "Show the method’s options", {"method": "round_robin"}),
        (f"{R1}what-if/", "Show", {"seed": "21"}),
        (f"{R1}what-if/", "Show", {"settled": "2 7\n6 bye", "seed": "23"}),
        (f"{R1}what-if/", "Show", {"settled": "2 7\n2 bye", "seed": "23"}),
        (f"{R1}what-if/?method=random", ""),
        (f"{R1}pairings/", "What if?", {"keep": "2"}),
        (f"{R1}what-if/?methods=all&seed=9&source=seeds", ""),
        (f"{R1}what-if/?methods=all&source=round+3", ""),
        (f"{R1}what-if/?row=swiss&seed=9", ""),
        (f"{R2}what-if/", ""),
        (f"{A}rounds/200/what-if/", ""),
        (f"{A}rounds/201/what-if/", ""),
        (f"{A}rounds/0/what-if/", ""),
        PUBLISH,
        line("1 401 377"),
        line("2 355 356"),
        line("3 290 505"),
        (f"{R2}what-if/?method=king_of_the_hill&seed=8", ""),
        (f"{A}rounds/new/", POST, {
            "how": "method", "method": "chew", "shown": "chew", "source": "previous", "seed": "5",
            "option_flight_caps": "2, 4, 8",
        }),
        (f"{R2}pairings/", ""),
        (f"{R2}what-if/?method=swiss&seed=8", ""), (f"{R2}pairings/", "Show the method’s options", {"method": "cop"}),
        ("", "Pair again", {"seed": "5", "option_simulations": "2000"}), (f"{R2}reasoning/", ""),
        (f"{R2}edit/", "Swap two names", {"one": "2", "other": "6"}), ("", "Save round 2"), (f"{R2}reasoning/", ""),
        (f"{A}rounds/new/", SEND, {"how": "by_hand", "step": "save", "pairs": "4 1\n2 6\n5 3\n7"}),
        (f"{R2}phase/", SEND, {"to": "published"}),
        (f"{R2}pairings/", ""),
    ],
    "a plan": [
        BEGIN,
        (f"{A}plan/?from=5", ""),
        (f"{A}plan/?rounds=9", ""),
        (f"{A}plan/?rounds=0", ""),
        (f"{A}plan/?rounds=201", ""),
        (f"{A}plan/", "Plan these rounds", {"from_round": "4", "to_round": "3"}),
        (f"{A}plan/", "Plan these rounds", {"from_round": "", "to_round": ""}),
        (f"{A}plan/", "Plan these rounds", {"from_round": "4", "to_round": "6"}),
        (f"{A}plan/", "Show the method’s options", {"method": "chew", "from_round": "2"}),
        (f"{A}plan/", "Plan these rounds", {"method": "chew", "from_round": "2", "to_round": "3"}),
        (f"{A}plan/", "Plan these rounds", {
            "from_round": "2", "to_round": "3", "option_again": "free", "source": "one earlier",
        }),
        (f"{A}plan/", "Plan these rounds", {
            "method": "king_of_the_hill", "shown": "king_of_the_hill", "from_round": "4",
            "to_round": "4", "seen": "old",
        }),
        (f"{A}plan/", "Remove rounds 2–3"),
        (f"{A}plan/", POST, {"do": "remove:x:4"}),
        (f"{A}plan/", POST, {"do": "remove:5:5", "seen": "old"}),
        (f"{A}plan/", POST, {"do": "dance"}),
        (f"{A}plan/", "Plan these rounds"),
        (f"{A}plan/", POST, {"do": "adopt", "rounds": "6", "seen": "old"}),
        (f"{A}plan/", POST, {"do": "adopt", "rounds": ""}),
        (f"{A}plan/", POST, {"do": "adopt", "rounds": "7"}),
        (f"{A}plan/", POST, {"do": "adopt", "rounds": "1"}),
        (f"{A}plan/", "Save boards and byes", {"first_board": "21", "stay_put": "on"}),
        (f"{A}plan/", "Save boards and byes", {"first_board": "0"}),
        (f"{A}plan/", "Save boards and byes", {"first_board": "10000", "byes_spared": "-1"}),
        (f"{A}plan/", "Save boards and byes", {"byes_spared": "3", "through": None, "seen": "old"}),
        (f"{A}plan/", "Save boards and byes", {"byes_top_down": "on", "mates_until": "4"}),
        (f"{A}plan/", "Save automatic publishing", {"minutes": "7"}),
        (f"{A}plan/", "Save automatic publishing", {"minutes": "9", "seen": "old"}),
        (f"{A}plan/", "Save automatic publishing", {"minutes": "-1"}),
        (f"{A}plan/", "Save automatic publishing", {"minutes": "100000"}),
        (f"{A}plan/unattended/", POST, {"do": "stop:1"}),
        (f"{A}plan/unattended/", POST, {"do": "resume:1"}),
        (f"{A}plan/", "Save automatic publishing", {"minutes": ""}),
        (f"{A}plan/marked/", POST, {"do": "remove"}),
        (f"{A}plan/", POST, {"do": "adopt", "rounds": "6"}),
        PUBLISH,
        (f"{A}plan/", POST, {"do": "remove:1:1"}),
        (f"{A}plan/", POST, {"do": "adopt", "rounds": "0"}),
        (f"{A}plan/", "Plan these rounds", {"from_round": "1", "to_round": "2"}),
        (f"{A}plan/marked/", POST, {"do": "method", "method": "chew", "row": "2-5", "seen": "old"}),
        (f"{A}plan/", "Pair by this method", {"row": "2-5", "method": "chew"}),
        *((f"{A}plan/marked/", POST, {"do": "remove", "row": rows}) for rows in ("2-1", ["2-5", "6-6"])),
        (f"{A}plan/marked/", POST, {"do": "dance", "row": "2-5"}),
        (f"{A}plan/marked/", POST, {"do": "method", "method": "dance", "row": "2-5"}),
        (f"{A}plan/", "Remove from the plan", {"row": "2-4"}),
        (f"{A}plan/", "Remove from the plan", {"row": "2-5"}),
        (f"{A}plan/marked/", POST, {"do": "remove", "row": "6-6", "sure": "1", "seen": "old"}),
        (f"{A}plan/marked/", POST, {"do": "remove", "row": "6-6", "sure": "1"}),
        (f"{A}plan/options/?method=chew&number=4", ""),
        (f"{A}plan/options/?method=dance&source=round+9", ""),
        (f"{A}plan/unattended/", SEND, {"minutes": "7"}), *map(line, ("1 401 377", "2 355 356", "3 290 505")),
        lambda _: run_due_steps(NOW), (A, "Do not publish round 2"), ("", "Publish round 2 automatically"),
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", STORIES)
def test_answers_are_those_approved(request, name):
    tell_without_chance(request, name, STORIES[name])
