"""The score pad without a script: every kind of turn, every refusal, conflicts, rulings, the end."""

from html import unescape
from html.parser import HTMLParser
from xml.etree import ElementTree as ET

import pytest
from django.urls import reverse

from scoring import catalogue
from scoring.actions.activity import Actor
from scoring.actions.games import finish_game, open_game, rule
from scoring.actions.turns import correct_turn, record_games_turns, record_turn
from scoring.engine.entry import understand
from scoring.engine.replay import Replay, replay
from scoring.engine.turns import Kind
from scoring.models import Activity, Game, Ruling, TurnEntry
from scoring.queries.finishes import finish
from scoring.queries.sheets import sheet
from scoring.signals import game_finished, whereabouts
from scoring.simulation import Habits, SimulatedGame, simulate_game

pytestmark = pytest.mark.django_db

NOBODY = Actor("tests")


class Page(HTMLParser):
    """What a page says: its text, its fields, its forms and links."""

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
        record_turn(game, understand(line, now.replay).turn, NOBODY, confirmed=True)


def at(name, game, *more):
    return reverse(f"scoring:{name}", args=[game.pk, *more])


def pad(client, game, query="") -> Page:
    return Page(client.get(at("pad", game) + query))


def enter(client, game, line, *, address=None, **fields) -> Page:
    """Type a line into the page as it is and press Enter."""
    page = pad(client, game)
    data = {"line": line, "seen": page.fields.get("seen", ""), **fields}
    return Page(client.post(address or at("record", game), data, follow=True))


def entries(game):
    return list(
        TurnEntry.objects.filter(game=game, superseded_at=None).values_list(
            "kind", "seat", "coordinate", "tiles", "exchanged", "announced", "total"
        )
    )


# -- entering ---------------------------------------------------------------------------------------


def test_a_typed_play_is_recorded_and_read_back(director_client):
    game = opened()
    page = enter(director_client, game, "8h frozen 38 38")
    assert entries(game) == [("play", 1, "8H", "FROZEN", None, 38, 38)]
    assert "Turn 1, Ann: 8H FROZEN 38 , total 38." in page.text
    assert page.row("1") == "1 8H FROZEN ✓ 38 , announced and correct agree 38"
    assert "Turn 2: Ben to move" in page.text
    assert page.fields["line"] == ""
    assert TurnEntry.objects.get().entered_by.get_username() == "director"
    assert Activity.objects.first().summary == f"Game {game.pk}, turn 1: Ann 8H FROZEN 38"


EVERY_KIND = [
    ("wespa", [], "-ABC", ("exchange", 1, "", "ABC", None, 0, None), "exchanged ABC"),
    ("wespa", [], "-3", ("exchange", 1, "", "", 3, 0, None), "exchanged 3"),
    ("wespa", [], "-", ("pass", 1, "", "", None, 0, None), "pass"),
    ("wespa", ["8H ZONE 26"], "--", ("withdrawn", 1, "", "", None, -26, None), "phony"),
    ("wespa", ["8H ZONE 26"], "+", ("challenge_bonus", 1, "", "", None, 5, None), "challenge"),
    ("naspa_nwl", ["8H ZONE 26"], "ch", ("pass", 2, "", "", None, 0, None), "turn lost"),
    ("wespa", ["8H ZONE 26"], "1: time 10", ("overtime", 1, "", "", None, -10, None), "overtime"),
    ("box_hasbro", [], "2: rack QE", ("end_rack", 2, "", "QE", None, None, None), "rack QE"),
    ("wespa", [], "2: adjust -5 late", ("adjustment", 2, "", "", None, -5, None), "late"),
]


@pytest.mark.parametrize(("rules", "before", "line", "kept", "shown"), EVERY_KIND)
def test_every_kind_of_turn_is_entered_through_the_page(
    director_client, rules, before, line, kept, shown
):
    game = opened(rules, ("Ann", "Ben"), *before)
    page = enter(director_client, game, line)
    assert entries(game)[-1] == kept
    assert page.status == 200
    assert shown in page.text


