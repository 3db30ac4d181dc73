"""Fixed-column files of published ratings, written by hand from the description of the format."""

from pathlib import Path

from tournament.engine.ratings.published_ratings import published_date, published_rows
from tournament.engine.ratings.rating_list import RatingListRow, parse_rating_list, rows_in
from tournament.wording.sentences import sentences

FOLDER = Path(__file__).resolve().parents[4] / "fixtures" / "formats" / "rating_lists"


def test_results_of_a_rated_event_are_read_section_by_section():
    text = (FOLDER / "spring-open.RT").read_text()
    read = parse_rating_list(rows_in(text))
    assert read.people == (
        RatingListRow("Alder Bo", 2062, deviation=86.6),
        RatingListRow("Birch Cleo", 1894, deviation=71.0),
        RatingListRow("Cedar Dana", 1543, deviation=120.4),
        RatingListRow("DC Deal 1", 1288, deviation=90.2),
    )
    assert read.problems == ()
    assert published_date(text.splitlines()) == "2020-02-17"


def test_list_before_an_event_is_read_with_games_and_last_day():
    text = (FOLDER / "before.dat").read_text()
    read = parse_rating_list(rows_in(text))
    assert read.people == (
        RatingListRow("Alder Bo", 2063, games=0, last_played="2020-01-01"),
        RatingListRow("Alder Bo Jr", 2062, games=20, deviation=86.6, last_played="2020-02-17"),
        RatingListRow("Birch Cleo", 1880, games=1312, deviation=71.0, last_played="2019-12-24"),
        RatingListRow("DC Deal 1", 1402, games=204),
    )
    assert published_date(text.splitlines()) == "2020-01-10"


def test_heading_is_recognized_and_an_invalid_row_named_by_line():
    text = (FOLDER / "before.dat").read_text()
    assert published_rows(text.lower().splitlines()) is not None
    assert published_date(text.lower().splitlines()) == published_date(text.splitlines())
    assert published_rows(["Name\tRating", "Ana Lopez\t1500"]) is None
    assert published_date(["Name\tRating", "Ana Lopez\t1500"]) == ""
    text = (FOLDER / "before.dat").read_text().replace("1312 1880", "1312 x880")
    read = parse_rating_list(rows_in(text))
    assert len(read.people) == 3
    assert sentences(read.problems) == ("Row 4: the rating is missing.",)


def test_ambiguous_last_day_is_questioned():
    rows = [["Name", "Rating", "Last played"], ["Ana Lopez", "1500", "03/04/2020"]]
    (problem,) = sentences(parse_rating_list(rows).problems)
    assert problem == (
        "Row 2: In “03/04/2020”, the day and the month cannot be told apart; write it as "
        "2026-10-03."
    )
