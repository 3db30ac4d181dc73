"""Standings, prizes, ratings and a club's season, by the forms of their pages; see `tests/stories.py`."""

import pytest

from tests.stories import POST, SEND, SEVEN, WITH_ALL_ROOMS, tell_without_chance

pytestmark = [pytest.mark.django_db, WITH_ALL_ROOMS]
SIX, FIVE = SEVEN.rpartition("\n")[0], SEVEN.rpartition("\nF")[0]
EIGHT = f"Division A:\n{SEVEN}\nDivision B:\nGus 900\nHana Sato\nAda Quist 1150\nBo Quist 1010"
CUP = "/events/spring-cup/"
A, B = f"{CUP}a/", f"{CUP}b/"
PRIZES = """\
A: 1st = 300
A: 2-3 = € 50
B: 1st = 120
high win = 25
upset = 11
by hand: Best dressed = a hat
"""


def begin(**more):
    return ("/events/new/", SEND, {
        "name": "Spring Cup", "date": "2026-10-03", "preset": "wespa", "roster": EIGHT, "rounds": "3",
        "accepted": "", **more,
    })  # fmt: skip


def published(number=1, division=A):
    return (f"{division}rounds/{number}/phase/", SEND, {"to": "published"})


def line(typed, number=1, division=A):
    values = {"line": typed, "mode": "scores", "by": "board", "accepted": f"b{typed}"}
    return (f"{division}rounds/{number}/results/", SEND, values)


def quiet(path, **values):
    return (path, SEND, values)


def evening(name, date, roster, rounds, results):
    """Return the steps of a club's session with one round."""
    division = f"/events/{name}/a/"
    return [
        begin(name=name, date=date, roster=roster, rounds=rounds, club="thursdays"),
        published(division=division),
        *(line(typed, 1, division) for typed in results),
    ]


def posted(path, **values):
    return (path, POST, values)