def test_the_preview_shows_words_sums_and_total_and_records_nothing(director_client):
    game = opened("wespa", ("Ann", "Ben"), "8H LOFTY 30")
    page = Page(director_client.post(at("preview", game), {"line": "7I LOAM 20"}))
    assert "Ben: 7I LOAM. 20 24 −4: 20 announced, 24 correct Total 24" in page.text
    sums = ["LOAM: L 1x2 + O 1 + A 1 + M 3 = 7", "LO: L 1x2 + O 1 = 3", "OF: O 1 + F 4 = 5"]
    assert [text for text in sums if text in page.text] == sums
    assert page.fields["line"] == "7I LOAM 20"
    assert len(entries(game)) == 1


def test_the_preview_asks_for_no_score_yet_and_says_what_is_still_missing(director_client):
    game = opened()
    while_typing = {"headers": {"HX-Request": "true"}}
    answers = {
        line: Page(director_client.post(at("preview", game), {"line": line}, **while_typing)).text
        for line in ("8", "8H", "8H QI", "8H Q1")
    }
    assert answers == {
        "8": "“8” is not a square. Write 8H for across or H8 for down. "
        "A line begins with the square, then word and score: 8H FROZEN 38.",
        "8H": "The word at 8H is missing: 8H FROZEN 38.",
        "8H QI": "Ann: 8H QI. 22 Total 22 QI: Q 10 + I 1 = 11, x2 (H8) = 22",
        "8H Q1": "“1” in “Q1” is not a tile of the English set.",
    }


def test_a_play_without_a_score_is_recorded_by_a_second_enter(director_client):
    game = opened()
    page = enter(director_client, game, "8H QI")
    assert page.status == 422
    assert "No score is typed; 22 is correct." in page.text
    assert entries(game) == []
    enter(director_client, game, page.fields["line"], confirmed=page.fields["confirmed"])
    assert entries(game) == [("play", 1, "8H", "QI", None, None, None)]


# -- refusals ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("", "Nothing is typed yet."),
        ("8H", "The word at 8H is missing: 8H FROZEN 38."),
        ("8H FR1 3", "“1” in “FR1” is not a tile of the English set."),
        ("8H FRO three", "“three” after the word is no number: the score, then the total."),
        ("8N FROZEN 52", "FROZEN at 8N runs 4 off the board."),
        ("Z99 FROZEN 52", "Z99 is off the board, which ends at O15."),
        ("time 10", "Whose clock is it? 1: time 10 (Ann) or 2: time 10 (Ben)."),
        ("8H " + "A" * 400, "The line has 403 characters; 300 are enough for any turn."),
        ("8H A\0B 3", "Null characters are not allowed."),
    ],
)
def test_a_refused_line_is_kept_with_the_reason(director_client, line, sentence):
    game = opened()
    page = enter(director_client, game, line)
    assert page.status == 422
    assert sentence in page.text
    assert page.fields["line"] == " ".join(line.split())
    assert entries(game) == []


def test_all_reasons_are_given_at_once(director_client):
    game = opened("wespa", ("Ann", "Ben"), "8H ZONE 26")
    page = enter(director_client, game, "8H (X)ABCDEFGHIJ 3")
    for reason in ("runs 3 off the board", "H8 holds Z; the word has X there."):
        assert reason in page.text


@pytest.mark.parametrize(
    ("before", "line", "question"),
    [
        ([], "1A FROZEN 20", "The first play must cover H8."),
        (["8H ZONE 26"], "1A FRO 9", "FRO at 1A touches no tile on the board."),
        (["8H ZONE 26"], "1: 9G EAR 19", "It was another player's turn."),
        (["8H ZONE 26"], "J7 ZAX 20", "With this play there is one Z more than the set has."),
        (["8H ZONE 26"], "H7 AX 12", "H8 holds Z; the word has X there. Read as A(Z)X"),
        (["8H ZONE 26"], "1: rack QE", "The game has not ended by the record: nobody is out."),
    ],
)
def test_an_irregular_turn_takes_a_second_enter_of_the_same_line(
    director_client, before, line, question
):
    game = opened("wespa", ("Ann", "Ben"), *before)
    page = enter(director_client, game, line)
    assert page.status == 422
    assert question in page.text
    assert "Enter the same line again to record it all the same." in page.text
    assert len(entries(game)) == len(before)
    other = enter(director_client, game, f"{line}0", confirmed=page.fields["confirmed"])
    assert other.status == 422 or len(entries(game)) == len(before)
    enter(director_client, game, line, confirmed=page.fields["confirmed"])
    assert len(entries(game)) == len(before) + 1


