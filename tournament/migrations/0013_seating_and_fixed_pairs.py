"""How a division numbers boards and gives byes; what was settled before a round was paired."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0012_plan_of_an_event"),
    ]

    operations = [
        migrations.AddField(
            model_name="division",
            name="seating",
            field=models.JSONField(blank=True, default=dict),
        ),
        migrations.AddField(
            model_name="round",
            name="fixed",
            field=models.JSONField(blank=True, default=dict),
        ),
    ]
