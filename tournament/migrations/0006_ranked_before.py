"""How earlier rounds were ranked, where the rules changed in a running event."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0005_check_in"),
    ]

    operations = [
        migrations.AddField(
            model_name="division",
            name="ranked_before",
            field=models.JSONField(blank=True, default=list),
        ),
    ]