def test_two_tabs_never_overwrite_each_other(director_client):
    game = opened()
    seen_by_both = pad(director_client, game).fields["seen"]
    enter(director_client, game, "8H ZONE 26")
    page = enter(director_client, game, "8H FROZEN 38", seen=seen_by_both)
    assert page.status == 409
    assert "Somebody else has entered something in this game meanwhile." in page.text
    assert "Entered by director, " in page.text
    assert "Turn 1 is now: Ann: 8H ZONE. 26." in page.text
    assert "Typed here; as turn 2 8H FROZEN 38" in page.text
    assert page.fields["line"] == "8H FROZEN 38"
    assert page.row("1").startswith("1 8H ZONE")
    assert page.fields["seen"] == str(sheet(game).fingerprint)
    assert len(entries(game)) == 1


def test_an_answer_that_was_lost_does_not_record_a_turn_twice(director_client):
    game = opened()
    seen = pad(director_client, game).fields["seen"]
    enter(director_client, game, "8H ZONE 26")
    page = enter(director_client, game, "8H ZONE 26", seen=seen)
    assert "This turn is recorded already." in page.text
    assert "Turn 1 is now: Ann: 8H ZONE. 26." in page.text
    assert len(entries(game)) == 1


# -- differences and rulings ------------------------------------------------------------------------


def test_a_difference_shows_both_figures_the_sum_and_the_likely_slip(director_client):
    game = opened("wespa", ("Ann", "Ben"), "8H FROZEN 19")
    page = pad(director_client, game)
    assert page.row("1") == "1 8H FROZEN announced 19 correct 38 38"
    assert page.row("−19") == (
        "−19 19 announced, 38 correct. "
        "FROZEN: F 4 + R 1 + O 1 + Z 10 + E 1x2 + N 1 = 19, x2 (H8) = 38. "
        "Likely: The double word on H8 was not counted. Correct it: 38 Let 19 stand Mistyped"
    )


def test_a_total_added_up_wrongly_is_told_apart_from_a_wrong_score(director_client):
    game = opened("wespa", ("Ann", "Ben"), "8H ZONE 26 26", "-3", "9G EAR 19 55")
    page = pad(director_client, game)
    assert page.row("3") == "3 9G EAR ✓ 19 , announced and correct agree 45"
    assert (
        "total 55 announced, but 26 + 19 is 45. Likely: Carried 10 too many into the total. "
        "Mistyped" in page.text
    )


def test_the_director_rules_and_may_rule_anew(director_client):
    game = opened("wespa", ("Ann", "Ben"), "8H FROZEN 19", "9H AX 20")
    first = sheet(game).entries[0]
    address = at("rule", game, first.pk)
    director_client.post(address, {"decision": "let_stand", "reason": "both signed"})
    page = pad(director_client, game)
    assert sheet(game).totals[0] == 19
    assert page.row("1") == "1 8H FROZEN 19 announced and let stand, (38) 19"
    assert "19 stands: ruled by director" in page.text
    assert "both signed" in page.text
    director_client.post(address, {"decision": "correct"})
    assert sheet(game).totals[0] == 38
    assert "38 counts: ruled by director" in pad(director_client, game).text
    assert Ruling.objects.count() == 2


def test_a_ruling_without_a_difference_is_refused(director_client):
    game = opened("wespa", ("Ann", "Ben"), "8H FROZEN 38")
    first = sheet(game).entries[0]
    page = Page(director_client.post(at("rule", game, first.pk), {"decision": "correct"}))
    assert page.status == 409
    assert "Turn 1: announced and correct score are the same" in page.text
    page = Page(director_client.post(at("rule", game, first.pk), {"decision": "maybe"}))
    assert "A ruling is one of two: correct the score, or let it stand." in page.text
    assert Ruling.objects.count() == 0


# -- correcting -------------------------------------------------------------------------------------


