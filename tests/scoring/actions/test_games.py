"""Games: recorded, corrected, ruled on, disputed, finished, signed and annotated; no entry is lost."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from scoring.actions.corrections import correct_finished_game, undo_last_correction
from scoring.actions.disputes import TypedColumn, open_dispute, rule_on_disputed_turn, save_columns
from scoring.actions.edits import insert_turn, redo, remove_turn, undo
from scoring.actions.flips import outcome_for_log
from scoring.actions.games import finish_game, open_game, reopen_game, sign_slip, unsign_slip
from scoring.actions.notes import MAX_NOTES_LENGTH, annotate
from scoring.actions.rulings import rule_on_entry, withdraw_ruling
from scoring.actions.sheet_rulings import agree_final_scores, rule_on_row
from scoring.actions.turns import correct_turn, record_all_turns, record_turn, take_back_turn
from scoring.engine import gcg
from scoring.engine.dispute.columns import ColumnKind
from scoring.engine.game.turns import Turn, TurnKind
from scoring.models import Activity, TurnEntry
from scoring.queries.disputes import ColumnPosition, dispute_of
from scoring.queries.flips import flip_by_ruling, flips_of_game, last_flips
from scoring.queries.game_files import faithful_copy, strict_copy
from scoring.queries.sheets import sheet
from tests.cases import look
from tests.scoring.actions.cases import of, tell_game, to
from tests.scoring.disputed_games import DESK, NAMES, saved_game, with_sheets
from tests.scoring.views.pads import CLOSE_GAME, SCORELESS, opened, put
from tests.scoring.views.uploads import RIGHT, save, send

pytestmark = pytest.mark.django_db
CASES_OF_GAMES = Path(__file__).parents[3] / "fixtures" / "cases"
LOFTY = Turn(TurnKind.PLAY, 0, coordinate="8H", tiles="LOFTY", announced=30)
LOAM = Turn(TurnKind.PLAY, 1, coordinate="7I", tiles="LOAM", announced=24)
OFFICIATE = Turn(TurnKind.PLAY, 0, coordinate="J7", tiles="O.FICIATE", announced=71)
PASS = Turn(TurnKind.PASS, 1, announced=0)
ZA = Turn(TurnKind.PLAY, 0, None, "8H", "ZA", 22)
STAND, CORRECT = "let_stand", "correct"


def game(*turns):
    """Return a way to make a game in which these turns have been recorded."""

    def make():
        made = open_game(["Ann", "Ben"], "naspa_nwl", DESK)
        for turn in turns:
            record_turn(made, turn, DESK, confirmed=True)
        return made

    return make


def typed(*lines, rules="wespa", names=("Ann", "Ben"), then=()):
    """Return a way to make a game of typed lines."""

    def make():
        made = opened(rules, names, *lines)
        for step in then:
            step(DESK, made)
        return made

    return make


def announced_as_a_tie():
    """Return a game announced as 409-409, by the rules 410-409; turns 3, 5 and 11 differ, all Ann's."""
    record = gcg.read((CASES_OF_GAMES / "g18_announced_tie.gcg").read_text(encoding="utf-8"))
    made = open_game(["Ann Able", "Bob Baker"], "naspa_nwl", DESK)
    record_all_turns(made, record, DESK)
    return made


def recorded(*turns, **more):
    return lambda actor, g: [record_turn(g, turn, actor, **more) for turn in turns] and None


SEEN = {}
"""What the page of a game showed before the last turn was taken back."""


def taken_back():
    made = game(LOFTY, LOAM)()
    correct_turn(sheet(made).entries[0], LOFTY._replace(announced=28), DESK)
    SEEN["seen"] = sheet(made).fingerprint
    take_back_turn(made, DESK)
    return made


def shown(_actor, made):
    SEEN["seen"] = sheet(made).version


def from_an_outdated_page(action, *args):
    return lambda actor, g: action(g, *args, actor, **SEEN)


def ruled(turn, decision, **more):
    return to(turn, rule_on_entry, decision, **more)


def announced(turn, points, **more):
    """Return a step that corrects the announced score of a turn."""

    def take(actor, g):
        row = sheet(g).rows[turn - 1]
        correct_turn(row.entry, row.turn._replace(announced=points), actor, **more)

    return take


def columns(*texts, rules="naspa_nwl", lines=()):
    """Return a way to make a game of lines with the columns of two sheets."""

    def make():
        made = opened(rules, NAMES, *lines)
        return with_sheets(made, *texts)

    return make


