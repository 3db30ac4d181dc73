"""What each player did in a finished game is kept in figures, so that thousands of games are added up at once."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scoring", "0016_pragmas")]
    operations = [
        migrations.AddField(
            model_name="gamesummary", name="sides", field=models.JSONField(null=True)
        )
    ]