def test_a_turn_comes_back_into_the_entry_line_and_is_corrected(director_client):
    game = opened("wespa", ("Ann", "Ben"), "8H FROZEN 38", "-ABC")
    first = sheet(game).entries[0]
    page = pad(director_client, game, f"?correct={first.pk}")
    assert page.fields["line"] == "8H FROZEN 38"
    assert "Correct turn 1, Ann" in page.text
    page = enter(
        director_client, game, "8G FROZEN 38", address=at("correct", game, first.pk),
        reason="wrong square",
    )  # fmt: skip
    assert "Turn 1 is corrected." in page.text
    assert [kept[2] for kept in entries(game)] == ["8G", ""]
    first.refresh_from_db()
    assert (first.superseded_why, first.superseded_by.coordinate) == ("wrong square", "8G")


def test_turns_that_no_longer_fit_after_a_correction_are_shown_with_the_reason(director_client):
    game = opened("wespa", ("Ann", "Ben"), "8H ZONE 26", "8L S 15", "-ABC")
    first = sheet(game).entries[0]
    address = at("correct", game, first.pk)
    asked = Page(
        director_client.post(at("preview", game), {"line": "H8 ZONE 26", "correct": str(first.pk)})
    )
    assert "Turn 2 would no longer fit. There is no tile on I8 to play through." in asked.text
    page = enter(director_client, game, "H8 ZONE 26", address=address)
    assert "Later turns are no longer as they should be: 2. The sheet says why." in page.text
    assert "No longer fits. There is no tile on I8 to play through." in page.text
    assert len(entries(game)) == 3


def test_a_turn_that_was_taken_back_meanwhile_cannot_be_corrected(director_client):
    game = opened("wespa", ("Ann", "Ben"), "8H ZONE 26")
    first = sheet(game).entries[0]
    director_client.post(at("take_back", game), {"seen": str(sheet(game).fingerprint)})
    page = enter(director_client, game, "8H FROZEN 38", address=at("correct", game, first.pk))
    assert page.status == 409
    assert "Somebody else has entered something in this game meanwhile." in page.text
    page = pad(director_client, game, f"?correct={first.pk}")
    assert "That turn has been corrected or taken back meanwhile." in page.text


def test_the_last_turn_is_taken_back(director_client):
    game = opened("wespa", ("Ann", "Ben"), "8H ZONE 26")
    page = Page(
        director_client.post(
            at("take_back", game), {"seen": str(sheet(game).fingerprint)}, follow=True
        )
    )
    assert "Turn 1 is taken back. Ann: 8H ZONE. It can be typed anew." in page.text
    assert entries(game) == []
    page = Page(director_client.post(at("take_back", game), {"seen": "0"}, follow=True))
    assert "There is no turn to take back." in page.text


# -- looking ----------------------------------------------------------------------------------------


def test_the_game_is_walked_through_turn_by_turn(client):
    game = opened("wespa", ("Ann", "Ben"), "8H ZONE 26", "8L S 15")
    page = pad(client, game, "?turn=1")
    assert "The board after turn 1. Ann: 8H ZONE." in page.text
    assert "Turn 1, Ann. ZONE: Z 10 + O 1 + N 1 + E 1 = 13, x2 (H8) = 26." in page.text
    assert "Unseen: 96 tiles 82 in the bag" in page.text
    assert page.links["Turn 2"] == "?turn=2"
    assert "The board before the first turn." in pad(client, game, "?turn=0").text
    assert "The board after turn 2." in pad(client, game, "?turn=99").text


def test_the_drawing_alone_holds_every_tile(client):
    game = opened("wespa", ("Ann", "Ben"), "8H ZOnE 24")
    answer = client.get(at("board_svg", game))
    assert answer["Content-Type"] == "image/svg+xml"
    drawing = ET.fromstring(answer.content)
    texts = [item.text for item in drawing.iter("{http://www.w3.org/2000/svg}text")]
    assert texts[:16] == [*"ABCDEFGHIJKLMNO", "1"]
    assert texts[-7:] == ["Z", "10", "O", "1", "n", "E", "1"]
    assert texts.count("TWS") == 8
    assert texts.count("DWS") == 16
    assert len(list(drawing.iter("{http://www.w3.org/2000/svg}circle"))) == 1


def test_unseen_tiles_are_counted(client):
    page = pad(client, opened("wespa", ("Ann", "Ben"), "8H ZONE 26"))
    assert "Unseen: 96 tiles 82 in the bag" in page.text
    assert "blank 2 A 9" in page.text
    assert "E 11" in page.text


