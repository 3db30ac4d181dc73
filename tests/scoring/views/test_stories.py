"""Games are recorded, disputed, judged, uploaded and practised by the forms of the pages; see `tests/stories.py`."""

import datetime as dt
import io
from itertools import count
from types import SimpleNamespace

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.template import defaulttags
from django.test import Client
from django.utils import timezone
from PIL import Image

from scoring.actions import judging, photos, uploads
from scoring.models import Game, TurnEntry
from scoring.queries.sheets import sheet
from scoring.views import lexicons as lists_page
from scoring.views.one_play import CHECK_THROTTLE
from tests.scoring.views.pads import opened, out_play
from tests.scoring.views.uploads import RIGHT, WRONG, zipped
from tests.stories import POST, WITH_ALL_ROOMS, tell
from tests.tournament.logged_in import browser_of

pytestmark = [pytest.mark.django_db, WITH_ALL_ROOMS]
BEGINNING = dt.datetime(2026, 10, 3, 18, 30, tzinfo=dt.UTC)
LAST_GAME, LAST_TURN = 40, 70
"""Keys taken before a story, so that its games and turns have keys that are numbers of nothing else."""
GAME, DISPUTE = "/games/41/", "/games/41/dispute/"
NEW, NEW_DISPUTE = "/games/new/", "/disputes/new/"
PASSES = ["pass"] * 6
GIVEN = {
    "changes": ("wespa", ("Ann", "Ben"), "8H ZONE 26", "9G EAR 19", "K8 EXTRA 12", "pass"),
    "asked": ("wespa", ("Ann", "Ben"), "8H ZONE 26 26", "8L S 15", "exchange ABC", "1: 9G EAR 19 62"),
    "double": ("naspa_nwl", ("Ann", "Ben"), "8H ZONE 26"),
    "four": ("box_hasbro", ("Ann", "Ben", "Cid", "Dot"), "8H ZONE 26", "9G EAR 19"),
    "charged": ("french", ("Ann", "Ben"), "8H ZONE 32"),
    "notes": ("wespa", ("Ann", "Ben"), "8H ZONE 26", "pass"),
    "the end": ("wespa", ("Ann", "Ben"), "8H ZONQ 36", *PASSES[:5]),
    "corrected": ("wespa", ("Ann", "Ben"), "8H ZONQ 36", *PASSES, "1: rack AB", "2: rack J"),
    "close": ("wespa", ("Ann", "Ben"), "8H ZONE 36", *PASSES, "2: adjust 30 late", "1: rack A", "2: rack E"),
    "recorded": ("wespa", ("Ann", "Ben"), "8H ZONE 36", "9G EAR 17", "pass", "exchange 2"),
    "several": ("wespa", ("Ann", "Ben"), "8H ZONE 36", "9G EAR 17", *PASSES, "1: =AQ", "2: =E"),
    "tie": ("wespa", ("Ann", "Ben"), "8H ZONE 26", *PASSES, "2: * 16 late", "1: =AQ", "2: =E"),
    "tie break": ("box_mattel", ("Ann", "Ben"), "8H ZONE 26", *PASSES[:2], "2: * 16 late", "1: =AQ", "2: =E"),
    "on time": ("wespa", ("Ann", "Ben"), "8H ZONE 26", *PASSES[1:]),
    "namesakes": ("wespa", ("Ann Able", "Ann Bell"), "8H ZONE 36", "-3", "9G EAR 17", *PASSES[1:], "1: =A", "2: =E"),
    "photos": ("wespa", ("Ann", "Ben")),
    "refused": ("wespa", ("Ann", "Ben")),
    "judge": ("wespa", ("Ann", "Ben")),
    "stranger": ("wespa", ("Ann", "Ben"), "8H ZONE 36"),
}  # fmt: skip


def line(text, where="", button="", **typed):
    """Return a step that enters a line, by the button of a page or as if the page had been open."""
    if button:
        return (GAME + where, button, {"line": text, **typed})
    return (GAME + "turns/", POST, {"line": text, **typed})


def new(**typed):
    return (NEW, "Open the score pad", typed)


def sheets(*columns):
    """Return the typed columns of two sheets: Ann’s, then Ben’s, each with Ann’s column first."""
    places = ("column-1-1", "column-1-2", "column-2-1", "column-2-2")
    return dict(zip(places, columns, strict=True))


def disputed(**typed):
    return (
        NEW_DISPUTE,
        "Compare",
        {"first": "Ann", "second": "Ben", "rules": "naspa_nwl", **typed},
    )


