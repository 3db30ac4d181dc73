"""The dispute page: both sheets, where they differ, and the director's ruling."""

import html
import re

import pytest
from django.urls import reverse

from scoring.actions.games import finish_game
from scoring.models import Game, Ruling, SheetColumn
from scoring.queries.sheets import sheet
from tests.scoring.disputed_games import DESK, TURNS, saved_game, with_sheets
from tests.scoring.views.uploads import text_of

pytestmark = pytest.mark.django_db


def page_of(game):
    return reverse("dispute:game", args=[game.pk])


def table(answer, caption):
    """Return the cells of a table row by row, without headings and phone-only labels."""
    body = re.sub(
        r'<span class="(total-under|beneath-it)">(<span.*?</span>|.*?)</span>',
        "",
        answer.content.decode(),
    )
    (table_found,) = (t for t in re.findall(r"<table.*?</table>", body, re.DOTALL) if caption in t)
    rows = re.findall(r"<tr.*?</tr>", table_found.partition("<tbody>")[2], re.DOTALL)
    cells = [re.findall(r"<t[hd].*?</t[hd]>", row, re.DOTALL) for row in rows]
    return [
        [html.unescape(" ".join(re.sub(r"<[^>]*>", " ", cell).split())) for cell in row]
        for row in cells
    ]


def columns(**texts):
    return {f"column-{name[1]}-{name[2]}": text for name, text in texts.items()}


def test_sheets_are_typed_saved_and_compared(director_client):
    game = saved_game()
    sent = columns(c11="30 30\n71 101", c12="26", c21="30\n81", c22="24")
    answer = director_client.post(reverse("dispute:sheets", args=[game.pk]), sent, follow=True)
    assert answer.redirect_chain == [(page_of(game), 302)]
    assert table(answer, "<caption>Ann Example") == [
        ["1", "8H LOFTY", "30", "30 30", "30", "30", "30"],
        ["3", "J7 (OF)FICIATE Why", "71", "71 101", "81", "71", "101"],
    ]
    assert table(answer, "<caption>Ben Sample") == [
        ["2", "7I LOAM The sheets differ Why", "26", "26", "24", "24", "24"],
    ]
    assert table(answer, "Final score for each way of counting") == [
        ["Ann Example’s sheet", "101", "26", "open"],
        ["Ben Sample’s sheet", "111", "24", "open"],
        ["According to the rules", "101", "24", "open"],
    ]
    shown = text_of(answer)
    assert "Ann Example’s sheet: 26 for Ben Sample’s 7I LOAM; 24 is correct." in shown
    assert "Likely: The double letter on I7 was mistaken for a triple letter." in shown
    assert "LOAM: L 1 ×2 (I7) + O 1 + A 1 + M 3 = 7" in shown


def test_flip_is_announced(director_client):
    game = with_sheets(saved_game(ended=True), ("10 10\n5 15", "26"), ("30\n71", "24"))
    answer = director_client.get(page_of(game))
    shown = text_of(answer)
    assert "Current result: Ann Example 94, Ben Sample 8, by the correct scores." in shown
    assert "The sheets disagree on the winner." in shown


def test_flip_is_not_announced_if_every_sheet_has_the_same_winner(director_client):
    game = with_sheets(saved_game(ended=True), ("30\n71", "26"), ("30\n71", "24"))
    answer = director_client.get(page_of(game))
    assert "flips" not in text_of(answer)
    assert table(answer, "Final score for each way of counting")[0] == [
        "Ann Example’s sheet, with racks added", "94", "10", "Ann Example wins, 94 to 10",
    ]  # fmt: skip


def test_invalid_line_is_reported_and_kept(director_client):
    game = saved_game()
    sent = columns(c11="30\nfoo 7", c12="26")
    answer = director_client.post(reverse("dispute:sheets", args=[game.pk]), sent)
    assert answer.status_code == 422
    shown = answer.content.decode()
    assert "Row 2: “foo” is not a score." in html.unescape(shown)
    assert ">\n30\nfoo 7</textarea>" in shown
    assert ">\n26</textarea>" in shown
    assert SheetColumn.objects.count() == 0


def test_comparing_empty_sheets_is_reported(director_client):
    game = saved_game()
    sent = columns(c11="", c12=" ", c21="", c22="")
    answer = director_client.post(reverse("dispute:sheets", args=[game.pk]), sent)
    assert answer.status_code == 422
    assert "Every field is empty. Type at least one column of a sheet." in text_of(answer)


def test_names_are_escaped(director_client):
    game = saved_game()
    game.players.filter(seat=1).update(name="<script>alert(1)</script>")
    with_sheets(game, ("30\n71", "26"), ("", ""))
    assert "<script>alert" not in director_client.get(page_of(game)).content.decode()


def test_director_corrects_a_score_or_lets_it_stand(director_client):
    game = with_sheets(saved_game(), ("30\n71", "26"), ("30\n71", "24"))
    entry = sheet(game).rows[1].entry
    address = reverse("dispute:rule", args=[game.pk, entry.pk])
    sent = {"ruling": "let_stand:26", "reason": "Both agreed at the table."}
    answer = director_client.post(address, sent, follow=True)
    assert answer.redirect_chain == [(page_of(game), 302)]
    shown = text_of(answer)
    assert "Score so far: Ann Example 101, Ben Sample 26, as ruled at " in shown
    assert table(answer, "<caption>Ben Sample") == [
        ["2", "7I LOAM The sheets differ Ruled Why", "26", "26", "24", "24", "26", "26"],
    ]
    assert "Ruled by director" in shown
    assert "the announced score stands. Both agreed at the table." in shown
    assert table(answer, "Final score for each way of counting")[-1][:3] == [
        "As ruled", "101", "26",
    ]  # fmt: skip
    assert Ruling.objects.get().decision == "let_stand"


