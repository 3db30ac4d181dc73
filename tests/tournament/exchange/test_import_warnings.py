"""Unlikely scores are imported with a warning, in every file format."""

from tournament.exchange.event_files import NamedFile, read_bundle

END = "If this is a mistake, correct the line, or correct the result after the import."
HARDLY = "Scores below 0 or above 1,000 are very unlikely."


def remarks_about(name, text):
    event = read_bundle([NamedFile(name, text.encode())])
    assert event.obstacles == ()
    return [str(remark) for remark in event.remarks]


def test_scores_below_0_and_above_1000_are_reported_with_the_players_line():
    text = "Lopez, Ana 900 2 2; -400 400\nOkafor, Ben 800 1 1; 5000 1000\n"
    assert remarks_about("a.t", text) == [
        f"a.t, line 1: Round 1: Ana Lopez has a score of -400. {HARDLY} {END}",
        f"a.t, line 2: Round 1: Ben Okafor has a score of 5000. {HARDLY} {END}",
    ]


def test_bye_with_a_spread_of_thousands_is_reported():
    assert remarks_about("a.t", "Lopez, Ana 900 0 0; 1001 50\n") == [
        f"a.t, line 1: Round 1: Ana Lopez has a spread of +1001, which is very unlikely. {END}"
    ]


def test_unlikely_score_in_a_list_of_results_is_reported_with_its_row():
    text = (
        "Round,Winner,Winners Score,Opponent,Opponents Score\n1,Ana,400,Ben,380\n2,Ana,4000,Ben,0\n"
    )
    assert remarks_about("r.csv", text) == [
        f"r.csv, line 3: Ana has a score of 4000. {HARDLY} {END}"
    ]


def test_unlikely_scores_are_reported_up_to_twenty():
    line = "Lopez, Ana 900 " + "2 " * 30 + ";" + " 2000" * 30 + "\n"
    other = "Okafor, Ben 900 " + "1 " * 30 + ";" + " 400" * 30 + "\n"
    remarks = remarks_about("a.t", line + other)
    assert (len(remarks), remarks[-1]) == (21, "a.t: More scores have the same problem.")
