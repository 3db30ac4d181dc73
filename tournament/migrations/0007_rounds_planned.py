"""How many rounds a division has, and from which on its standings are held back."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0006_ranked_before"),
    ]

    operations = [
        migrations.AddField(
            model_name="division",
            name="rounds_planned",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="division",
            name="held_back_from",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
    ]
