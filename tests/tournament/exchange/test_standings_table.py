"""Exporting the standings as a table."""

import csv
import io


def test_standings_table_counts_wins_losses_and_ties(harbour_event, write):
    (written,) = write("standings_csv", harbour_event)
    rows = list(csv.DictReader(io.StringIO(written.content.decode("utf-8-sig"))))
    of_a = [row for row in rows if row["division"] == "A"]
    assert [row["name"] for row in of_a[:2]] == ["Ursel Gale", "Dora Hollis"]
    last = {
        e.name: int(dict(e.extras["tags"])["rcrank"].split()[5])
        for e in harbour_event.divisions[0].entrants
    }
    assert {row["name"]: int(row["rank"]) for row in of_a} == last
    ties = {row["name"]: row["ties"] for row in of_a if row["ties"] != "0"}
    assert len(ties) == 2
    both = {row["name"]: (row["spread"], row["capped_spread"]) for row in of_a}
    assert {name: item for name, item in both.items() if len(set(item)) > 1}