def saving(**changed):
    """Return a step that saves columns, named by keeper and seat."""
    places = {ColumnPosition(int(key[1]), int(key[2])): value for key, value in changed.items()}
    typed_of = {p: TypedColumn(*([v] if isinstance(v, str) else v)) for p, v in places.items()}
    return lambda actor, g: f"{save_columns(g, typed_of, actor)} changed"


def disputed():
    written = {(1, 1): "20\n35", (1, 2): "30\n-5", (2, 1): "20\n38", (2, 2): "30\n5"}
    texts = {ColumnPosition(*place): TypedColumn(text) for place, text in written.items()}
    return open_dispute(["Ann", "Ben"], "wespa", texts, DESK)


def newer_note(actor, g):
    """Save a note by a page that shows the present ones; other open pads then show it."""
    before = sheet(g).version
    (entry,) = sheet(g).entries
    annotate(entry, "Ben doubts it.", actor, seen=entry.notes_version)
    return str(sheet(g).version != before)


FINALS = look(lambda g: (dispute_of(g).comparison.correct.finals, dispute_of(g).agreed_outcome))
COLUMNS = look(
    lambda g: [
        (c.keeper, c.seat, c.text, c.holds, c.superseded_at is not None, str(c.superseded_by and c.superseded_by.text))
        for c in g.sheet_columns.order_by("pk")
    ]
)  # fmt: skip
FLIPS = look(lambda g: [(f.before, f.after, f.why) for f in flips_of_game(g, sheet(g).names)])


def ruled_flips(g):
    known = flips_of_game(g, sheet(g).names)
    for turn in (3, 5, 11):
        flip = flip_by_ruling(sheet(g).rows[turn - 1].ruling, turn, known)
        yield turn, flip and (flip.before, flip.after)