def file(name, content):
    """Return a function that returns the file, since a file can be sent only once."""
    data = content if isinstance(content, bytes) else content.encode()
    return lambda: SimpleUploadedFile(name, data)


def picture(width, height, kind="PNG"):
    out = io.BytesIO()
    Image.new("RGB", (width, height), "white").save(out, kind)
    return out.getvalue()


ODD = "AA\nA1\nA2\nA3\nA4\nA5\nAB\nAA\nX\n"
ZONE = "/".join(["15"] * 7 + ["7ZONE4"] + ["15"] * 7)
PLAYS = """\
#player1 ann Ann
#player2 ben Ben
>ann: FLOTYAE 8H LOFTY +30 30
>ben: LOAMIIC 7I LOAM +26 26
>ann: FICIATE J7 ..FICIATE +75 105
"""
FIVE_GAMES = {name: RIGHT.replace("Ana", name) for name in (*"CDEFG", "a.md", "b.png")}
STORIES = {
    "new": [
        (NEW, ""),
        new(first=" ", second="Ben"),
        new(first="Ann", second="Ben", third="Cid", rules="wespa"),
        new(first="Ann", second="Ben", rules="german", lexicon="open_english"),
        new(first="Ann", second="Ben", rules="german", lexicon="open_english", tile_set="english", title="Table 3"),
        (NEW, ""),
        new(first="Ann", second="Ben", third="Cid", rules="box_hasbro", layout="super", tile_set="english_super"),
        ("/games/42/dispute/", "Compare", {"column-1-1": "9\n7", "column-1-3": "20", "column-3-1": "9\n8"}),
        ("/games/42/game.gcg", ""),
        ("/games/42/game.gcg?form=announced", ""),
    ],
    "turns": [
        new(first="Ann", second="Ben", rules="wespa", title="Table 3"),
        (GAME + "undo/", POST, {}),
        (GAME + "turns/last/take-back/", POST, {}),
        line("8H ZONE 36", seen="5"),
        line("8H ZONE", button="Preview"),
        line("8H", button="Preview"),
        line(""),
        line("8H " + "A" * 298),
        line("1A ZONE 16"),
        line("2: 8H ZONE 26"),
        line("8H ZONE 36", button="Enter"),
        (GAME, "Correct to 26"),
        (GAME, "Withdraw the ruling"),
        (GAME, "Let 36 stand"),
        line("9G EAR 19", seen="5"),
        line("8H ZONE 36", seen="5"),
        line("exchange 3 ~24:13"),
        line("H7 AX 12"),
        (GAME + "?line=1A+FRO+9", "Enter"),
        (GAME, "Undo Ctrl Z"),
        (GAME, "Undo Ctrl Z", {"seen": "5"}),
        line("9G EAR 17"),
        line("K8 EXTRA 28 @+QI"),
        line("ch"),
        line("1: ch 5"),
        line("K8 EXTRA 24"),
        line("--"),
        line("-QJ"),
        line("- tired"),
        line("* 5 late"),
        line("1: * -5 late"),
        line("K8 EXTRA", button="Enter"),
        (GAME + "turns/70/", POST, {"line": "pass"}),
        (GAME + "turns/71/ruling/", POST, {"decision": "perhaps"}),
        (GAME + "turns/72/ruling/", POST, {"decision": "correct"}),
        (GAME + "turns/71/ruling/", POST, {"decision": "correct", "reason": "Counted again"}),
    ],
    "refused": [
        line("8H FR1 3"),
        line("8H " + "A" * 400),
        line("2: -ABC"),
        line("8H QI", button="Enter"),
        ("", "Enter", {"line": "8H QI 99999"}),
        ("", "Enter", {"line": "8H QI"}),
        ("", "Enter", {"line": "8H QI"}),
        line("H7 AX 12", button="Enter"),
        ("", "Enter"),
    ],
    "changes": [
        (GAME, "Correct to 24"),
        line("K8 EXTRA 24", "?correct={3}", "Correct"),
        (GAME, "Undo Ctrl Z"),
        line("H8 ZONE 26", "?correct={1}", "Correct"),
        (GAME, "Undo Ctrl Z"),
        (GAME + "?correct={2}", ""),
        line("9G EAT 17", "?correct={2}", "Correct", reason="T, not R"),
        (GAME + "?correct=72", ""),
        (GAME, "Take back turn 4", {"seen": "5"}),
        (GAME, "Take back turn 4"),
        (GAME, "Undo Ctrl Z"),
        line("9H EAR", "?correct={2}", "Preview"),
        line("9H EAR 19", "?correct={2}", "Correct"),
        (GAME + "?line=1:+9G+EAR+19&correct={2}", "Correct"),
        (GAME, "Undo Ctrl Z"),
        (GAME + "?before={3}", ""),
        line("", "?before={3}", "Insert"),
        line("exchange 2", "?before={3}", "Insert", seen="5"),
        line("exchange 2", "?before={3}", "Insert"),
        (GAME, "Undo Ctrl Z"),
        line("L8 JO 9", "?before={3}", "Insert"),
        (GAME + "?turn=2", "Remove turn 2", {"seen": "4"}),
        (GAME + "?turn=2", "Remove turn 2"),
        (GAME, "Undo Ctrl Z"),
        (GAME, "Redo Ctrl Shift Z"),
        (GAME + "redo/", POST, {}),
        (GAME + "?turn=1", "Remove turn 1"),
        (GAME + "?before=1", ""),
        (GAME + "?turn=0", ""),
        (GAME + "?turn=1", ""),
        (GAME + "?turn=99", ""),
        (GAME + "?turn=one", ""),
        (GAME + "board.svg?turn=2", ""),
        (GAME + "board.svg", ""),
        *((GAME + f"turns/73/{what}", POST, {"line": "8H FROZEN 38"}) for what in ("", "before/", "take-out/")),
        (GAME + "live/?version=1", ""),
        (GAME + "live/?bare=finished", ""),
        (GAME + "live/?correct={2}&bare=yes", ""),
    ],
    "asked": [
        (GAME, ""),
        (DISPUTE, ""),
        *(line(text, button="Preview") for text in ("H6 ABC 5", "8H FROZEN 52", "exchange", "1A FRO 9")),
        line("H8 ZONE 26", "?correct={1}", "Preview"),
        line("8L AX 12", "?before={2}", "Preview"),
        line("pass", "?before={2}", "Preview"),
        line("pass", "?before={4}", "Preview"),
    ],
    "double": [
        (GAME, ""),
        line("ch"),
        line("ch"),
        line("9G EAR 19"),
        line("--"),
        (DISPUTE, ""),
        (DISPUTE, "Compare", sheets("26\n19", "0", "26\n0", "0")),
        (GAME + "turns/last/take-back/", POST, {}),
        line("2: ch"),
    ],
    "four": [
        (GAME, ""),
        line("1: ch"),
        line("9K OX 20"),
        line("pass"),
        line("pass"),
        line("4: =AB"),
        line("1: = E"),
        line("2: = J"),
        line("3: = K"),
        (GAME, "Finish the game"),
        (GAME, "All players have signed the slip"),
        (GAME + "files/", ""),
        (GAME + "game.gcg", ""),
        (GAME + "game.gcg?form=corrected", ""),
    ],
    "charged": [(GAME, ""), line("ch"), line("ch 7"), line("pass"), line("2: ! 10")],
    "notes": [
        (GAME + "?turn=1", "Save notes", {"text": "A hook?\n\nTwo blanks left", "mark": "?"}),
        (GAME + "?turn=1", "Save notes"),
        (GAME + "?turn=1", "Save notes", {"text": "Another", "seen": "x"}),
        (GAME + "?turn=1", "Save notes", {"text": "A third", "mark": "!", "seen": "7"}),
        (GAME + "?turn=1", "Save notes", {"mark": "x"}),
        (GAME + "?turn=2", "Save notes", {"text": "!\r\n\r\nLate", "mark": "!"}),
        (GAME + "?turn=2", "Save notes", {"text": "", "mark": ""}),
        (GAME + "turns/70/notes/", POST, {"text": "Another game"}),
        line("9G EAR 19 ~24:10"),
        line("9G EAR 19 ~23:50", "?correct={3}", "Correct"),
        (GAME + "game.gcg", ""),
        (GAME + "files/", ""),
    ],
    "the end": [
        line("pass late"),
        line("1: rack AB"),
        (GAME + "finish/", POST, {}),
        line("pass ~-1:01"),
        (GAME + "finish/", POST, {}),
        line("1: rack AB"),
        line("2: rack J"),
        line("1: time -1:01"),
        (GAME, "Finish the game", {"seen": "5"}),
        (GAME, "Finish the game"),
        line("9G EAR 19"),
        (GAME + "finish/", POST, {}),
        (DISPUTE, "Let 36 stand", {"reason": "Both agreed"}),
        (GAME, "Reopen", {"reason": " "}),
        (GAME, "Reopen", {"reason": "The tiles were counted wrong"}),
        (GAME + "reopen/", POST, {"reason": "Twice"}),
        (GAME + "signed/", POST, {}),
        (GAME + "not-signed/", POST, {"reason": "None"}),
        (GAME, "Finish the game"),
        (GAME, "Both players have signed the slip", {"seen": "5"}),
        (GAME, "Both players have signed the slip"),
        (GAME + "signed/", POST, {}),
        (GAME, "Mark as unsigned", {"reason": " "}),
        (GAME, "Mark as unsigned", {"reason": "Signed too early"}),
        (GAME + "signed/", POST, {}),
        (GAME, "Reopen", {"reason": "Late claim"}),
        (GAME, "Withdraw the ruling"),
        (GAME, "Withdraw the ruling", {"reason": "Late claim"}),
        (GAME + "turns/{1}/ruling/", POST, {"decision": "back", "reason": "Twice"}),
        line("8H ZONE 36", "?correct={1}", "Correct"),
        line("8H ZONE 36", "?correct={1}", "Correct", reason="E, not Q"),
        line("pass", "?before={2}", "Insert"),
        (GAME + "?turn=2", "Remove turn 2"),
        (GAME + "?turn=2", "Remove turn 2", {"reason": "One pass too many"}),
    ],
    "corrected": [
        (GAME, "Finish the game"),
        (GAME + "?turn=1", "Correct and finish again", {"line": "8H ZONA 26", "reason": ""}),
        (GAME + "?turn=1", "Correct and finish again", {"line": "8H", "reason": "A, not Q"}),
        (GAME + "?turn=1", "Correct and finish again", {"line": "1A ZONE 16", "reason": "A, not Q"}),
        (GAME + "?turn=1", "Correct and finish again", {"line": "8H ZONA 26", "reason": "A, not Q"}),
        (GAME + "turns/71/finished/", POST, {"line": "8H ZONA 26", "reason": "Again"}),
        (GAME + "?turn=1", "Undo and finish again", {"reason": ""}),
        (GAME + "?turn=1", "Undo and finish again", {"reason": "It was a Q"}),
        (GAME + "finished/undo/", POST, {"reason": "Twice"}),
        (GAME + "?turn=1", "Correct and finish again", {"line": "1A ZONE 46", "reason": "So", "irregular": "1"}),
    ],
    "close": [
        (GAME, ""),
        (GAME, "Finish the game"),
        (DISPUTE, ""),
        (DISPUTE, "Let 36 stand", {"reason": "Nobody counted"}),
        (GAME + "files/", ""),
        *((f"{GAME}game.gcg{form}", "") for form in ("", "?form=announced", "?form=corrected")),
        (DISPUTE, "Correct to 26", {"reason": "Counted after all"}),
    ],
    "plays and sheets": [
        (NEW_DISPUTE, ""),
        *(disputed(first=" ", second=" ", plays=plays) for plays in ("hello", f"hello{' ' * 12_000}again")),
        disputed(plays=PLAYS + ">ann: A 8H"),
        disputed(plays=PLAYS + "#player3 cid Cid\n>cid: A 1A AB +6 6\n"),
        disputed(**sheets("a b", "", "", "26\n1000000")),
        (NEW_DISPUTE + "?first=Ann&second=Ben&title=Board+7&rules=wespa", ""),
        disputed(title="Board 7", plays=PLAYS, **sheets("30 30\n71 102", "26", "30\n81", "24")),
        (DISPUTE, "Compare", {"column-2-2": ""}),
        (DISPUTE, "Compare", {"column-1-1": "30\nfoo 7", "column-2-2": "24"}),
        (DISPUTE, "Compare", {"column-1-1": "30 30\n71 102\n5", "column-2-2": "24 24", "holds-1-2": "scores"}),
        (DISPUTE + "rulings/72/", POST, {"ruling": "let_stand", "reason": "Why not"}),
        (DISPUTE + "rulings/71/", POST, {"ruling": "correct:30"}),
        *(
            (DISPUTE + "rulings/{2}/", POST, {"ruling": ruling, "reason": "Why not"})
            for ruling in ("", "perhaps:26", "correct:", "correct:1e9", "correct:--5", "let_stand:100000",
                           f"correct:{'9' * 5000}")
        ),
        (DISPUTE + "rulings/70/", POST, {"ruling": "correct:30"}),
        (DISPUTE + "rulings/", POST, {"turn": ["72:26:25"], "reason": "Both"}),
        (DISPUTE, "Correct all 2", {"reason": "Recounted", "reason-72": "L is 1"}),
        (DISPUTE, "Let 26 stand", {"reason": "No claim"}),
        (DISPUTE, "Let 81 stand"),
        (DISPUTE, "Correct to 71"),
        (DISPUTE + "rulings/72/", ""),
        (DISPUTE + "rulings/{2}/", ""),
        (DISPUTE + "rows/", POST, {"seat": "1", "row": "1", "points": "30"}),
        (DISPUTE + "final/", POST, {"final-1": "101", "final-2": "24", "reason": "Agreed"}),
    ],
    "recorded": [
        (DISPUTE, ""),
        (DISPUTE, "Compare", sheets("", " ", "", "")),
        (DISPUTE, "Correct to 19"),
        (DISPUTE, "Compare", sheets("36\n-", "", "", "17\n-")),
        (DISPUTE, "Compare", sheets("", "", "", "")),
        (DISPUTE + "rulings/{3}/", POST, {"ruling": "let_stand:5"}),
    ],
    "several": [
        (GAME, "Finish the game"),
        (DISPUTE, "Correct all 2", {"reason": " "}),
        (DISPUTE, "Correct all 2", {"reason": "Both wrong", "reason-72": "Counted"}),
        (GAME, ""),
    ],
    "tie": [
        (GAME, ""),
        (DISPUTE, "Compare", sheets("26\n-\n-\n-", "-\n-\n-", "24\n-\n-\n-", "")),
        (GAME, "Finish the game"),
        (DISPUTE, "Compare", {"column-2-1": "26\n-\n-\n-"}),
        (GAME, "Finish the game"),
    ],
    "announced tie": [
        new(first="Ann", second="Ben", rules="spanish", tile_set="english", lexicon="open_english"),
        *map(line, ("8H ZONQ 62", "I7 VOV 18", "2: * 44 late", *PASSES[:4], "1: =A", "2: =E")),
        (GAME, "Finish the game"),
        (GAME + "?turn=1", "Correct and finish again", {"line": "8H ZONE 26", "reason": "E, not Q"}),
    ],
    "out": [
        (GAME, ""),
        line("1: time 10"),
        (GAME, "Undo Ctrl Z"),
        line("--"),
        (GAME, "Undo Ctrl Z"),
        (GAME, "Accept the play and finish"),
        (DISPUTE, ""),
        (GAME + "game.gcg?form=announced", ""),
    ],
    "stranger": [
        ("/kept/none/", ""),
        ("/check/?play=8H+ZONE+36", ""),
        ("/judge/", POST, {"typed": "QI", "again": "QI", "board": "12"}),
        ("/judge/", POST, {"typed": "QZ", "again": "QZ", "board": "13"}),
        ("/judge/", POST, {"typed": "QI", "again": "QI", "board": "14"}),
    ],
    "namesakes": [(DISPUTE, ""), (DISPUTE, "Compare", sheets("36\n17", "-", "26\n19", "-"))],
    "tie break": [(GAME, ""), (GAME, "Finish the game"), (DISPUTE, "")],
    "on time": [
        line("pass ~-10:01"),
        line("1: =AQ"),
        line("2: =E"),
        (GAME + "?line=1:+time+-10:01", "Enter"),
        (GAME, "Finish the game"),
        (DISPUTE, ""),
    ],
    "sheets alone": [
        disputed(rules="wespa", **sheets("30 30\n12 52\n9 61", "20\n20\n20", "30\n12\n9", "20\n20\n14")),
        (DISPUTE, "Rule for 14, as written by Ben"),
        (DISPUTE, "Rule for 20, as written by Ann", {"seen": "9"}),
        (DISPUTE, "Rule for these points", {"typed": "15", "reason": "Seen on the board"}),
        (DISPUTE, "Rule for these points", {"typed": "-+5", "reason": "Typed wrongly"}),
        *((DISPUTE, "Rule for these points", {"typed": typed})
          for typed in ("3001", "", "abc", "3 8", "123456", "--5", "٣²")),
        (DISPUTE + "rows/", POST, {"seat": "3", "row": "2", "points": "14"}),
        (DISPUTE + "rows/", POST, {"seat": "2", "row": "1", "points": "14"}),
        (DISPUTE + "rows/", POST, {"seat": "2", "row": "9", "points": "14"}),
        (DISPUTE + "rows/", ""),
        ("/check/?rules=wespa&row=41.2.3", "Check", {"play": "8H QI 21"}),
        (DISPUTE + "?seat=2&row=3&points=22&play=8H+QI", "Rule for 22: 8H QI"),
        (DISPUTE + "?seat=2&row=3&points=22222", ""),
        (DISPUTE, "Settle", {"final-1": "61", "final-2": "6o"}),
        (DISPUTE, "Settle", {"final-1": "61", "final-2": "60", "reason": " "}),
        (DISPUTE, "Settle", {"final-1": "61", "final-2": "-1501"}),
        (DISPUTE, "Settle", {"final-1": "−7", "final-2": "+62"}),
        (DISPUTE, "Settle", {"final-1": "51", "seen": "3"}),
        (DISPUTE, "Settle", {"final-1": "-1500", "final-2": "3000"}),
        (DISPUTE, "Settle", {"final-1": "51", "final-2": "51", "reason": "A tie then"}),
        (DISPUTE + "final/", POST, {"final-1": "51"}),
        (DISPUTE, "Compare", {"column-2-1": "30\n12", "holds-2-2": "totals"}),
        (GAME, ""),
    ],
    "totals": [
        disputed(**sheets("30\n42\n51", "20\n40\n60", "30 30\n12 42", "20\n40\n61")),
        (DISPUTE, "Compare", {"holds-1-1": "both"}),
        (DISPUTE, "Compare", {"holds-1-1": "scores", "column-2-1": "30\n42\n52"}),
        *(
            (DISPUTE, "Compare", sheets("30", "20\n26\n31\n45", "30", other))
            for other in ("20\n26\n13\n45", "20\n6\n5\n14", "20\n26\n31\n45", "20 20\n26 46\n31 77\n45 122")
        ),
        (DISPUTE, "Compare", sheets("30\n42\n51", "20\n40\n60", "", "")),
        (DISPUTE, "Compare", sheets("30\n42\n51", "20\n40\n60", "30\n42\n51", "20\n40\n60")),
        (NEW_DISPUTE, ""),
    ],
    "one play": [
        ("/check/", ""),
        ("/check/?play=", ""),
        ("/check/", "Check", {"play": "8H ZONE 36"}),
        ("/check/", "Check", {"play": "8H ZONE 26", "rules": "german"}),
        ("/check/", "Put the play on the board", {"play": "8H ZONE"}),
        ("/check/?position=" + ZONE, "Check", {"play": "9G EAR 21"}),
        ("/check/?position=" + ZONE, "Check", {"play": "1A EAR 3"}),
        ("/check/?position=" + ZONE, "Remove the play from the board", {"play": "8H ZONE"}),
        *(("/check/?play=8H+AI&position=" + ZONE.replace("ZONE4", row), "") for row in ("ZZZZ4", "A7")),
        ("/check/?play=8H", ""),
        ("/check/?play=8H+qi&cased=1", ""),
        ("/check/?position=1/2/3", ""),
        *(("/check/?position=" + "%0A".join(["x?"] * bad + ["." * 15] * (15 - bad)), "") for bad in (13, 15)),
        ("/check/?rules=none&tiles=no&layout=odd", ""),
        ("/check/?tiles=english_super&layout=super&play=11K+QI+44", ""),
        ("/check/?row=41.2.3&play=8A+QI+22", ""),
        ("/check/?row=41.2.x", ""),
        ("/check/", "Check", {"play": "8H " + "A" * 298}),
    ],
    "rules": [
        ("/rules/", ""),
        *((f"/rules/{rules}/", "") for rules in ("french", "box_hasbro")),
        ("/rules/wespa/?first=B&second=A", ""),
        ("/rules/wespa/?first=B&second=D", ""),
        ("/rules/wespa/?first=%3F&second=A", ""),
        ("/rules/wespa/?first=C&second=%3F", ""),
        ("/rules/wespa/?first=%3F&second=%3F", ""),
        ("/rules/wespa/?first=C&second=C", ""),
        ("/rules/wespa/?first=C", ""),
        ("/rules/wespa/?first=CD&second=1", ""),
        ("/rules/unknown/", ""),
    ],
    "judge": [
        ("/judge/", ""),
        ("/judge/?board=+12+", "Judge", {"typed": "qi za"}),
        ("/judge/", POST, {"typed": "qi za", "again": "ZA QI", "board": "12"}),
        ("/judge/", POST, {"typed": "QZX", "again": "qzx"}),
        ("/judge/", POST, {"typed": "QI", "again": "ZA"}),
        ("/judge/", POST, {"typed": "a", "again": "a"}),
        ("/judge/", POST, {"typed": "QI 7", "again": "QI 7"}),
        ("/judge/", POST, {"typed": "", "again": ""}),
        ("/judge/", POST, {"typed": "QI " * 8, "again": "QI " * 8}),
        ("/judge/", POST, {"typed": "QI " * 9, "again": "QI " * 9}),
        ("/judge/", POST, {"typed": "Q" * 201, "again": "QI"}),
        (GAME + "judge/", ""),
        (GAME + "judge/", POST, {"typed": "ZA", "again": "ZA"}),
        ("/judge/log/", ""),
        ("/judge/log/", "Rule", {"reason": " "}),
        ("/judge/log/", "Rule", {"reason": "A word since September"}),
        ("/judge/log/?verdict=ruled", ""),
        ("/judge/log/?file=csv", ""),
        ("/judge/log/?verdict=no", ""),
        ("/judge/log/?verdict=yes&find=qi", ""),
        ("/judge/log/", "Rule", {"reason": "Restored"}),
        ("/judge/log/?sort=verdict", ""),
        ("/lexicons/", "Load the list", {"name": "Club", "file": file("a.txt", "AA\nAB\n")}),
        ("/judge/", ""),
        ("/judge/?board=4", "Begin", {"list": "club"}),
        ("/judge/", POST, {"typed": "AA", "again": "AA", "list": "club"}),
        ("/judge/", ""),
        (GAME + "judge/", ""),
        ("/activity/?verb=judge", ""),
        ("/activity/?verb=overrule", ""),
    ],
    "word lists": [
        ("/lexicons/", ""),
        ("/lexicons/", "Load the list", {"name": "Club"}),
        ("/lexicons/", "Load the list", {"name": "!", "file": file("a.txt", "AA\n")}),
        ("/lexicons/", "Load the list", {"name": "Open English", "file": file("a.txt", "AA\n")}),
        ("/lexicons/", "Load the list", {"name": "Club", "file": file("a.txt", "")}),
        ("/lexicons/", "Load the list", {"name": "Club", "file": file("a.txt", "A\n")}),
        ("/lexicons/", "Load the list", {"name": "Club", "file": file("a.txt", "AA\nA1\nÑU\n")}),
        ("/lexicons/", "Load the list", {"name": "Mi lista", "file": file("a.txt", "AA\nÑU\n")}),
        ("/lexicons/", "Load the list", {"name": "Club", "file": file("a.txt", "A1\n"), "leave_out_odd": "on"}),
        ("/lexicons/", "Load the list", {"name": "Club", "file": file("a.txt", ODD), "leave_out_odd": "on"}),
        ("/lexicons/", "Load the list", {"name": " club ", "file": file("a.txt", "AA\nAC\nAD\n")}),
        ("/lexicons/", "Load the list", {"name": "Club", "file": file("a.txt", "AA\nAC\nAD\n"), "replace": "on"}),
        *[("/lexicons/", "Load the list", {"name": "Lista", "file": file("a.txt", "ÑU\n"), "tile_set": "spanish"})] * 2,
        ("/lexicons/?find=club", ""),
        ("/lexicons/?file=csv", ""),
        ("/lexicons/", "Remove"),
        ("/lexicons/", "Remove", {"row": "open_english"}),
        ("/lexicons/marked/", POST, {"row": ["open_english", "club"], "sure": "1"}),
        ("/lexicons/marked/", POST, {"row": ["lista", "none"]}),
        ("/lexicons/marked/", POST, {"row": ["lista", "club"]}),
        ("/lexicons/marked/", POST, {"row": ["lista"], "sure": "1"}),
        new(first="Ann", second="Ben", rules="wespa", lexicon="club"),
        ("/lexicons/marked/", POST, {"row": ["club"], "sure": "1"}), ("/judge/log/", ""),
    ],
    "photos": [
        (GAME + "photos/", "Save photograph"),
        (GAME + "photos/", "Save photograph", {"photo": file("a.txt", "no photograph")}),
        (GAME + "photos/", "Save photograph", {"photo": file("a.png", picture(90, 60)), "caption": " Ann’s   sheet "}),
        (GAME + "photos/1/", ""),
        (GAME + "photos/", "Save photograph", {"photo": file("a.jpg", picture(30, 20, "JPEG"))}),
        (GAME + "photos/", POST, {"photo": file("a.gif", picture(30, 20, "GIF"))}),
        (GAME + "photos/", POST, {"photo": file("a.png", picture(9, 6))}),
        (GAME + "photos/", "Remove photograph 1"),
        (GAME + "photos/", ""),
    ],
    "files": [
        ("/games/upload/", "Check the files"),
        *(("/games/upload/", "Check the files", {"files": file(*it)}) for it in (("a.png", "x"), ("a.zip", zipped()))),
        ("/games/upload/", "Check the files", {"pasted": "hello"}),
        ("/games/upload/", "Check the files", {"pasted": WRONG, "rules": "wespa"}),
        ("/games/upload/", "Check the files", {"files": file("b.zip", zipped(right=RIGHT, wrong=WRONG, odd="hello"))}),
        ("/games/upload/3/", "Save the selected games"),
        ("/games/upload/3/save/", POST, {"game": ["3", "x"]}),
        ("/games/upload/4/", "Save the selected games", {"game": "6"}),
        ("/games/upload/4/", "Save the selected games"),
        ("/games/upload/4/stop/", POST, {}),
        ("/games/upload/4/save/", POST, {"go_on": "1"}),
        ("/games/upload/", "Check the files", {"pasted": RIGHT}),
        ("/games/upload/", "Check the files", {"files": file("c.zip", zipped(same=RIGHT, twice=RIGHT, **{".md": ""}))}),
        ("/games/upload/?sort=files", ""),
        ("/games/upload/marked/", POST, {"row": ["1", "3"]}),
        ("/games/upload/marked/", POST, {"row": ["1", "3"], "sure": "1"}),
        ("/games/upload/marked/", POST, {"row": ["1"], "sure": "1"}),
        ("/games/upload/marked/", POST, {}),
        ("/games/upload/1/", ""),
        (GAME, ""),
        (GAME + "files/", ""),
        (GAME + "game.gcg", ""),
        (GAME + "game.gcg?form=announced", ""),
        (GAME + "game.gcg?form=corrected", ""),
        (GAME + "game.gcg?form=other", ""),
        ("/games/upload/", "Check the files", {"files": file("d.zip", zipped(**FIVE_GAMES))}),
        *(("", button) for button in ("Save the selected games", "Continue saving", "Stop")),
        *(("/games/upload/marked/", POST, sent) for sent in ({"row": ["2"]}, {"row": ["2", "6"], "sure": "1"})),
    ],
    "practice": [
        ("/games/practice/", ""),
        ("/games/practice/", "Begin", {"pace": "7"}),
        ("/games/practice/", "Begin", {"pace": "10", "turns": "8"}),
        (GAME + "practice/", ""),
        *[("practice", "called out")] * 3,
        line("pass"),
        (GAME, "End the practice", {"keys": "123"}),
        (GAME + "practice/", POST, {"keys": "100000000"}),
        (GAME, ""),
    ],
}  # fmt: skip