def test_bingos_and_nine_timers_are_marked(client):
    game = opened("wespa", ("Ann", "Ben"), "8D RETAINS 68")
    assert "RETAINS bingo" in pad(client, game).row("1")


def test_names_and_titles_are_text_and_never_markup(director_client):
    evil = "<script>alert(1)</script>"
    game = open_game([evil, '"><img src=x onerror=alert(1)>'], "wespa", NOBODY, title=evil)
    put(game, "8H ZONE 25", "pass")
    for page in (pad(director_client, game), pad(director_client, game, "?turn=1")):
        assert "<script>alert" not in page.raw
        assert "<img src=x" not in page.raw
        assert evil in page.text
    typed = enter(director_client, game, f"8H {evil} 3")
    assert typed.fields["line"] == f"8H {evil} 3"
    assert "<script>alert" not in typed.raw
    drawing = director_client.get(at("board_svg", game)).content.decode()
    assert "<script>" not in drawing
    assert evil not in drawing
    assert '"><img src=x onerror=alert(1)> passes.' in unescape(drawing)


def test_the_pages_hold_to_the_strict_policy(director_client):
    game = opened("wespa", ("Ann", "Ben"), "8H ZONE 25")
    for raw in (pad(director_client, game).raw, Page(director_client.get("/games/new/")).raw):
        assert " style=" not in raw
        assert "<style" not in raw
        assert " onclick=" not in raw
        assert "javascript:" not in raw


def test_the_pad_takes_as_many_queries_for_thirty_turns_as_for_three(
    director_client, django_assert_num_queries
):
    short = opened("wespa", ("Ann", "Ben"), "8H ZONE 25", "-ABC", "-ABC")
    long = opened("wespa", ("Ann", "Ben"), "8H ZONE 25", *["-ABC", "-3", "pass"] * 10)
    for game in (short, long):
        put(game, "1: adjust 1 why")
        with django_assert_num_queries(PAD_QUERIES):
            director_client.get(at("pad", game))


PAD_QUERIES = 8
"""Session, user, game, players, entries, rulings, what can be undone, and the pairing of the game."""


def test_the_way_back_is_given_by_whoever_the_game_belongs_to(client):
    game = opened()

    def here(sender, **asked):
        return [("Demo Open", "/events/demo/")] if asked["game"] == game else ()

    whereabouts.connect(here)
    try:
        assert pad(client, game).links["Demo Open"] == "/events/demo/"
    finally:
        whereabouts.disconnect(here)


# -- the end ----------------------------------------------------------------------------------------


def scoreless(rules="wespa") -> Game:
    return opened(rules, ("Ann", "Ben"), "8H ZONE 26", *["pass"] * 6)


def test_the_end_by_scoreless_turns_is_offered_and_asks_for_both_racks(director_client):
    game = scoreless()
    page = pad(director_client, game)
    assert "6 turns in a row scored nothing: the game may end" in page.text
    assert "Type what Ann is left with: 1: rack ABC ." in page.text
    assert "The play is accepted" not in page.text
    assert at("finish", game) not in page.forms
    enter(director_client, game, "1: rack QVA")
    page = enter(director_client, game, "2: rack I")
    assert "The tiles left are counted" in page.text
    assert page.row("Ann") == "Ann 26 QVA −15 11"
    assert page.row("Ben") == "Ben 0 I −1 −1"
    assert "Ann wins by 12." in page.text
    assert at("finish", game) in page.forms


def out_play(seed: int = 3) -> tuple[Game, SimulatedGame]:
    """A whole simulated game without its last line: somebody has just laid the last tile."""
    played = simulate_game(
        seed, catalogue.rule_set("wespa"), tile_set=catalogue.tile_set("english"),
        habits=Habits(phonies=0, challenged=0, doubts=0, overtime=0, stalemates=0, mistakes=0),
    )  # fmt: skip
    game = opened()
    turns = tuple(
        turn._replace(total=None) for turn in played.record.turns if turn.kind is not Kind.END_RACK
    )
    assert len(turns) < len(played.record.turns)
    record_games_turns(game, played.record._replace(turns=turns), NOBODY)
    return game, played


