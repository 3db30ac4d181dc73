"""Results from any table: proposed and assigned columns, odd rows, play-off games."""

import pytest

from tournament.engine.columns import index_by_role, table_of
from tournament.engine.result_table import NEEDED, RESULTS, proposed_columns, read_result_rows
from tournament.wording.sentences import sentence

HEADED = [
    ["Spring Open"],
    ["Date", "Rd", "Winner", "Winner's score", "Opponent", "Opponent's score", "Table"],
    ["2020-01-02", "1", "Ana Lopez", "412", "Ben Okafor", "380", "1"],
    ["2020-01-02", "1", "Cem Aydin", "390", "Bye", "", "2"],
    ["2020-01-02", "2", "Ben Okafor", "x", "Cem Aydin", "377", "1"],
    [],
    ["2020-01-02", "Semifinal", "Ana Lopez", "500", "Cem Aydin", "300", "1"],
    ["2020-01-02", "1", "Ana Lopez", "333", "Cem Aydin", "444", "1"],
]


def understood(rows, **changes):
    table = table_of(rows, RESULTS)
    return read_result_rows(table, proposed_columns(table), **changes)


@pytest.mark.parametrize(
    ("rows", "columns"),
    [
        (HEADED, {"round": 1, "one": 2, "one_score": 3, "other": 4, "other_score": 5, "board": 6}),
        (
            [["Ana Lopez", "412", "Ben Okafor", "380", "1"], ["Cem Aydin", "390", "Dai Jones", "300", "1"]],
            {"round": 4, "one": 0, "one_score": 1, "other": 2, "other_score": 3},
        ),
        (
            [["Loser", "Loser score", "Winner", "Winner score", "Round"],
             ["Ben Okafor", "380", "Ana Lopez", "412", "3"]],
            {"round": 4, "one": 2, "one_score": 3, "other": 0, "other_score": 1},
        ),
        (
            [["Ronda", "Jugador", "Contrario", "Puntos A", "Puntos B"],
             ["1", "Ana Lopez", "Ben Okafor", "412", "380"]],
            {"round": 0, "one": 1, "one_score": 3, "other": 2, "other_score": 4},
        ),
    ],
)  # fmt: skip
def test_columns_are_proposed_by_heading_and_content(rows, columns):
    assert index_by_role(proposed_columns(table_of(rows, RESULTS))) == columns


def test_table_without_a_heading_has_none():
    assert table_of(HEADED, RESULTS).last_heading_row == 1
    assert table_of(HEADED[2:3], RESULTS).last_heading_row == -1
    # Scores without a heading belong to the nearest player before them.
    for heading, row in [
        (["Loser", "", "Winner", "", "Round"], ["Ben Okafor", "380", "Ana Lopez", "412", "3"]),
        (["Winner", "", "Loser", "", "Round"], ["Ana Lopez", "412", "Ben Okafor", "380", "3"]),
    ]:
        (read,) = understood([heading, row])
        assert (read.one, read.other, read.scores) == ("Ana Lopez", "Ben Okafor", (412, 380))


def test_odd_row_does_not_stop_the_rows_after_it_and_may_be_mended_or_left_out():
    rows = understood(HEADED)
    assert [
        (row.number, row.round, row.label, row.one, row.other, row.scores)
        for row in rows
        if row.problem is None
    ] == [
        (3, 1, "", "Ana Lopez", "Ben Okafor", (412, 380)),
        (4, 1, "", "Cem Aydin", "", (390, 0)),
        (7, 0, "Semifinal", "Ana Lopez", "Cem Aydin", (500, 300)),
        (8, 0, "1", "Ana Lopez", "Cem Aydin", (333, 444)),
    ]
    assert [row.number for row in rows if row.problem] == [5]
    mended = understood(HEADED, edits={(5, "one_score"): "401"})
    assert [row.scores for row in mended if row.number == 5] == [(401, 377)]
    without = understood(HEADED, left_out=frozenset({5, 8}))
    assert [row.number for row in without] == [3, 4, 7]


NO_ROUND = "is not a round. Write a number from 1, or a name such as Final."


@pytest.mark.parametrize(
    ("cells", "problem"),
    [
        (
            ["1", "Ana", "400", "ana", "380"],
            "Ana is named as both players. Correct one of the names.",
        ),
        (["0", "Ana", "400", "Ben", "380"], f"“0” {NO_ROUND}"),
        (["201", "Ana", "400", "Ben", "380"], f"“201” {NO_ROUND}"),
        (["", "Ana", "400", "Ben", "380"], f"“” {NO_ROUND}"),
    ],
)
def test_odd_row_is_explained(cells, problem):
    (row,) = read_result_rows(table_of([cells], RESULTS), NEEDED)
    assert sentence(row.problem) == problem
    assert set(NEEDED) == {"round", "one", "one_score", "other", "other_score"}


@pytest.mark.parametrize(
    ("heading", "row"),
    [
        ("Round Winner Loser Winner_score Loser_score", "1 Ana Ben 412 380"),
        ("Round Winner Loser Loser_score Winner_score", "1 Ana Ben 380 412"),
        ("Round Player_1 Player_2 Score_1 Score_2", "1 Ana Ben 412 380"),
        ("Round Player_1 Player_2 Score_2 Score_1", "1 Ana Ben 380 412"),
        ("Round Opponent Player Opponent_score Score", "1 Ben Ana 380 412"),
    ],
)
def test_scores_follow_their_headings_or_the_order_of_the_columns(heading, row):
    headings = [word.replace("_", " ") for word in heading.split()]
    (read,) = understood([headings, row.split()])
    assert (read.one, read.other, read.scores) == ("Ana", "Ben", (412, 380))


def test_players_by_number_and_boards_are_read():
    heading = ["Round", "Board", "Player 1", "Score 1", "Player 2", "Score 2"]
    (row,) = understood([heading, ["1", "2", "7", "400", "12", "380"]])
    assert (row.one, row.other, row.scores, row.board) == ("No. 7", "No. 12", (400, 380), 2)
    (row,) = understood([heading, ["1", "B", "7", "400", "12", "380"]])
    why = "“B” is not a board. Write a number from 1, or leave it empty."
    assert sentence(row.problem) == why