PLAYED = [published(), line("1 401 377"), line("2 355 356"), line("3 290 505")]
SECOND = [
    (f"{A}rounds/2/pair/", SEND, {}), published(2), line("1 411 388", 2), line("2 402 399", 2),
]  # fmt: skip
STORIES = {
    "prizes": [
        begin(),
        (f"{CUP}prizes/", "Read the list", {"prizes": ""}),
        (f"{CUP}prizes/", "Read the list", {"prizes": "C: 1st = 3\nA: 0th = 4\nhigh win = 25"}),
        ("", "Add 1 prize"),
        posted(f"{CUP}prizes/", step="save", prizes="high win = 25"),
        posted(f"{CUP}prizes/", step="save", prizes="C: 1st = 3"),
        posted(f"{CUP}prizes/", step="save", prizes=PRIZES),
        posted(f"{CUP}prizes/marked/", row="1", do="certificates"),
        *PLAYED,
        (f"{CUP}prizes/", ""),
        (f"{CUP}prizes/?division=b&sort=-value", ""),
        (f"{CUP}prizes/?find=hat&columns=kind", ""),
        (f"{CUP}prizes/new/", "Add the prize", {"place": "0"}),
        (f"{CUP}prizes/new/", "Add the prize", {"place": "4", "value": "7", "exclusive": None}),
        (f"{CUP}prizes/new/?kind=rating_class", "Add the prize", {"value": "9"}),
        (f"{CUP}prizes/new/?kind=high_win", "Add the prize", {"place": "2", "title": " The  win "}),
        (f"{CUP}prizes/new/?kind=round_range", "Add the prize"),
        (f"{CUP}prizes/new/?kind=dance", ""),
        (f"{CUP}prizes/3/", "Save"),
        (f"{CUP}prizes/3/", "Save", {"value": "60", "seen": "old"}),
        (f"{CUP}prizes/3/", "Save", {"place": "5", "value": "61"}),
        (f"{CUP}prizes/3/", "Save", {"place": "x"}),
        (f"{CUP}prizes/7/", "Set the winner", {"winner": "4", "why": "a  tie"}),
        (f"{CUP}prizes/7/", "Set the winner", {"winner": "5", "seen": "old"}),
        (f"{CUP}prizes/7/", "Set the winner", {"winner": ""}),
        (f"{CUP}prizes/2/", "Set the winner", {"winner": "2", "why": "given"}),
        posted(f"{CUP}prizes/2/", step="winner", winner="9"),
        posted(f"{CUP}prizes/move/", prize="4", to="up"),
        posted(f"{CUP}prizes/move/", prize="1", to="up"),
        posted(f"{CUP}prizes/move/", prize="1", to="down"),
        posted(f"{CUP}prizes/marked/", do="remove"),
        posted(f"{CUP}prizes/marked/", do="dance", row="5"),
        posted(f"{CUP}prizes/marked/", do="certificates", row=["1", "2"]),
        posted(f"{CUP}prizes/marked/", do="remove", row="5"),
        posted(f"{CUP}prizes/marked/", do="remove", row=["5", "6"]),
        posted(f"{CUP}prizes/marked/", do="remove", row=["5", "6"], sure="1", seen="old"),
        posted(f"{CUP}prizes/marked/", do="remove", row=["5", "6"], sure="1"),
        posted(f"{CUP}prizes/8/", step="remove", seen="old"),
        posted(f"{CUP}prizes/8/", step="remove"),
        (f"{CUP}prizes/8/", ""),
        *(posted(f"{CUP}prizes/marked/", do="remove", row="9", sure="1") for _ in range(2)),
        (f"{CUP}housekeeping/close/", SEND, {"accepted": "1"}),
        (f"{CUP}prizes/", ""),
        posted(f"{CUP}prizes/move/", prize="1", to="up"),
    ],
    "a season": [
        quiet("/clubs/", name="Thursdays"),
        ("/season/thursdays/", ""),
        ("/clubs/thursdays/", "Save the points", {
            "coming": "1", "win": "3", "tie": "1.5", "best": "1",
        }),
        *evening("first", "2026-09-24", SIX, 2, ["1 401 377", "2 355 356", "3 290 505"]),
        *evening("second", "2026-10-01", FIVE, 3, ["1 402 402", "2 371 388"]),
        *evening("third", "", "Gus 900\nHana Sato", 3, []),
        quiet("/events/first/a/rounds/2/pair/"),
        quiet("/events/first/a/rounds/2/phase/", to="published"),
        line("1 444 333", 2, "/events/first/a/"),
        ("/season/thursdays/", ""),
        ("/season/thursdays/?since=2026-09-25", ""),
        ("/season/thursdays/?since=x&until=2026-09-24", ""),
        ("/season/thursdays/1/", ""),
        ("/season/thursdays/2/", ""),
        ("/season/thursdays/6/", ""),
        ("/season/thursdays/99/", ""),
        ("/season/thursdays/evenings.ics", ""),
        quiet("/events/first/a/standings/show/", rounds_planned="2", held_back_from="2"),
        ("/season/thursdays/", ""),
        ("/clubs/thursdays/", "Save the points", {
            "coming": "", "win": "", "tie": "", "best": "",
        }),
        ("/season/thursdays/", ""),
        ("/events/second/a/ratings/", "Rate division A"),
        ("/season/thursdays/1/", ""),
        ("/events/third/a/ratings/", ""),
        posted("/events/second/a/ratings/1/undo/", reason="wrong"),
    ],
    "standings": [
        begin(),
        *PLAYED,
        (f"{A}standings/", ""),
        (f"{A}standings/?ratings=1", ""),
        (f"{A}standings/", "Save", {"rounds_planned": "0"}),
        (f"{A}standings/", "Save", {"rounds_planned": "2", "held_back_from": "3"}),
        (f"{A}standings/", "Save", {"rounds_planned": "2", "held_back_from": "2"}),
        (f"{A}standings/", "Save", {"rounds_planned": "", "held_back_from": "2", "seen": "old"}),
        *SECOND,
        (f"{A}standings/", ""),
        (f"{A}standings/?round=1&ratings=1", ""),
        (f"reader@{A}standings/", ""),
        (f"reader@{A}pictures/", ""),
        (f"{A}pictures/", ""),
        (f"{A}standings/", "Save", {"rounds_planned": "1"}),
        line("3 333 334", 2),
        (f"{A}standings/", ""),
        (f"{A}", ""),
        (f"{CUP}housekeeping/", "Close the event"),
        (f"{A}rounds/2/phase/", SEND, {"to": "closed"}),
        (f"{A}", ""),
        (CUP, ""),
        (f"{B}standings/", ""),
        quiet(f"{CUP}divisions/", name="C"),
        *((f"{reader}{CUP}c/{page}/", "") for reader in ("", "reader@") for page in ("standings", "ratings")),
    ],
    "ratings": [
        begin(),
        (f"{A}ratings/", ""),
        posted(f"{A}ratings/", system="wespa"),
        *PLAYED[:2],
        (f"{A}ratings/", ""),
        posted(f"{A}ratings/", system="wespa"),
        *PLAYED[2:],
        (f"{A}ratings/", "Save", {"games_1": "7", "games_3": "1200"}),
        (f"{A}ratings/", "Save", {"games_2": "-1"}),
        (f"{A}ratings/", "Save"),
        posted(f"{A}ratings/games/", system="wespa", games_1="8"),
        (f"{A}ratings/", "Show", {"system": "glicko2"}),
        (f"{A}ratings/?system=elo", ""),
        (f"{A}ratings/?system=naspa", ""),
        (f"{A}ratings/", "Rate division A"),
        (f"{A}ratings/", ""),
        posted(f"{A}ratings/", system="wespa"),
        (f"{CUP}housekeeping/remove/", POST, {}),
        posted(f"{A}ratings/1/undo/", reason=" "),
        posted(f"{A}ratings/1/undo/", reason=" the  wrong system "),
        posted(f"{A}ratings/1/undo/", reason="again"),
        (f"{B}ratings/", ""),
        begin(name="Box", preset="school", roster=FIVE),
        ("/events/box/a/ratings/", ""),
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", STORIES)
def test_answers_are_those_approved(request, name):
    tell_without_chance(request, name, STORIES[name])
