"""One play checked by itself, without a game and without a log-in. All of it stands in the address."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from scoring import catalogue
from scoring.access import Permission, requires
from scoring.engine.audit.identify import DEFAULT_RULES
from scoring.engine.board.diagram import diagram
from scoring.engine.board.layouts import Layout
from scoring.engine.board.tiles import TileSet
from scoring.engine.dispute.one_play import Checked, check_play
from scoring.engine.dispute.position import (
    MOST_CHARACTERS,
    NotAPosition,
    Position,
    Unclear,
    read_position,
)
from scoring.engine.rules.rulesets import RuleSet
from scoring.engine.typing.typed_turn import LONGEST_LINE, NotUnderstood
from scoring.views.drawing import Drawing, draw
from scoring.views.throttle import asked_too_often
from scoring.wording.engine import line_sentence, sentence

MOST_CHECKS = 120
"""A minute from one device without a log-in: two a second, far more than anybody types."""
_LONGEST_QUERY = 40_000
"""Characters of the address; the longest position, every character of it escaped."""
_MOST_PROBLEMS = 12


@dataclass
class CheckPage:
    """What was asked and what there is to say to it."""

    rules: RuleSet
    tile_set: TileSet
    layout: Layout
    position_text: str = ""
    play: str = ""
    is_sent: bool = False
    """Whether a play was asked for, even an empty one; a link may show a position alone."""
    chosen: dict[str, str] = field(default_factory=dict)
    """What was chosen besides the rules: tile set, layout."""
    problems: list[str] = field(default_factory=list)
    """What is wrong with the position or the choices."""
    play_problem: str = ""
    position: Position | None = None
    checked: Checked | None = None
    link: str = ""

    @property
    def drawing(self) -> Drawing:
        """The board with the play on it, as far as both are understood."""
        if self.checked is not None:
            return draw(diagram(self.checked.board, self.checked.last))
        position = self.position or Position(self.layout, self.tile_set, {})
        return draw(diagram(position.game(self.rules).board))

    @property
    def caption(self) -> str:
        """What the board shows, in words: how many tiles lie, and the play."""
        number = len(self.position.tiles) if self.position else 0
        tiles = f"The position, {number} tile{'' if number == 1 else 's'}" if number else ""
        if self.checked is not None and self.checked.last:
            play = f"{self.checked.turn.coordinate} {self.checked.word}"
            return f"{tiles}, and {play} laid." if tiles else f"{play} laid on the empty board."
        return f"{tiles}." if tiles else "An empty board."

    @property
    def rows(self) -> str:
        """The position as rows of text, to be edited by clicking."""
        return str(self.position or Position(self.layout, self.tile_set, {}))

    @property
    def values(self) -> dict[str, int]:
        """What every face is worth, for tiles laid by clicking."""
        return self.tile_set.values

    @property
    def surplus(self) -> str:
        """Tiles the position has beyond the set."""
        held = self.position.surplus if self.position else ()
        return ", ".join("a blank" if tile == "?" else tile for tile in held)

    @property
    def choices(self) -> dict[str, list[tuple[str, str, bool]]]:
        """What can be chosen: key, name, whether it is."""
        tile_set, layout = self.chosen.get("tiles", ""), self.chosen.get("layout", "")
        return {
            "rules": [
                (r.key, r.name, r.key == self.rules.key) for r in catalogue.rule_sets().values()
            ],
            "tiles": [(t.key, t.name, t.key == tile_set) for t in catalogue.tile_sets().values()],
            "layout": [(b.key, b.name, b.key == layout) for b in catalogue.layouts().values()],
        }

    @property
    def differs(self) -> bool:
        """True when another score was announced than the play is worth."""
        return self.checked is not None and self.checked.difference != 0


@require_safe
@requires(Permission.READ)
def check(request: HttpRequest) -> HttpResponse:
    """Show the form and, where a position or play is given, what there is to say to it."""
    page = _asked(request)
    status = 200
    if len(request.META.get("QUERY_STRING", "")) > _LONGEST_QUERY:
        page.problems.append(
            f"This is too long to be a position: {MOST_CHARACTERS} characters are read."
        )
    elif (page.position_text or page.play) and asked_too_often(request, "check", MOST_CHECKS):
        page.problems.append(
            f"More than {MOST_CHECKS} plays were checked from here within a minute. Wait a little."
        )
        status = 429
    elif not page.problems:
        _work_out(page)
        if page.checked is not None:
            page.link = request.build_absolute_uri(_address(page))
    if status == 200 and (page.problems or page.play_problem):
        status = 422
    context = {"page": page, "values": json.dumps(page.values)}
    return render(request, "scoring/dispute/check.html", context, status=status)


def _asked(request: HttpRequest) -> CheckPage:
    """What the address asks for; a rule set, tile set or layout that is none is a problem."""
    asked = {name: str(request.GET.get(name, "")) for name in ("rules", "tiles", "layout")}
    problems = []
    known: dict[str, Mapping[str, object]] = {
        "rules": catalogue.rule_sets(),
        "tiles": catalogue.tile_sets(),
        "layout": catalogue.layouts(),
    }
    words = {"rules": "rule set", "tiles": "tile set", "layout": "board"}
    for name, key in asked.items():
        if key and key not in known[name]:
            problems.append(f"There is no {words[name]} “{key[:40]}”. Choose one from the list.")
            asked[name] = ""
    rules = catalogue.rule_set(asked["rules"] or DEFAULT_RULES)
    return CheckPage(
        rules=rules,
        tile_set=catalogue.tile_set(asked["tiles"] or rules.tile_set),
        layout=catalogue.layout(asked["layout"] or rules.layout),
        position_text=str(request.GET.get("position", ""))[: MOST_CHARACTERS + 1],
        play=str(request.GET.get("play", ""))[: LONGEST_LINE + 1],
        is_sent="play" in request.GET,
        chosen=asked,
        problems=problems,
    )


def _work_out(page: CheckPage) -> None:
    try:
        page.position = read_position(page.position_text, page.rules, page.tile_set, page.layout)
    except NotAPosition as refused:
        page.problems += _told(refused.problems)
        return
    if page.position_text == page.position.cgp:
        page.position_text = page.rows  # it came by a link; rows can be read and changed
    if not page.play.strip():
        if page.is_sent:
            page.play_problem = (
                "Type the play: its square, its word and the announced score, such as 8H FROZEN 38."
            )
        return
    answer = check_play(page.position, page.rules, page.play)
    if isinstance(answer, NotUnderstood):
        page.play_problem = sentence(answer.message)
    else:
        page.checked = answer


def _told(problems: tuple[Unclear, ...]) -> list[str]:
    told = [line_sentence(problem) for problem in problems[:_MOST_PROBLEMS]]
    more = len(problems) - len(told)
    return [*told, f"And {more} more lines like these."] if more else told


def _address(page: CheckPage) -> str:
    assert page.position is not None
    query = {
        "rules": page.rules.key,
        "tiles": page.chosen["tiles"],
        "layout": page.chosen["layout"],
        "position": page.position.cgp,
        "play": " ".join(page.play.split()),
    }
    kept = {name: value for name, value in query.items() if value}
    return f"{reverse('dispute:check')}?{urlencode(kept, safe='/')}"
