"""The print desk of an event: its own packs, their paper, and what was printed last."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("tournament", "0041_keys_of_clubs"),
    ]

    operations = [
        migrations.AddField(
            model_name="event",
            name="printing",
            field=models.JSONField(blank=True, default=dict),
        ),
    ]
