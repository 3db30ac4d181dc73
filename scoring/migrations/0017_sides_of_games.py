"""Figures of each player of a finished game, for adding up thousands of games."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scoring", "0016_pragmas")]
    operations = [
        migrations.AddField(
            model_name="gamesummary", name="sides", field=models.JSONField(null=True)
        )
    ]
