"""What is read from a file, and what is written into one, is what somebody last read.

Each case is a promise and a file. The approved text has every value of the event that is read,
every remark (`!` blocks the import, `~` has no effect), and the same event written again.
"""

import json
from dataclasses import MISSING, fields, is_dataclass, replace
from pathlib import Path

import pytest

from tests.approved import check_approved
from tests.tournament.exchange.changed import finished, games, with_meeting, with_player
from tournament.engine.interchange import (
    PortableMeeting,
    PortablePenalty,
    PortablePrize,
    Remark,
    UnreadableEvent,
    UnwritableEvent,
)
from tournament.engine.pairing.event_plan import PlannedRounds
from tournament.engine.results import Outcome
from tournament.exchange.event_files import NamedFile, event_formats, read_bundle

FORMATS = Path(__file__).resolve().parents[3] / "fixtures" / "formats"
HALF_BYES = FORMATS.parent / "cases" / "u01_codes.tou"
WOOGLES = (FORMATS / "woogles" / "open.json").read_text()


def as_text(value):
    """Return a value on one line: fields without a default by place, others by name if they differ."""
    if isinstance(value, Remark):
        return f"{'!' * value.blocks}{'~' * value.unused}{value}"
    if is_dataclass(value):
        given = []
        for field in fields(value):
            inner = getattr(value, field.name)
            by_itself = field.default
            if field.default_factory is not MISSING:
                by_itself = field.default_factory()
            if by_itself is MISSING:
                given.append(as_text(inner))
            elif inner != by_itself:
                given.append(f"{field.name}={as_text(inner)}")
        return f"({', '.join(given)})"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(as_text, value))}]"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, dict) else str(value)


def in_letters(content):
    try:
        return content.decode()
    except UnicodeDecodeError:
        return content.decode("latin-1")


def written(key, event):
    """Return the files of an event in a format, and what is lost, or why there are none."""
    losses = [*event_formats()[key].detail_messages(event)]
    try:
        files = event_formats()[key].write(event)
        texts = [f"{file.name}: {in_letters(file.content)}" for file in files]
    except UnwritableEvent as refused:
        texts = [f"REFUSED {' '.join(refused.reasons)}"]
    return "\n".join([*texts, *(f"LOST {loss}" for loss in losses)])


def read(files, key):
    """Return what is read from files, and the same event written in a format, if one is given."""
    named = [NamedFile(n, c.encode("latin-1") if isinstance(c, str) else c) for n, c in files]
    try:
        event = read_bundle(named)
    except UnreadableEvent as refused:
        return f"REFUSED {as_text(refused.remarks)}"
    if event.obstacles:
        return as_text([*dict.fromkeys(event.obstacles[:1] + event.obstacles[-1:])])
    return f"{as_text(event)}\n{written(key, event)}" if key else as_text(event)


