"""Whether the next round of a division is paired and published without anybody."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0028_career_games")]

    operations = [
        migrations.AddField(
            model_name="division",
            name="unattended",
            field=models.JSONField(blank=True, default=dict),
        ),
    ]
