"""Sentences stored by the first version are kept as text."""

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
    """The models under their names at that migration."""

    @staticmethod
    def get_model(app, name):
        return apps_now.get_model(app, {"Deed": "UndoStep"}.get(name, name))


def stored():
    rows = (Pairing.objects.values_list("reasons"), Round.objects.values_list("notes"))
    return [[*values.order_by("pk")] for values in (*rows, UndoStep.objects.values_list("known"))]


def test_stored_sentences_and_undo_steps_keep_their_wording(four):
    four.rounds_planned = 6
    four.save()
    pair_round(Actor("test"), four, 1, PairingChoice("queen_of_the_hill", seed=1))
    pair_round(Actor("test"), four, 1, PairingChoice("king_of_the_hill", seed=1))
    codes.to_sentences(apps, connection.schema_editor())
    sentences = stored()
    codes.to_codes(apps, connection.schema_editor())
    (reasons, *_) = Pairing.objects.exclude(reasons=[]).values_list("reasons", flat=True)
    assert {message["code"] for message in reasons} == {"text"}
    codes.to_sentences(apps, connection.schema_editor())
    assert stored() == sentences


def test_penalty_reason_written_by_the_program_becomes_empty(desk, round_one, four):
    entry = four.entries.first()
    give_penalty(desk, entry, round_number=1, spread=-10, reason="late")
    Penalty.objects.update(reason=codes.AS_IMPORTED)
    codes.to_codes(apps, connection.schema_editor())
    assert Penalty.objects.get().reason == ""
