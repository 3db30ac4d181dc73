"""The head of a chain on paper reveals a log that was cut off or recomputed."""

import pytest
from django.core.management import CommandError, call_command

from scoring.actions.activity import Actor
from scoring.models import Activity
from scoring.queries.chain import ChainHead, chain_head, compare_head
from tests.database_tool import change_past_the_program
from tests.tournament.commands import run
from tournament.actions.event.events import create_division, create_event
from tournament.queries.safety.activity import log_head_of

pytestmark = pytest.mark.django_db
ANA = Actor("ana")


@pytest.fixture
def event():
    event = create_event(ANA, name="Autumn Open", preset="club")
    create_division(ANA, event, name="A")
    create_event(ANA, name="Another", preset="club")
    return event


def verified(*options):
    printed, status = run("verify_audit", "autumn-open", *options)
    return printed.splitlines(), status


def compute_anew():
    """Change an entry and recompute all later hashes, as an expert could."""
    rows = list(Activity.objects.filter(chain="event:autumn-open").order_by("pk"))
    rows[0].reason, previous = "another", ""
    for row in rows:
        row.previous_hash = previous
        row.content_hash = row.digest()
        row.hash = previous = row.computed_hash()
        change_past_the_program(
            "UPDATE scoring_activity SET reason = %s, previous_hash = %s, content_hash = %s, hash = %s WHERE id = %s",
            row.reason, row.previous_hash, row.content_hash, row.hash, row.pk,
        )  # fmt: skip


def test_head_consists_of_the_number_of_entries_and_sixteen_digits():
    head = ChainHead(214, "4f3a9b2c11de77aa" + "0" * 48)
    assert str(head) == "214 4f3a 9b2c 11de 77aa"


def test_recorded_head_is_found_in_the_log(event):
    head = log_head_of(event)
    assert head.startswith("2 ")
    assert chain_head("event:another").entries == 1
    assert verified()[0][-1] == f"Head of the log of autumn-open: {head}"
    create_division(ANA, event, name="B")
    lines, status = verified("--head", head)
    assert (status, lines[-1]) == (0, f"The log matches the head that was written down: {head}.")
    other = head[:-1] + ("0" if head[-1] != "0" else "1")
    assert "does not have the hash that was written down" in compare_head(
        "event:autumn-open", other
    )


def cut_off():
    last = Activity.objects.filter(chain="event:autumn-open").latest("pk").pk
    change_past_the_program("DELETE FROM scoring_activity WHERE id = %s", last)


@pytest.mark.parametrize(
    ("change", "results_found"),
    [
        (cut_off, "The head that was written down counts 2 entries, but the log has only 1: its"),
        (compute_anew, "Entry 2 does not have the hash that was written down: the chain was rebu"),
    ],
)
def test_change_that_leaves_a_valid_chain_is_detected(event, change, results_found):
    head = log_head_of(event)
    change()
    assert verified()[1] == 0
    lines, status = verified("--head", head)
    assert status == 1
    assert lines[-1].startswith(results_found)


@pytest.mark.parametrize("written", ["", "x", "2", "2 4f3a", "2 zzzz zzzz zzzz zzzz"])
def test_malformed_head_is_refused(event, written):
    with pytest.raises(
        ValueError, match="Type the log's head as it is printed: the number of entries"
    ):
        compare_head("event:autumn-open", written)


def test_unknown_event_is_refused(event):
    with pytest.raises(CommandError, match="There is no log for the event nowhere"):
        call_command("verify_audit", "nowhere")
