from django.db import migrations, models

from tournament.engine.message import messages_as_json, messages_from_json
from tournament.wording.sentences import sentences, stored_messages

AS_IMPORTED = "as in the imported file"


def to_codes(apps, schema_editor):
    """Sentences are kept as text, as messages of one code."""

    def reading(names):
        return lambda told: messages_as_json(stored_messages(told, names))

    database = schema_editor.connection.alias
    _each(apps, database, reading)
    # Why a penalty was given is what a person wrote; this was written by the program.
    penalties = apps.get_model("tournament", "Penalty").objects.using(database)
    penalties.filter(reason=AS_IMPORTED).update(reason="")


def to_sentences(apps, schema_editor):
    """Codes become the sentences they stand for."""
    database = schema_editor.connection.alias
    _each(apps, database, lambda names: lambda told: list(sentences(messages_from_json(told), names)))
    penalties = apps.get_model("tournament", "Penalty").objects.using(database)
    penalties.filter(reason="").update(reason=AS_IMPORTED)


def _each(apps, database, way_for):
    """Rewrite the reasons of pairings, the notes of rounds, and both where undoing would put them back."""
    divisions, entries_of_all, pairings, rounds, deeds = (
        apps.get_model("tournament", name).objects.using(database)
        for name in ("Division", "Entry", "Pairing", "Round", "Deed")
    )
    for division in divisions.order_by("pk"):
        entries = entries_of_all.filter(division_id=division.pk)
        rewritten = way_for(dict(entries.values_list("number", "player__name")))
        for pairing in pairings.filter(round__division_id=division.pk).exclude(reasons=[]).iterator():
            pairing.reasons = rewritten(pairing.reasons)
            pairing.save(update_fields=["reasons"])
        for round_ in rounds.filter(division_id=division.pk).exclude(notes=[]).iterator():
            round_.notes = rewritten(round_.notes)
            round_.save(update_fields=["notes"])
        for deed in deeds.filter(division_id=division.pk).iterator():
            changed = [row for row in deed.known.get("changed", {}).values() if "notes" in row]
            for row in changed:
                row["notes"] = [rewritten(notes) for notes in row["notes"]]
            if changed:
                deed.save(update_fields=["known"])


class Migration(migrations.Migration):

    dependencies = [
        ("tournament", "0024_what_a_rating_stood_on"),
    ]

    operations = [
        migrations.AlterField(
            model_name="penalty",
            name="reason",
            field=models.CharField(blank=True, max_length=300),
        ),
        migrations.RunPython(to_codes, to_sentences),
    ]