TWO = "Lopez, Ana  1800 2; 400; board 1; p12 1\nOkafor, Ben  1700 1; 380; board 1; p12 2\n"
REST = "Ben 1400 1 0; 380 50\nCem 1300 0 1; 50 390\n"
OF_TSH = {
    "gives name, rating, opponents, scores, boards and starts": TWO,
    "may end its lines with a carriage return": TWO.replace("\n", "\r"),
    "may end its lines as on Windows": TWO.replace("\n", "\r\n"),
    "has unknown starts if they were drawn": "Ana 0 2; 400; p12 3\nBen 0 1; 380; p12 3\n",
    "has a bye, forfeit or void round by the sign of its score": "Ana  0 0 0 0; 50 -50 0\n",
    "has no rating if it is 0, and keeps one with a fraction": "Ana 0; \nBen 1500+12.5;\n",
    "has member numbers": "Ana 0;;xtid AA 012; team x\nBen 0;;xtid\nCem 0;\nDai 0;; xtid 7\n",
    "keeps a tag too long for a member number": f"Ana 0; ; xtid {'9' * 41}\n",
    "keeps ranks and ratings, which are not corrected": "Ana 0 0; 50; rcrank 00 1; newr 1500\n",
    "may be cut off": "Ben 0 0; 50\nCopperfield, Oona 991",
    "may lack an opponent": "Ana 0 2; 400 410\nBen 0 1; 380\n",
    "may lack a semicolon": "Alder, Bo  1620 2\nBirch, Cleo  1540 1; 388\n",
    "may have two players of one name": "Lopez, Ana 1500;\nBen 0;\nana  lopez 1400;\n",
    "may have a word for an opponent": "\nAna 0 2 x; 400\n",
    "may have no rating": "\nAna; 400\n",
    "may have no name": "\n17 0;\n",
    "may have a name that is too long": f"{'A' * 81} 0;\n",
    "may be a page": "<html><body>\n",
    "may be without players": "# nobody\n\n",
    "may have a line of a million letters": "a 1 " * 250_000 + "\n",
    "may have 100,000 players": "".join(f"P{chr(65 + n % 26)}{n}x 0;\n" for n in range(100_000)),
    "may have 100,000 comments": "# again\n" * 100_000 + "Ana 0;\n",
    "may have a rating of eight digits": f"Ana 12345678 2 3; 400 410\n{REST}",
    "may have a rating below 0": f"Ana -5 2 3; 400 410\n{REST}",
    "may have a score with a letter": f"Ana 1500 2 3; 4x0 410\n{REST}",
    "may have a score of five digits": f"Ana 1500 2 3; 99999 410\n{REST}",
    "may have an unknown opponent": "Ana 1500 2 99; 400 410\nBen 1400 1 0; 380 50\n",
    "may be from before round 1": "Lopez, Ana 12345678\nOkafor, Ben 1500\n",
    "may contradict itself about boards": TWO.replace("board 1; p12 2", "board 4; p12 1"),
    "may have unlikely scores": "Lopez, Ana 900 2 2; -400 400\nOkafor, Ben 800 1 1; 5000 1000\n",
    "may have an unlikely bye": "Lopez, Ana 900 0 0; 1001 50\n",
    "may have many unlikely scores": (
        f"Lopez, Ana 900 {'2 ' * 30};{' 2000' * 30}\nOkafor, Ben 900 {'1 ' * 30};{' 400' * 30}\n"
    ),
    "may have words in our own tag that are not known": (
        "Ana 0 2; 400; ninetimer hello 1 1z 0w2\nBen 0 1; 390; ninetimer 1l\n"
    ),
    **{
        f"may have {tag} in our own tag against the lines": f"Ana 0 2; 400; ninetimer {tag}\nBen 0 1; 390\n"
        for tag in ("1w", "1f2@3", "2w", "1y", "1w 1s", "1f9")
    },
}  # fmt: skip
TOU = (
    "*M25.05.2020 Spring Open\r\n*A\r\n                                      0\r\n"
    "Ana Lopez            2412  +2 1405   3 2001  +1\r\n"
    "Ben Okafor            380   1 2390  +4  300  +3\r\n"
    "Cem Aydin            2444  +4 1405  +1 2350   2\r\n"
    "Dai Jones             400   3  389   2 0000   4\r\n"
    "*** END OF FILE ***\r\n"
)
OF_TOU = {
    "has byes, ties, forfeits and starts": TOU,
    "has half-point byes": HALF_BYES.read_text().replace(" -54", "  54"),
    "may have a score below 0": HALF_BYES.read_text(),
    "may have the spread of a bye": TOU.replace("2001  +1", "2050  +1").replace("0000   4", "0150   4"),
    "may mark the other player as winner": TOU.replace(" 2412  +2", "  412  +2").replace("  380   1", " 2380   1"),
    "may mark no player as winner": TOU.replace(" 2412  +2", "  412  +2"),
    "may have free widths": TOU.replace("            2412  +2 1405   3 2001  +1", " 2412 + 2  1405 3   2001 +1"),
    "may have a figure at the end of a name": TOU.replace("Ana Lopez            2412  +2", "DC Deal 1  2412 +2"),
    "may have figures that run together": TOU.replace("1405   3 2001  +1", "1405   32001  +1"),
    "may have an impossible score": TOU.replace(" 2412  +2", " 24x2  +2"),
    "may be something else": "*M25.05.2020 Open\n*A\n" + "nothing;like it\n" * 3_000,
    "may have many lines that cannot be read": "*M25.05.2020 Open\n*A\n" + "17 18\n" * 30,
    "may be without players": "*M25.05.2020 Open\n*A\n*** END OF FILE ***\n",
    "may be without its head": TOU.partition("\n")[2],
    **{
        f"may begin with {head}": TOU.replace("*M25.05.2020 Spring Open", head)
        for head in (
            "*M25/05/2020 Spring Open", "*M 2020-05-25 Spring Open", "*M23-25 May 2020 Spring Open",
            "*M04/05/2020 Spring Open", "*mMay 25th, 2020 1st Open", "*M01.01.1900 x", "*M31.02.2020 x",
        )
    },
}  # fmt: skip
OF_CONFIG = {
    "ranks by the whole spread without a cap": "config event_name = 'Open'",
    "has a plan of future rounds": (
        "config max_rounds = 6\n"
        "autopair a 0 1 ns 0 0 a\nautopair a 1 2 ns 0 1 a\nautopair a 2 3 NS 0 2 a\n"
        "autopair a 2 4 ns 3 2 a\nautopair a 2 5 koth 3 2 a\nautopair a 5 6 koth 9 5 a\n"
        "autopair a 6 7 koth 9 6 a\nautopair b 0 1 rr a"
    ),
    "has prizes": (
        "prize rank 1 A $200\nprize highwin 1 a 'A book, and = a pen'\n"
        "prize rank 1 a $50 class=B\nprize luckystiff 1 a $5\nprize rank 99 a $1\n"
        "prize rank 1 z $9\nautopair z 1 2 ns 0 1 z\n"
    ),
    "may have figures of a list one by one": "config spread_cap[1] = 300\nconfig spread_cap[0] = 200\n",
    "may have 100,000 lines": "config x = 1\n" * 100_000,
    **{
        f"may have {line}": f"config {line}"
        for line in (
            "bye_spread = -99999", "bye_spread = 'many'", "bye_spread = 0", "bye_spread = -50",
            "rating_system = 'xyz'", "rating_system = 'none'", "rating_system = 'naspa-csw lct'",
            "max_rounds = 99999999", "max_rounds{'A'} = -1", "max_rounds = '18'",
            "spread_cap = [-5, 'x', 0]", "spread_cap = 350", "spread_cap = [0, '300']",
            "rating_system = 'wespa'", "gibson_spread = -3", "event_date = '32 Foo'", "event_date = '2026-02-14'",
        )
    },
}  # fmt: skip
HEADS = "Submitted On,Round,Winner,Winners Score,Opponent,Opponents Score"
OF_COCO = {
    "has rounds, players, byes and starts": (
        f"{HEADS},First\n2026-01-01,1,Ana,400,Ben,380,Ben\n,1,Cem,50,Bye,0,\n"
        "\n,2,Ben,390,Cem,390,\n,2,Ana,50,bye,0,\n"
    ),
    "has games outside the rounds": (
        f"{HEADS}\n,1,Ana,400,Ben,380\n,1,Cem,390,Dai,300\n,Semifinal,Ana,401,Dai,399\n"
        ",1,Cem,370,Ana,360\n"
    ),
    "may lack games": "\n".join(
        [HEADS, *(f",{n},Ana,400,Ben,380" for n in (1, 2, 3, 5)), ",4,Ana,400,Cem,1\n"]
    ),
    "has boards": f"{HEADS},Board\n,1,Ana,400,Ben,380,7\n,1,Cem,4,Dai,3,B2\n",
    "may have unlikely scores": f"{HEADS}\n,1,Ana,400,Ben,380\n,2,Ana,4000,Ben,0\n",
    **{
        f"may have {row}": f"{HEADS}\n{row}\n"
        for row in (
            ",1,Ana,x,Ben,380", ",1,Ana,0,Bye,50", ",0,Ana,400,Ben,380", ",1,Ana,400,ana,380",
            ",1,,400,Ben,380", ",1,Ana,400,Ben,380\n,1,Ana,400,Ben,380", ",1",
        )
    },
}  # fmt: skip
OF_JS = {
    "keeps values that it does not know": (
        'newt={"config":{"event_name":"Open","max_rounds":2,"tables":{},"notes":undefined},'
        '"divisions":[{"name":"A","maxr":1,"seeds":[1,,2],"players":[undefined,'
        '{"id":1,"name":"Ana","rating":1500.5,"pairings":[2],"scores":[400],"photo":"a.jpg",'
        '"etc":{"rcrank":undefined,"excwins":[-1.25],"board":[3]}},'
        '{"id":2,"name":"Ben","rating":1400,"pairings":[1],"scores":[380],"etc":{}}]}]};'
    ),
    "may have impossible figures": """newt={"divisions":[{"name":"A","players":[undefined,
    {"name":"Ana","rating":12345678,"pairings":[2,"x"],"scores":[400,50]},
    {"name":"Ben","rating":1400,"pairings":[1,0],"scores":["4x0",50]}]}]};""",
    **{
        f"may be {text}": text
        for text in (
            'newt={"divisions":[{"name":"A"', "newt={};", 'newt={"divisions":[3]};', "newt={run()};",
            'newt={"divisions":[{"players":[undefined,{}]}]};', 'newt={"divisions":[{"name":"\\u0000"}]};',
            'newt={"divisions":[{"name":"\\ud800"}]};', 'newt={"divisions":[{"name":1e999}]};',
            'newt={"divisions":[{"name":"A"}',
        )
    },
}  # fmt: skip