RULED_FLIPS = look(lambda g: [*ruled_flips(g)])
ENTRIES = look(
    lambda g: [
        (e.tiles, e.superseded_at is None, e.superseded_why) for e in TurnEntry.objects.filter(game=g).order_by("pk")
    ]
)  # fmt: skip
FILES = look(lambda g: (faithful_copy(g).splitlines()[-2:], strict_copy(g).text.splitlines()[-2:]))
UNDO, REDO, BACK = of(undo), of(redo), of(take_back_turn)
REOPEN = of(reopen_game, reason="recount")
FINISH, SIGN, SIGN_AS_SHOWN = of(finish_game), of(sign_slip), from_an_outdated_page(sign_slip)
FINISHED_ZA = typed("8H ZA 22", *["pass"] * 6, "2: rack QU", "1: rack AB", then=[FINISH])
RULES_ZA = ZA._replace(tiles="ZO")
CLOSE = typed(*CLOSE_GAME)
SIGNED = typed(*CLOSE_GAME, then=[FINISH, SIGN, REOPEN])
SUMMARY = look(lambda g: (g.summary.words, g.summary.differences))
STUCK = ("8H ZONE 26", *["pass"] * 6, "1: rack A", "2: rack E")
CASES = {
    "a new entry after an undo": (game(LOFTY), UNDO, recorded(LOFTY._replace(coordinate="8D")), REDO),
    "undone and redone": (game(), UNDO, recorded(LOFTY), UNDO, REDO, ENTRIES),
    "every change": (
        game(LOFTY), announced(1, 28), UNDO, UNDO, REDO, recorded(LOAM), to(2, remove_turn), UNDO, BACK, UNDO,
    ),
    "inserted out of turn": (game(LOFTY), to(1, insert_turn, LOAM._replace(coordinate="8H"))),
    "from an outdated page": (
        taken_back, from_an_outdated_page(undo), from_an_outdated_page(record_turn, LOAM),
    ),
    "inserted before a turn of the right player": (
        game(LOFTY, LOAM._replace(player=0), OFFICIATE._replace(player=1)), to(2, insert_turn, PASS),
    ),
    "a ruling goes with its turn": (
        game(LOFTY, LOAM._replace(announced=20)), ruled(2, STAND), to(2, insert_turn, PASS),
    ),
    "who began": (game(LOFTY, LOAM, OFFICIATE), to(1, correct_turn, LOFTY._replace(player=1), confirmed=True)),
    "many inserted": (
        game(LOFTY, LOAM),
        lambda actor, g: [insert_turn(sheet(g).entries[-1], PASS, actor, confirmed=True) for _ in range(20)] and None,
        to(0, insert_turn, PASS, confirmed=True),
    ),
    "a file into a game with turns": (game(PASS), of(record_all_turns, gcg.read(RIGHT))),
    "posted each time": (
        typed(*SCORELESS, "1: rack QVA", "2: rack I"), FINISH, UNDO, of(reopen_game, reason="wrong rack"), FINISH,
    ),
    "not ended": (typed("8H ZONE 26"), FINISH),
    "racks missing": (typed(*SCORELESS), FINISH),
    "a tie by the box": (
        typed("8H ZONE 36", *["pass"] * 4, "1: rack QE", "2: rack AEIOU", "2: adjust 30 ruling", rules="box_mattel"),
        ruled(1, STAND), look(lambda g: str(sheet(g).outcome)),
    ),
    "a ruling withdrawn": (
        typed("8H FROZEN 19"), ruled(1, STAND), to(1, withdraw_ruling, reason="wrong turn"), to(1, withdraw_ruling),
    ),
    "a flip by its rulings": (
        announced_as_a_tie, ruled(5, STAND), ruled(11, STAND), ruled(3, CORRECT), FLIPS, ruled(3, STAND), RULED_FLIPS,
    ),
    "a ruling replaced": (
        announced_as_a_tie, to(5, rule_on_disputed_turn, STAND, 26), to(5, rule_on_disputed_turn, STAND, 25), FLIPS,
    ),
    "a ruling withdrawn and a turn removed": (
        announced_as_a_tie, ruled(5, STAND), to(5, withdraw_ruling), to(5, remove_turn), FLIPS,
    ),
    "signed": (
        CLOSE, SIGN, FINISH, of(unsign_slip, reason="wrong board"), SIGN, SIGN, of(unsign_slip, reason=" "),
        of(unsign_slip, reason="wrong board"),
    ),
    "signed from a page without the last ruling": (
        CLOSE, FINISH, shown, REOPEN, ruled(1, STAND), FINISH, SIGN_AS_SHOWN, shown, SIGN_AS_SHOWN,
    ),
    "changed when signed": (
        SIGNED, ruled(1, STAND), announced(1, 26), to(1, insert_turn, LOFTY, confirmed=True, reason=" "),
        ruled(1, STAND, reason="both agreed"),
    ),
    "the winner changes": (
        CLOSE, ruled(1, CORRECT), ruled(1, STAND, reason="both agreed"), ruled(1, CORRECT, reason="counted again"),
    ),
    "a tie by a correction": (CLOSE, announced(8, 26, reason="misread"), UNDO, REDO),
    "no flip before the end": (
        typed("8H ZONE 36", "pass"), ruled(1, CORRECT), look(lambda g: last_flips([g])),
    ),
    "another winner after reopening": (
        typed(*CLOSE_GAME, then=[FINISH]), of(reopen_game, reason="a turn was forgotten"), UNDO, UNDO, UNDO,
        lambda _actor, g: put(g, "1: rack A", "2: rack E"), FINISH,
    ),
    "a flip by the sheets": (
        typed(*CLOSE_GAME, then=[FINISH]), to(1, rule_on_disputed_turn, STAND, 36, reason="both sheets have it"), FLIPS,
    ),
    "columns": (
        lambda: with_sheets(saved_game(), ("30\n71", "26"), ("30\n71", "")), COLUMNS, saving(c11="30\n71"),
        saving(c11=("30\n101", ColumnKind.TOTALS), c12=" \n"), COLUMNS, saving(c11="30", c22="24\n2 4 6"),
        saving(c31="30"),
    ),
    "only on the sheets": (saved_game, to(3, rule_on_disputed_turn, STAND, 81, reason="Both sheets agree.")),
    "a ruling when finished": (
        lambda: saved_game(ended=True), FINISH, ruled(2, STAND), to(2, rule_on_disputed_turn, STAND, 26),
        to(2, rule_on_disputed_turn, STAND, 26, reason="Both had signed."),
    ),
    **{
        f"sheets with {ann!r} and {ben!r}": (columns((ann, ""), (ben, ""), rules="wespa", lines=STUCK),)
        for ann, ben in (("36", "36"), ("36", "26"), ("", "25"), ("26\n0\n0\n0\n9", "26"))
    },
    "rows of sheets": (
        disputed, FINALS, of(rule_on_row, 2, 2, -5, reason="By the slip"), FINALS, of(rule_on_row, 1, 2, 99),
        of(rule_on_row, 1, 2, 38, play="8H FROZEN"), FINALS, saving(c21="20\n35"), FINALS,
    ),
    "an agreed final": (
        disputed, of(agree_final_scores, (58, 25), reason="Both agreed"),
        of(agree_final_scores, (58, 35), reason="Ben had five"), FINALS, of(agree_final_scores, (58,), reason="agreed"),
    ),
    "rows of a recorded game": (
        saved_game, of(rule_on_row, 1, 1, 38), of(agree_final_scores, (40, 0), reason="agreed"),
    ),
    "finished and corrected": (
        FINISHED_ZA, to(1, correct_finished_game, RULES_ZA, reason="it was ZO"),
        look(lambda g: g.summary.words), of(undo_last_correction, reason="it was ZA after all"),
    ),
    "not corrected": (
        FINISHED_ZA, to(8, correct_finished_game, PASS, reason="no rack", confirmed=True),
        of(undo_last_correction, reason="why not"), to(1, correct_finished_game, ZA, reason=" "), UNDO,
    ),
    **{
        f"challenged: {', '.join(lines)}": (typed("8H ZONE 36", *lines),)
        for lines in (
            (), ("ch",), ("--",), ("ch", "--"), ("ch", "ch", "--"), ("9G EAR 17", "--"), ("9G EAR 17", "ch", "--"),
            ("9G EAR 17", "ch", "--", "9G EAR 17"),
        )
    },
    **{
        f"the words after {lines}": (typed("8H ZONE 26", "9G EAR 17", *lines, *STUCK[1:]), FINISH, SUMMARY)
        for lines in (("--",), ("ch", "--"), ("ch",))
    },
    "notes": (
        game(LOFTY), to(1, annotate, "Long thought.\r\n\r\nThe clock\nstood.", mark="?"), FILES,
        to(1, annotate, " Long thought.\n\nThe clock\nstood.\n", mark="?"), to(1, annotate, ""),
        to(1, annotate, "Ana knows it.", seen="earlier"), newer_note, to(1, annotate, "", mark="x"),
        to(1, annotate, "a" * (MAX_NOTES_LENGTH + 1)),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_what_happens_to_games_is_as_approved(request, actor, name):
    tell_game(request, name, actor, *CASES[name])


TIE = ("8H ZONE 36", "9H AH 34", *["pass"] * 6, "2: adjust -3 late", "1: rack A", "2: rack E")
"""By the rules 25 each; Ann may have 35 as announced, and Ben 30."""


class EveryOrder(TestCase):
    """Rulings in any order."""

    @classmethod
    def setUpTestData(cls):
        cls.game = opened("wespa", ("Ann", "Ben"), *TIE)

    @pytest.mark.full
    @settings(max_examples=30)
    @given(
        st.lists(
            st.tuples(st.sampled_from([1, 2]), st.sampled_from([CORRECT, STAND, None])),
            min_size=2,
            max_size=6,
        )
    )
    def test_flip_is_logged_exactly_when_the_winner_changes(self, rulings):
        game, expected = self.game, []
        before = sheet(game)
        for turn, decision in rulings:
            row = before.rows[turn - 1]
            if decision is not None:
                rule_on_entry(row.entry, decision, DESK)
            elif row.ruling:
                withdraw_ruling(entry=row.entry, actor=DESK)
            after = sheet(game)
            if before.outcome.winners != after.outcome.winners:
                expected.append((outcome_for_log(before.outcome), outcome_for_log(after.outcome)))
            before = after
        logged = Activity.objects.filter(verb="result_flips", scope=f"game:{game.pk}").order_by(
            "id"
        )
        entered = [
            (row.before, {key: row.after[key] for key in ("finals", "winners")}) for row in logged
        ]
        assert entered == expected


@pytest.fixture
def entry(actor):
    """Return the opening turn of a game."""
    return record_turn(open_game(["Ana", "Ben"], "wespa", actor), LOFTY, actor)


def test_notes_survive_gcg_export_and_import(entry, actor, director_client):
    annotate(entry, "Long thought.", actor, mark="!")
    text = faithful_copy(entry.game)
    assert text.splitlines()[-2:] == ["#note !", "#note Long thought."]
    assert strict_copy(entry.game).text.splitlines()[-2:] == ["#note !", "#note Long thought."]
    assert gcg.read(text).notes == {0: ("!", "Long thought.")}
    send(director_client, ("again.gcg", text.replace("Ben", "Bea")))
    save(director_client)
    again = type(entry).objects.exclude(game=entry.game).get()
    assert (again.mark, again.comments) == ("!", ["Long thought."])
