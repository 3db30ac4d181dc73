"""Events are created, ruled, searched, closed and removed by the forms of their pages; see `tests/stories.py`."""

import pytest

from tests.stories import POST, SEND, SEVEN, WITH_ALL_ROOMS, tell_without_chance

pytestmark = [pytest.mark.django_db, WITH_ALL_ROOMS]
TWO = f"Division A:\n{SEVEN}\nDivision B:\nGus 900\nHana Sato\nAda Quist 1150\nBo Quist 1010"
CUP = "/events/spring-cup/"
A, B = f"{CUP}a/", f"{CUP}b/"
KEEP = f"{CUP}housekeeping/"
ABOUT = {"name": "Spring Cup", "date": "2026-10-03", "preset": "wespa", "size": "club"}


def begin(roster=TWO, **more):
    return ("/events/new/", SEND, {**ABOUT, "roster": roster, "rounds": "3", **more})


def posted(path, **values):
    return (path, POST, values)


def quiet(path, **values):
    return (path, SEND, values)


def line(typed, division=A):
    return quiet(f"{division}rounds/1/results/", line=typed, mode="scores", by="board")


PUBLISH = quiet(f"{A}rounds/1/phase/", to="published")
STORIES = {
    "new": [
        ("/", ""),
        ("/events/new/", "Create event", {"name": "Spring Cup", "date": "2037-01-01"}),
        ("", "Create event anyway", {"date": "2015-12-31"}),
        ("", "Create event anyway", {"name": "Long ago"}),
        ("/events/new/", "Create event", {**ABOUT, "name": "Spring Cup", "date": "2036-12-31"}),
        ("/events/new/", "Create event", {"name": "New", "date": ""}),
        ("/events/new/", "Create event", {"name": "Autumn", "rounds": "0"}),
        ("/events/new/", "Create event", {"name": "Autumn", "roster": "Gus 900\nGus 901"}),
        ("", "Create event anyway"),
        ("/events/new/", "Create event", {
            "name": "Winter", "roster": TWO, "tile_set": "german", "layout": "super",
        }),
        ("/events/new/", "Create event", {"name": "Winter", "roster": TWO, "rounds": "4"}),
        ("/events/new/", "Create event", {"name": "Late", "again": "2", "roster": "Finn Larsen 9"}),
        ("/events/new/", "Create event", {"name": "Few", "roster": "Gus 900"}),
        posted("/new-event/players/", preset="german", roster=TWO),
        posted("/new-event/players/", preset="x", roster="Larsen, Finn 1300\nName\tRating\nGus\t9"),
        ("/", ""),
        ("/?find=zzz&page=2", ""),
        ("/practice/", POST),
        ("/events/practice-13-players-6-rounds/", "Delete the practice event"),
        posted("/events/winter/practice/remove/"),
        quiet("/clubs/", name="Thursdays"),
        ("/events/new/", "Create event", {"name": "Evening", "roster": "Ida 7\nJo 6", "club": "thursdays"}),
        ("/", ""),
    ],
    "the desk": [
        begin(rounds="1"),
        *((f"{reader}{A}", "") for reader in ("", "reader@", "scorer@")),
        (f"{A}undo/", ""),
        quiet(f"{CUP}check-in/tap/", entry="1"),
        (A, ""),
        PUBLISH,
        line("1 401 377"),
        quiet(f"scorer@{A}rounds/1/results/", line="1 401 376", mode="scores", by="board", accepted="b1 401 376"),
        (CUP, ""),
        (A, ""),
        line("2 355 356"),
        line("3 290 505"),
        (f"{A}rounds/1/boards/1/", ""),
        quiet(f"{A}rounds/1/phase/", to="closed"),
        (A, ""),
        (f"{A}plan/marked/", POST, {"do": "remove", "row": "1-1", "sure": "1"}),
        (A, ""),
    ],
    "divisions": [
        begin(),
        (CUP, ""),
        (f"{CUP}?since=0", ""),
        (CUP, "Add the division", {"name": " "}),
        (CUP, "Add the division", {"name": "a"}),
        (CUP, "Add the division", {"name": "Prizes"}),
        (CUP, "Add the division", {"name": "Ü"}),
        quiet(f"{CUP}u/players/", step="save", roster="Cleo Ito 700"),
        (f"{CUP}u/", ""),
        quiet(f"{CUP}u/players/", step="save", roster="Dina Ito 650"),
        (f"{CUP}u/", ""),
        (KEEP, "Rename division A", {"name": "B"}),
        (KEEP, "Rename division A", {"name": "C", "seen": "old"}),
        (KEEP, "Rename division A", {"name": " Top "}),
        (KEEP, "Remove division Prizes"),
        ("", "Remove division Prizes"),
        (KEEP, "Remove division B"),
        PUBLISH,
        line("1 401 377"),
        posted(f"{KEEP}divisions/a/remove/", sure="1"),
        (CUP, ""),
        (f"{A}since/1/0/", ""),
        (f"{A}panel/0/?back={A}?round=1", ""),
        (f"{A}panel/0/?back=/judge/", ""),
        (f"scorer@{A}panel/0/", ""),
        (f"scorer@{CUP}", ""),
        (f"reader@{CUP}", ""),
        ("scorer@/", ""),
    ],
    "details": [
        begin(),
        (KEEP, "Save", {"name": " "}),
        (KEEP, "Save", {"date": "2037-01-02"}),
        ("", "Save anyway", {"date": "2015-01-02"}),
        ("", "Save anyway"),
        (KEEP, "Save", {"name": "Spring  Open", "place": "Leeds", "seen": "old"}),
        (KEEP, "Save", {
            "name": "Spring  Open", "date": "", "place": " Leeds", "language": "de",
            "second_language": "de", "in_calendar": None, "size": "federation",
        }),
        (KEEP, "Save", {"second_language": "fr"}),
        (KEEP, "Save"),
        ("/", ""),
        (f"{KEEP}reopen/", POST, {"reason": "x"}),
        (KEEP, "Close the event"),
        ("", "Close the event"),
        posted(f"{KEEP}close/"),
        posted(KEEP, name="x"),
        posted(f"{KEEP}divisions/a/", name="x"),
        posted(f"{KEEP}remove/"),
        (CUP, ""),
        posted(f"{CUP}divisions/", name="x"),
        (f"{CUP}rules/", ""),
        (KEEP, "Reopen the event", {"reason": " "}),
        (KEEP, "Reopen the event", {"reason": "one  more round"}),
        (KEEP, "Remove the event"),
    ],
    "rules": [
        begin(),
        (f"{CUP}rules/", "Change the rules"),
        (f"{CUP}rules/", "Change the rules", {"bye_spread": "75", "seen": "old"}),
        (f"{CUP}rules/", "Change the rules", {"bye_spread": "75", "rank_4": "wins"}),
        (f"{CUP}rules/", "Change the rules", {"bye_spread": "x", "rank_1": ""}),
        (f"{CUP}rules/", "Change the rules", {"spread_caps": "300, x"}),
        (f"{CUP}rules/", "Change the rules", {
            "bye_spread": "75", "spread_caps": "300 250", "tile_set": "german", "rank_3": "capped_spread",
            "byes_count_as_starts": "on", "rating_system": "naspa",
        }),
        (CUP, ""),
        (f"{CUP}rules/", "Order: reset to the preset", {"spread_caps": "", "seen": "old"}),
        (f"{CUP}rules/", "Spread caps: reset to the preset", {"rank_3": "spread"}),
        (f"{CUP}rules/", "Byes count as starts: reset to the preset"),
        (f"{CUP}word-list/", "Use this list"),
        posted(f"{CUP}word-list/", list="dance"),
        posted(f"{CUP}word-list/", list=""),
        PUBLISH,
        line("1 401 377"),
        (f"{CUP}rules/", "Change the rules", {"bye_spread": "80"}),
        (f"{CUP}rules/", "Change the rules", {"bye_spread": "80", "reason": " as  announced "}),
        (f"{CUP}rules/", "Change the rules", {"ties": "apart"}),
        (f"{CUP}rules/", "Change the rules", {"ties": "halves", "bye_spread": "81", "reason": "x"}),
        (f"{CUP}rules/", "Change the rules", {"rank_2": "spread", "reason": "y"}),
        (f"{A}standings/", ""),
    ],
    "found": [
        begin(),
        PUBLISH,
        (f"{CUP}find/?q=2", ""),
        (f"{CUP}find/?q=12345", ""),
        (f"{CUP}find/?q=zak", ""),
        (f"{CUP}find/?q=pri", ""),
        (f"{CUP}find/?q=close+r", ""),
        (f"{CUP}find/?q=", ""),
        ("/find/?q=spring", ""),
        ("/find/?q=jones", ""),
        ("/find/?q=snap", ""),
        (f"scorer@{CUP}find/?q=pri", ""),
        (f"reader@{CUP}find/?q=3", ""),
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", STORIES)
def test_answers_are_those_approved(request, name):
    tell_without_chance(request, name, STORIES[name])
