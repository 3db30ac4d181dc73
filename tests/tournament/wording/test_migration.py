"""Sentences stored by earlier versions become codes, where undoing would put them back too."""

from importlib import import_module

import pytest
from django.apps import apps as apps_now
from django.db import connection

from scoring.actions.activity import Actor
from tournament.actions.results.penalties import give_penalty
from tournament.actions.rounds.drafts import pair_round
from tournament.models import Pairing, Penalty, Round, UndoStep
from tournament.queries.rounds.drafts import PairingChoice

codes = import_module("tournament.migrations.0025_codes_not_sentences")
pytestmark = pytest.mark.django_db


class apps:  # noqa: N801 - it stands for the registry a migration is given
    """The models by the names they had at that migration."""

    @staticmethod
    def get_model(app, name):
        return apps_now.get_model(app, {"Deed": "UndoStep"}.get(name, name))


def stored():
    undo_steps = [step.known for step in UndoStep.objects.order_by("pk")]
    return (
        dict(Pairing.objects.values_list("pk", "reasons")),
        dict(Round.objects.values_list("pk", "notes")),
        undo_steps,
    )


def test_sentences_become_codes_and_codes_sentences(whole_robin, four):
    four.rounds_planned = 6
    four.save()
    for number in (4, 5):
        pair_round(
            Actor("test"),
            four,
            4,
            PairingChoice("queen_of_the_hill" if number == 4 else "king_of_the_hill", seed=1),
        )
    now = stored()
    codes.to_sentences(apps, connection.schema_editor())
    pairings, rounds, undo_steps = stored()
    assert "round 1 of the table" in {reason for reasons in pairings.values() for reason in reasons}
    (notes,) = [notes for notes in rounds.values() if notes]
    assert all(" meet again after round " in note for note in notes)
    assert any(
        notes in row["notes"]
        for step in undo_steps
        for row in step["changed"].values()
        if "notes" in row
    )
    codes.to_codes(apps, connection.schema_editor())
    assert stored() == now


def test_what_cannot_be_read_is_kept_as_text(round_one):
    Pairing.objects.update(reasons=["because the moon was full", "by hand"])
    codes.to_codes(apps, connection.schema_editor())
    assert Pairing.objects.first().reasons == [
        {"code": "text", "params": {"text": "because the moon was full"}},
        {"code": "by_hand", "params": {}},
    ]
    codes.to_sentences(apps, connection.schema_editor())
    assert Pairing.objects.first().reasons == ["because the moon was full", "by hand"]


def test_a_reason_for_a_penalty_that_the_program_wrote_is_none(desk, round_one, four):
    entry = four.entries.first()
    give_penalty(desk, entry, round_number=1, spread=-10, reason="late")
    Penalty.objects.update(reason=codes.AS_IMPORTED)
    codes.to_codes(apps, connection.schema_editor())
    assert Penalty.objects.get().reason == ""
