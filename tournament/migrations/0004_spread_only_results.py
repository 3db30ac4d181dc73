"""Results of which only the spread is known."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0003_rounds_after_leaving"),
    ]

    operations = [
        migrations.AddField(
            model_name="resultentry",
            name="spread_only",
            field=models.BooleanField(default=False),
        ),
    ]