class Clock:
    """A clock that is always later, by a minute for each step, so that changes have times of their own."""

    def __init__(self):
        self.step, self.calls = 0, count()

    def __call__(self):
        return BEGINNING + dt.timedelta(minutes=self.step, microseconds=next(self.calls))

    def tick(self, steps):
        """Return the steps, with the keys of the current turns in place of their numbers: `?correct={2}`."""
        for self.step, (path, *rest) in enumerate(steps, start=1):
            turns = TurnEntry.objects.filter(game__pk=LAST_GAME + 1, superseded_at=None)
            keys = turns.order_by("position").values_list("pk", flat=True)
            yield called_out() if path == "practice" else (path.format("", *keys), *rest)


def called_out():
    """Return a step that records the next turn of a practice as it is called out."""
    game = Game.objects.get(pk=LAST_GAME + 1)
    return line(game.practice.turns[len(sheet(game).rows)]["line"], cased="1")


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(timezone, "now", clock)
    monkeypatch.setattr(
        defaulttags, "datetime", SimpleNamespace(now=lambda tz: clock().astimezone(tz))
    )
    return clock


@pytest.fixture
def director():
    return User.objects.create_superuser("director", password="nine-timer")


@pytest.mark.parametrize("name", STORIES)
def test_answers_are_those_approved(request, monkeypatch, lists, clock, director, name):
    CHECK_THROTTLE.reset()
    take_keys()
    if name == "out":
        out_play()
    if name in GIVEN:
        rules, names, *lines = GIVEN[name]
        opened(rules, names, *lines)
    monkeypatch.setattr(settings, "COMMAND", "ninetimer")
    monkeypatch.setattr(lists_page, "MAX_SHOWN_LINES", 3)
    monkeypatch.setattr("scoring.views.photos.MAX_PHOTOS", 2)
    monkeypatch.setattr(photos, "MAX_PHOTOS", 2)
    monkeypatch.setattr("secrets.randbelow", lambda _most: 4)
    monkeypatch.setattr(uploads, "time", SimpleNamespace(monotonic=count(0, 0.5).__next__))
    monkeypatch.setattr(judging, "ANONYMOUS_VERDICTS_PER_MINUTE", 2)
    monkeypatch.setattr(judging, "A_MINUTE", 3 * judging.A_MINUTE)
    browser = Client() if name == "stranger" else browser_of(director)
    tell(request, name, browser, clock.tick(STORIES[name]))


def take_keys():
    game = Game.objects.create(pk=LAST_GAME, rules="wespa", created_at=BEGINNING)
    TurnEntry.objects.create(
        pk=LAST_TURN, game=game, position=1, kind="pass", seat=1, entered_at=BEGINNING
    )