def test_an_out_play_asks_the_opponent_and_proposes_the_tiles_left(director_client):
    game, played = out_play()
    now = sheet(game)
    out, left = now.names[now.replay.out], now.replay.settlement.racks[1 - now.replay.out]
    page = pad(director_client, game)
    other = now.names[1 - now.replay.out]
    assert f"{out} has laid the last tile. Does {other} accept the play?" in page.text
    assert "Challenge won: play off" in page.text
    assert "Challenge lost: +5" in page.text
    assert "".join(left) in page.text
    seen = str(now.fingerprint)
    director_client.post(at("finish", game), {"seen": seen})
    done = sheet(game)
    assert entries(game)[-1][:4] == ("end_rack", now.replay.out + 1, "", "".join(left))
    assert done.finals == done.totals
    assert list(done.finals) == list(played_out(played).finals)


def played_out(played: SimulatedGame) -> Replay:
    return replay(
        played.record.in_tiles(played.tile_set).turns, played.rules, played.tile_set, played.layout
    )


def test_a_turn_after_the_end_is_asked_about_with_every_reason(director_client):
    game, _ = out_play()
    before = len(entries(game))
    page = enter(director_client, game, "-3")
    assert "The game had already ended." in page.text
    assert "An exchange needs 7 tiles in the bag; there were 0." in page.text
    assert len(entries(game)) == before


def test_a_game_without_known_racks_says_whose_are_missing(director_client):
    game = scoreless()
    page = Page(director_client.post(at("finish", game), {"seen": ""}))
    assert page.status == 409
    assert "Enter the tiles left with Ann first: they are not known." in page.text
    behind = Page(director_client.post(at("finish", game), {"seen": "1000"}))
    assert "Somebody else has entered something in this game meanwhile." in behind.text


def test_the_out_play_is_challenged_off_and_the_game_goes_on(director_client):
    game, _ = out_play()
    page = enter(director_client, game, "--")
    assert "has laid the last tile" not in page.text
    assert "to move" in page.text


def test_a_game_that_the_differences_decide_says_so_loudly(director_client):
    game, _ = out_play()
    now = sheet(game)
    loser = 1 - now.winners[0]
    row = next(row for row in now.rows if row.seat == loser and row.turn.coordinate)
    turn = row.turn._replace(announced=row.correct + 400)
    correct_turn(row.entry, turn, NOBODY)
    page = pad(director_client, game)
    assert "The differences decide this game." in page.text
    assert f"it would be a win for {now.names[loser]}." in page.text
    assert "1 difference without a ruling. The correct score counts." in page.text
    director_client.post(
        at("rule", game, sheet(game).entries[row.number - 1].pk), {"decision": "let_stand"}
    )
    page = pad(director_client, game)
    assert f"{now.names[loser]} wins by" in page.text
    assert "The differences decide" not in page.text


def test_finishing_posts_the_scores_and_closes_the_game(director_client):
    game, heard = scoreless(), []
    put(game, "1: rack QVA", "2: rack I")

    def hear(sender, **told):
        heard.append((told["game"], told["scores"], told["actor"].name))

    game_finished.connect(hear)
    try:
        seen = str(sheet(game).fingerprint)
        page = Page(director_client.post(at("finish", game), {"seen": seen}, follow=True))
    finally:
        game_finished.disconnect(hear)
    assert heard == [(game, (11, -1), "director")]
    assert "The game is finished: Ann 11, Ben −1." in page.text
    assert "line" not in page.fields
    refused = enter(director_client, game, "8H QI 22")
    assert "This game is finished. Reopen it to change its turns." in refused.text


def test_a_game_that_goes_on_cannot_be_finished(director_client):
    game = opened("wespa", ("Ann", "Ben"), "8H ZONE 26")
    page = Page(director_client.post(at("finish", game), {"seen": ""}))
    assert page.status == 409
    assert "The game has not ended: nobody is out" in page.text


def test_a_finished_game_is_opened_again_with_a_reason_only(director_client):
    game = scoreless()
    put(game, "1: rack QVA", "2: rack I")
    finish_game(game, NOBODY)
    page = Page(director_client.post(at("reopen", game), {"reason": " "}))
    assert page.status == 422
    assert "Say why the game is opened again: its result has been posted." in page.text
    page = Page(director_client.post(at("reopen", game), {"reason": "wrong rack"}, follow=True))
    assert "The game is open again." in page.text
    assert Game.objects.get(pk=game.pk).finished_at is None
    page = Page(director_client.post(at("reopen", game), {"reason": "again"}))
    assert "This game is open already." in page.text


