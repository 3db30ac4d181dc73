"""A code for everybody who is entered: the token of a QR, and four letters to type."""

import secrets

import django.db.models.deletion
from django.db import migrations, models
from django.utils import timezone

import tournament.models.codes


def give_codes(apps, schema_editor):
    database = schema_editor.connection.alias
    entries = apps.get_model("tournament", "Entry").objects.using(database)
    PlayerCode = apps.get_model("tournament", "PlayerCode")
    taken: dict[int, set[str]] = {}
    codes = []
    for key, event in entries.values_list("pk", "division__event_id"):
        used = taken.setdefault(event, set())
        letters = ""
        while not letters or letters in used:
            letters = "".join(secrets.choice("BCDFGHJKMNPRSTWXYZ") for _ in range(4))
        used.add(letters)
        codes.append(
            PlayerCode(
                entry_id=key,
                token=secrets.token_urlsafe(16),
                letters=letters,
                made_at=timezone.now(),
            )
        )
    PlayerCode.objects.using(database).bulk_create(codes, batch_size=500)


class Migration(migrations.Migration):
    dependencies = [("tournament", "0030_door")]

    operations = [
        migrations.CreateModel(
            name="PlayerCode",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "token",
                    models.CharField(
                        default=tournament.models.codes.new_token,
                        max_length=32,
                        unique=True,
                    ),
                ),
                (
                    "letters",
                    models.CharField(
                        default=tournament.models.codes.new_player_code, max_length=4
                    ),
                ),
                ("made_at", models.DateTimeField()),
                ("reports", models.BooleanField(default=True)),
                ("no_phone", models.BooleanField(default=False)),
                (
                    "entry",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="code",
                        to="tournament.entry",
                    ),
                ),
            ],
            options={"ordering": ["entry__number"]},
        ),
        migrations.RunPython(give_codes, migrations.RunPython.noop, elidable=True),
    ]
