"""When an entry was checked in on the day."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0004_spread_only_results"),
    ]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="arrived_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
    ]
