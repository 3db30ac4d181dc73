"""How many rated games somebody has played in life, where the director knows it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0027_naspa_numbers")]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="career_games",
            field=models.PositiveIntegerField(blank=True, null=True),
        ),
    ]