@pytest.mark.parametrize(
    "ruling",
    [
        "",
        "perhaps:26",
        "correct:",
        "correct:1e9",
        "correct:--5",
        "let_stand:100000",
        f"correct:{'9' * 5000}",
    ],
)
def test_invalid_ruling_is_refused(director_client, ruling):
    game = with_sheets(saved_game(), ("30\n71", "26"), ("", ""))
    address = reverse("dispute:rule", args=[game.pk, sheet(game).rows[1].entry.pk])
    answer = director_client.post(address, {"ruling": ruling, "reason": "Why not"})
    assert answer.status_code == 422
    assert "Choose one of the two rulings" in text_of(answer)
    assert 'value="Why not"' in answer.content.decode()


def test_ruling_without_a_reason_after_the_end_is_refused_beside_its_turn(director_client):
    game = with_sheets(saved_game(ended=True), ("30\n71", "26"), ("", ""))
    finish_game(game, DESK)
    address = reverse("dispute:rule", args=[game.pk, sheet(game).rows[1].entry.pk])
    answer = director_client.post(address, {"ruling": "let_stand:26"})
    assert answer.status_code == 409
    assert "a ruling needs a reason" in text_of(answer)
    assert Ruling.objects.count() == 0
    shown = answer.content.decode()
    (field,) = re.findall(r'<input[^>]* name="reason"[^>]*>', shown)
    described = re.search(r'aria-describedby="([^"]*)"', field)[1]
    assert ' aria-invalid="true" ' in field
    assert " autofocus" in field
    assert re.search(rf'id="{described}" role="alert">[^<]*needs a reason', shown)
    assert shown.index("Differences") < shown.index("needs a reason")


def test_refused_ruling_on_an_undisputed_turn_is_reported_at_the_top(director_client):
    game = with_sheets(saved_game(), ("30\n71", "26"), ("", ""))
    address = reverse("dispute:rule", args=[game.pk, sheet(game).rows[0].entry.pk])
    answer = director_client.post(address, {"ruling": "correct:30"})
    assert answer.status_code == 409
    assert "Turn 1: the announced score is correct, so no ruling is needed" in text_of(answer)


def test_reloaded_address_of_a_refused_ruling_leads_to_its_turn(director_client):
    game = with_sheets(saved_game(), ("30\n71", "26"), ("", ""))
    address = reverse("dispute:rule", args=[game.pk, sheet(game).rows[1].entry.pk])
    assert director_client.get(address)["Location"] == f"{page_of(game)}#turn-2"
    assert director_client.get(reverse("dispute:sheets", args=[game.pk]))["Location"] == page_of(
        game
    )


def test_unrecorded_game_is_disputed_by_its_sheets_alone(director_client):
    sent = {
        "first": "Ann", "second": "Ben", "rules": "naspa_nwl",
        **columns(c11="30 30\n12 52\n9 61", c12="20\n20\n20", c21="30\n12\n9", c22="20\n20\n14"),
    }  # fmt: skip
    answer = director_client.post("/disputes/new/", sent, follow=True)
    game = Game.objects.get()
    assert answer.redirect_chain == [(page_of(game), 302)]
    shown = text_of(answer)
    assert "The sheets disagree on the winner." in shown
    assert "Ann’s sheet, Ann’s column: 52 written, but 30 + 12 is 42." in shown
    assert table(answer, "Final score for each way of counting") == [
        ["Ann’s sheet", "61", "60", "Ann wins, 61 to 60"],
        ["Ann’s sheet, with corrected addition", "51", "60", "Ben wins, 60 to 51"],
        ["Ben’s sheet", "51", "54", "Ben wins, 54 to 51"],
    ]


def test_plays_of_a_dispute_may_be_pasted(director_client):
    sent = {"first": "Ann", "second": "Ben", "rules": "naspa_nwl", "plays": TURNS}
    answer = director_client.post("/disputes/new/", sent | columns(c12="26"), follow=True)
    assert "Ann’s sheet: 26 for Ben’s 7I LOAM; 24 is correct." in text_of(answer)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"first": ""}, "Name the player who went first."),
        ({"plays": "hello"}, "“hello” is not a turn (>)"),
        ({"plays": TURNS + ">ann: A 8H"}, "Line 6: The play at 8H has no word"),
        ({"plays": "x" * 20_000}, "the maximum is 12000"),
        ({"column-1-1": "a b"}, "Row 1: “a” is not a score."),
    ],
)
def test_refused_new_dispute_shows_the_errors_and_keeps_the_input(director_client, wrong, sentence):
    sent = {"first": "Ann", "second": "Ben Marker", "rules": "naspa_nwl", "column-2-2": "17 4 2"}
    answer = director_client.post("/disputes/new/", sent | wrong)
    assert answer.status_code == 422
    assert sentence in text_of(answer)
    assert "Ben Marker" in answer.content.decode()
    assert ">\n17 4 2</textarea>" in answer.content.decode()
    assert Game.objects.count() == 0