# -- who may ----------------------------------------------------------------------------------------


def test_who_is_not_logged_in_reads_and_writes_nothing(client):
    game = opened("wespa", ("Ann", "Ben"), "8H ZONE 25")
    entry = sheet(game).entries[0]
    page = pad(client, game)
    assert page.row("1").startswith("1 8H ZONE")
    assert "line" not in page.fields
    before = (entries(game), Activity.objects.count())
    for name, more in [
        ("record", ()), ("preview", ()), ("take_back", ()), ("finish", ()), ("reopen", ()),
        ("correct", (entry.pk,)), ("rule", (entry.pk,)),
    ]:  # fmt: skip
        answer = client.post(at(name, game, *more), {"line": "8L S 15", "decision": "correct"})
        assert answer.status_code == 302
        assert answer["Location"].startswith("/login/?next=/games/")
    assert client.get("/games/new/")["Location"] == "/login/?next=/games/new/"
    assert (entries(game), Activity.objects.count()) == before


def test_the_typed_line_survives_a_log_in_that_ran_out(client, director):
    game = opened()
    answer = client.post(at("record", game), {"line": "8H QI 22"})
    assert answer["Location"] == f"/login/?next=/games/{game.pk}/%3Fline%3D8H%2BQI%2B22"
    client.force_login(director)
    assert pad(client, game, "?line=8H+QI+22").fields["line"] == "8H QI 22"
    client.logout()
    answer = client.post(at("record", game), {"line": "8H QI 22"}, headers={"HX-Request": "true"})
    assert answer["HX-Redirect"].startswith(f"/login/?next=/games/{game.pk}/")


# -- a game of its own ------------------------------------------------------------------------------


def test_a_game_outside_any_event_is_reached_from_home(director_client, client):
    assert Page(director_client.get("/")).links["Record a game without an event"] == "/games/new/"
    client.logout()
    assert "Record a game without an event" not in Page(client.get("/")).links


def test_a_game_outside_any_event_is_opened(director_client):
    page = Page(
        director_client.post(
            "/games/new/",
            {"first": "Ann", "second": "Ben", "rules": "wespa", "title": "Club night, table 3"},
            follow=True,
        )
    )
    game = Game.objects.get()
    assert (game.title, [player.name for player in game.players.all()]) == (
        "Club night, table 3", ["Ann", "Ben"],
    )  # fmt: skip
    assert "Turn 1: Ann to move" in page.text


def test_a_game_with_too_many_players_for_its_rules_is_refused(director_client):
    data = {"first": "Ann", "second": "Ben", "third": "Cid", "rules": "wespa"}
    page = Page(director_client.post("/games/new/", data))
    assert page.status == 422
    assert "WESPA is for 2 players; 3 were given." in page.text
    assert page.fields["third"] == "Cid"
    assert Game.objects.count() == 0


def test_the_box_tie_break_sees_the_scores_that_count():
    """RULES section 2: equal finals go to the higher score before the racks; a ruling counts there too."""
    game = opened("box_mattel", ("Ann", "Ben"), "8H ZONE 36", *["pass"] * 4)
    put(game, "1: rack QE", "2: rack AEIOU", "2: adjust 30 ruling")
    rule(sheet(game).entries[0], Ruling.Decision.LET_STAND, NOBODY)
    now = sheet(game)
    assert (now.finals, now.before_racks, now.winners) == ((25, 25), (36, 30), (0,))
    assert finish(now).by_tie_break


def test_who_runs_over_the_time_allowed_loses_whatever_the_score(client):
    """RULES section 4: WESPA, more than ten minutes over."""
    game = scoreless()
    put(game, "1: rack QVA", "2: rack I", "1: adjust 300 ruling", "1: time 110")
    now = sheet(game)
    assert now.finals[0] > now.finals[1]
    assert now.winners == (1,)
    assert "Ben wins: more time was used than the rules allow." in pad(client, game).text