def woogles(**changes):
    """Return Woogles' file with values of its division changed, by path with `__`."""
    whole = json.loads(WOOGLES)
    for path, value in changes.items():
        place, (*outer, last) = whole["CSW"]["json"], path.split("__")
        for part in outer:
            place = place[int(part) if isinstance(place, list) else part]
        if isinstance(place, list):
            place[int(last)] = value
        elif value is None:
            place.pop(last, None)
        else:
            place[last] = value
    return json.dumps(whole)


ALIKE = {
    key.replace("dana", "eli"): at
    for key, at in json.loads(WOOGLES)["CSW"]["json"]["pidxMap"].items()
}
OF_WOOGLES = {
    "may have the points of a bye on the other side": woogles(pairingMap__r0c__games=[{"scores": [0, 100]}]),
    "may contradict its results": woogles(standings__1__standings__0__spread=160),
    "may have numbers for rounds and outcomes": woogles(matrix__0=[1, 0, 3, 2, 4], pairingMap__r0a__outcomes=[1, 2]),
    "may name no pairing": woogles(matrix__0__0="r9"),
    "may have a pairing without players": woogles(pairingMap__r0a__players=None),
    "may have players without a pairing": woogles(pidxMap=dict(list(ALIKE.items())[:-1])),
    "may have two players of one name": woogles(pidxMap=ALIKE),
    "may be cut off": WOOGLES[:-40],
    **{
        f"may be without {key}": woogles(**{key: None})
        for key in ("currentRound", "standings", "players", "roundControls", "pairingKeyInt")
    },
    **{
        f"may have the figure {figure}": woogles(
            pairingMap__r0a__games__0__scores=[figure, 1], players__persons__0__rating=figure, standings=None
        )
        for figure in (99999, "x", 1e400)
    },
}  # fmt: skip
ACCENTS = "Müller, Zoë 1500;\n"
ONE = ("a.t", "Ana 0;\nBen 0;\n")


