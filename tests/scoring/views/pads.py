"""Games at the score pad and the content of its pages, for the tests of the pad."""

from html.parser import HTMLParser

from django.urls import reverse

from scoring import catalogue
from scoring.actions.activity import Actor
from scoring.actions.games import open_game
from scoring.actions.turns import record_all_turns, record_turn
from scoring.engine.game.turns import TurnKind
from scoring.engine.typing.typed_turn import parse_turn
from scoring.models import Game, TurnEntry
from scoring.queries.sheets import sheet
from scoring.simulation import Habits, SimulatedGame, simulate_game

NOBODY = Actor("tests")
SCORELESS = ("8H ZONE 26", *["pass"] * 6)
CLOSE_GAME = ("8H ZONE 36", *["pass"] * 6, "2: adjust 30 late start", "1: rack A", "2: rack E")
"""By the rules Ann 25 and Ben 29; with the announced 36, Ann has 35."""


class Page(HTMLParser):
    """The content of a page: its text, fields, forms and links."""

    def __init__(self, answer) -> None:
        super().__init__()
        self.status = answer.status_code
        self.raw = answer.content.decode()
        self.words, self.fields, self.links, self.rows, self.forms = [], {}, {}, [], []
        self._link = self._skip = None
        self._in_row = False
        self.feed(self.raw)
        self.text = " ".join(" ".join(self.words).split())

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if tag == "input":
            self.fields[attrs["name"]] = attrs.get("value", "")
        elif tag == "form":
            self.forms.append(attrs.get("action", ""))
        elif tag == "a":
            self._link = attrs["href"]
        elif tag == "tr":
            self.rows.append("")
            self._in_row = True
        elif tag in ("script", "style", "svg"):
            self._skip = tag

    def handle_endtag(self, tag):
        if tag == "a":
            self._link = None
        if tag == "tr":
            self._in_row = False
        if tag == self._skip:
            self._skip = None

    def handle_data(self, data):
        if self._skip:
            return
        self.words.append(data)
        if self._link is not None:
            self.links[" ".join(data.split())] = self._link
        if self._in_row:
            self.rows[-1] += f" {data}"

    def row(self, beginning: str) -> str:
        rows = [" ".join(row.split()) for row in self.rows]
        return next(row for row in rows if row.startswith(beginning))


def opened(rules="wespa", names=("Ann", "Ben"), *lines) -> Game:
    game = open_game(list(names), rules, NOBODY)
    put(game, *lines)
    return game


def put(game: Game, *lines: str) -> None:
    for line in lines:
        now = sheet(game)
        record_turn(game, parse_turn(line, now.replay).turn, NOBODY, confirmed=True)


def at(name, game, *more):
    return reverse(f"scoring:{name}", args=[game.pk, *more])


def pad(client, game, query="") -> Page:
    return Page(client.get(at("pad", game) + query))


def enter(client, game, line, *, address=None, **fields) -> Page:
    """Type a line on the page and press Enter."""
    page = pad(client, game)
    data = {"line": line, "seen": page.fields.get("seen", ""), **fields}
    return Page(client.post(address or at("record", game), data, follow=True))


def entries(game):
    return list(
        TurnEntry.objects.filter(game=game, superseded_at=None).values_list(
            "kind", "seat", "coordinate", "tiles", "exchanged", "announced", "total"
        )
    )


def out_play(seed: int = 3) -> tuple[Game, SimulatedGame]:
    """Return a simulated game without its last line, after the last tile was placed."""
    played = simulate_game(
        seed, catalogue.rule_set("wespa"), tile_set=catalogue.tile_set("english"),
        habits=Habits(phonies=0, challenged=0, vain_challenges=0, overtime=0, stalemates=0, mistakes=0),
    )  # fmt: skip
    game = opened()
    turns = tuple(
        turn._replace(total=None)
        for turn in played.record.turns
        if turn.kind is not TurnKind.END_RACK
    )
    assert len(turns) < len(played.record.turns)
    record_all_turns(game, played.record._replace(turns=turns), NOBODY)
    return game, played