def in_encoding(encoding, content):
    return [("config.tsh", f"config encoding = '{encoding}'\ndivision a a.t\n"), ("a.t", content)]


OTHERS = {
    "accents in Latin-1": [("a.t", ACCENTS)],
    "accents with a mark": [("a.t", b"\xef\xbb\xbf" + ACCENTS.encode())],
    "accents in UTF-16": [("a.t", b"\xff\xfe" + ACCENTS.encode("utf-16-le"))],
    "accents in UTF-8": [("a.t", b"Lopez, Ana 1600;\n" + ACCENTS.encode())],
    "accents that look like UTF-8": [("a.t", b"\xef\xbb\xbf" + "MÃ¼ller, Zo 0;\n".encode())],
    "accents as configured": in_encoding("utf-8", ACCENTS.encode()),
    "accents in UTF-8 against the configuration": in_encoding("iso-8859-1", ACCENTS.encode()),
    "accents in Latin-1 against the configuration": in_encoding("utf-8", ACCENTS),
    **{
        f"accents in {encoding}": in_encoding(encoding, "M\xfcller, Zo\xeb 0;\n")
        for encoding in ("unicode_escape", "undefined", "utf-7", "rot13", "klingon")
    },
    **{
        f"a list of results in {encoding}": [("r.csv", f"{HEADS}\n,1,Zoë,400,Ben,380\n".encode(encoding))]
        for encoding in ("utf-8", "utf-8-sig", "utf-16", "latin-1")
    },
    "accents in UTF-8 in an archive": [
        ("x.tsh", f"division a a.t\n#begin_file name=a.t\n{ACCENTS}#end_file\n".encode())
    ],
    "an archive without a configuration": [("x.tsh", "#begin_file name=a.t\nAlder, Bo 1620\n#end_file name=a.t\n")],
    "an archive that is cut off": [("x.tsh", "division A a.t\n#begin_file name=a.t\nAlder, Bo 1620\n")],
    "an archive with a value for no setting": [
        ("x.tsh", (FORMATS / "tsh/spring-one-day.tsh").read_text().replace("max_rounds = 3", 'max_rounds = "many"'))
    ],
    "a configuration that names a division twice": [
        ("config.tsh", "division a a.t\ndivision A b.t\n"), ONE, ("b.t", "Zed 0;\n"),
    ],
    "a word beside an event": [("config.tsh", "division a a.t\n"), ONE, ("notes.txt", "notes")],
    "a configuration without divisions": [("config.tsh", "config event_name = 'x'\n")],
    "a configuration without a file": [("config.tsh", "division a a.t\ndivision b b.t\n"), ONE],
    "a file that the configuration does not name": [("config.tsh", "division a a.t\n"), ONE, ("z.t", "Zed 0;\n")],
    "a division with another ending": [("a.txt", TWO)],
    "divisions without a configuration": [("b.t", "Zed 0;\n"), ONE],
    "divisions of one name": [("a.t", "Ana 0;\n"), ("A.txt", "Ben 0;\n")],
    "a picture": [("a.t", b"\x89PNG\r\n\x1a\n\0\0\0")],
    "a photo": [("photo.jpg", b"\xff\xd8\xff\xe0")],
    "a letter": [("letter.docx", "PK-not-a-zip and words")],
    "a list of players": [("players.csv", "Name,Rating\nAna,1500\n")],
    "a workbook of players": [("players.xlsx", b"PK\x03\x04")],
    "a recorded game": [("game.gcg", "#player1 a Ana\n")],
    "no file": [],
    "an empty file": [("a.t", " \n")],
    "a file twice": [ONE, ONE],
    "a broken zip": [("x.zip", b"PK\x03\x04broken")],
    "a file that is too large": [("a.t", b"x" * 10_000_001)],
    "a division beside a whole event": [("tourney.js", OF_JS["keeps values that it does not know"]), ONE],
}  # fmt: skip

CASES = {
    **{f"tsh {promise}": ([("a.t", text)], "tsh_t") for promise, text in OF_TSH.items()},
    **{f"tou {promise}": ([("a.tou", text)], "tou") for promise, text in OF_TOU.items()},
    **{
        f"config {promise}": ([("config.tsh", f"division a a.t\n{text}\n"), ONE], "tsh_config")
        for promise, text in OF_CONFIG.items()
    },
    **{f"coco {promise}": ([("r-B.csv", text)], "coco_csv") for promise, text in OF_COCO.items()},
    **{f"js {promise}": ([("tourney.js", text)], "tourney_js") for promise, text in OF_JS.items()},
    **{f"woogles {promise}": ([("open.json", text)], "") for promise, text in OF_WOOGLES.items()},
    **{name: (files, "tsh_t") for name, files in OTHERS.items()},
}


@pytest.mark.parametrize("name", CASES)
def test_file_is_read_as_approved(request, name):
    files, key = CASES[name]
    check_approved(request, {name: read(files, key)})


GOLDEN = {
    "aupair/spring-open.TOU": "tou",
    "coco/results.csv": "coco_csv",
    "tourney_js/reformatted.js": "tourney_js",
    "tsh/earlier-ninetimer.tsh": "tsh_archive",
    "tsh/spring-one-day.tsh": "tsh_archive",
    "tsh/with-attachments.tsh": "tsh_archive",
    "woogles/open.json": "",
    "woogles/sent.json": "",
}
SAME_AGAIN = ("aupair/spring-open.TOU", "tsh/spring-one-day.tsh")


@pytest.mark.parametrize("path", GOLDEN)
def test_golden_file_is_read_as_approved_and_written_again(request, path):
    """The files are written by hand in the layouts of other programs."""
    file, key = FORMATS / path, GOLDEN[path]
    files = [(file.name, file.read_bytes())]
    check_approved(request, {path: read(files, key)})
    if path in SAME_AGAIN:
        event = read_bundle([NamedFile(file.name, file.read_bytes())])
        (again,) = event_formats()[key].write(event)
        assert again.content == file.read_bytes()


def test_configuration_and_its_divisions_are_read_as_approved(request, harbour):
    """The Harbour Open has every line that a configuration of tsh may have."""
    folder = FORMATS / "tsh" / "before-round-1"
    fresh = [(name, (folder / name).read_bytes()) for name in ("config.tsh", "a.t", "b.t")]
    now = {"before round 1": read(fresh, "tsh_config")}
    now |= {"harbour": read([(file.name, file.content) for file in harbour], "tsh_config")}
    check_approved(request, now)


def of_a(**changes):
    """Return a function that changes the first division of an event."""
    return lambda event: replace(
        event, divisions=(replace(event.divisions[0], **changes), *event.divisions[1:])
    )


def with_idle_players(event):
    """Add a player without a game, and one with only a bye, to division B."""
    a, b = finished(event).divisions
    bye = PortableMeeting(7, 0, 50, 0, Outcome.BYE)
    idle = replace(b.entrants[0], number=0, name="Nobody Here")
    alone = replace(b.entrants[0], number=7, name="Only Bye")
    first = replace(b.rounds[0], meetings=(*b.rounds[0].meetings, bye))
    b = replace(b, entrants=(idle, *b.entrants, alone), rounds=(first, *b.rounds[1:]))
    return replace(event, divisions=(a, b))


def of_finished(change, *at, **changes):
    return lambda event: change(finished(event), *at, **changes)


PENALTY = (PortablePenalty(2, -50, "late"),)
PLANS = {
    "plan": (PlannedRounds(1, 3, "round_robin"), PlannedRounds(5, 5, "king_of_the_hill", {"repeats": 3})),
    "prizes": (PortablePrize("place", 2, "€ 50 and a trophy"), PortablePrize("best_comeback", 1, "a pen")),
}  # fmt: skip
WRITTEN = {
    "as it is": (lambda event: event, ("tsh_archive", "tourney_js", "tou", "standings_csv")),
    "finished": (finished, ("tou", "coco_csv")),
    "with another result, board and start": (
        lambda event: with_meeting(event, 0, first_score=999, board=7, first=1, second=2), ("tsh_t",),
    ),
    "of another name, day and rules": (
        lambda event: replace(event, name="Quay Open", date="2027-01-02", spread_caps=None, bye_spread=100),
        ("tsh_config", "tsh_t"),
    ),
    "without a day": (lambda event: replace(finished(event), date=""), ("tou", "coco_csv")),
    "with a win against the scores": (
        of_finished(with_meeting, 0, outcome=Outcome.FIRST_WINS), ("tou", "coco_csv", "tourney_js"),
    ),
    "with a bye of another spread": (of_finished(with_meeting, -1, first_score=100), ("tou", "coco_csv")),
    "with a penalty and other letters": (
        of_finished(with_player, 7, penalties=PENALTY, name="Şara Jeßamłne"), ("tou", "coco_csv"),
    ),
    "with a new member number": (of_finished(with_player, 3, member="AA 13"), ("tsh_t",)),
    "without a member number": (of_finished(with_player, member=""), ("tsh_t",)),
    "with a member number where none was": (of_finished(with_player, division=1, member="9"), ("tsh_t",)),
    "with a name that is too long": (of_finished(with_player, name="Bartholomew Featherstone"), ("tou",)),
    "with names that begin alike": (of_finished(with_player, name="Béla De la Vega"), ("tou",)),
    "with a score of 1000": (of_finished(with_meeting, 0, first_score=1000), ("tou",)),
    "with a formula for a name": (
        of_finished(with_player, name="=1+cmd Ana"), ("coco_csv", "standings_csv"),
    ),
    "with a rating for a name": (
        of_finished(with_player, name="Player 7", sort_name="Player 7", extras={}), ("tsh_t",),
    ),
    "with idle players": (with_idle_players, ("tou",)),
    "with other prizes and plans": (of_a(**PLANS), ("tsh_config",)),
    "with a half bye": (
        of_finished(with_meeting, -1, outcome=Outcome.HALF_BYE),
        ("tou", "coco_csv", "tsh_t", "tourney_js"),
    ),
    "with unusual names of divisions": (of_a(name="b/2", extras={}), ("tsh_config", "tsh_archive")),
}  # fmt: skip


@pytest.mark.parametrize("name", WRITTEN)
def test_event_is_written_as_approved(request, harbour_event, name):
    change, keys = WRITTEN[name]
    event = change(harbour_event)
    now = {f"written {name}: {key}": written(key, event) for key in keys}
    check_approved(request, now)


@pytest.mark.parametrize(
    ("key", "name"),
    [
        *((key, "finished") for key in ("tou", "coco_csv", "tourney_js", "tsh_t")),
        *((key, "with a formula for a name") for key in ("tou", "coco_csv")),
    ],
)
def test_games_are_the_same_after_a_round_trip(harbour_event, key, name):
    event = WRITTEN[name][0](harbour_event)
    assert games(read_bundle(event_formats()[key].write(event))) == games(event)
