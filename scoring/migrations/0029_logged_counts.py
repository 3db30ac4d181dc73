"""Stored counts of log entries, and indexes for searching their text."""

from django.conf import settings
from django.db import migrations, models

from scoring.models.search_indexes import drop_search_indexes, create_trigram_indexes

SEARCHED = (
    ("activity_summary_trigrams", "scoring_activity", "UPPER(summary)"),
    ("activity_reason_trigrams", "scoring_activity", "UPPER(reason)"),
)


class Migration(migrations.Migration):

    dependencies = [
        ("scoring", "0028_order_in_chains"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="LoggedCount",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("chain", models.CharField(blank=True, max_length=120)),
                ("actor", models.CharField(max_length=150)),
                ("verb", models.CharField(max_length=60)),
                ("entries", models.PositiveIntegerField()),
            ],
        ),
        migrations.AddConstraint(
            model_name="loggedcount",
            constraint=models.UniqueConstraint(fields=("chain", "actor", "verb"), name="logged_count_once"),
        ),
        migrations.AddIndex(
            model_name="activity",
            index=models.Index(fields=["at"], name="activity_by_time"),
        ),
        migrations.AddIndex(
            model_name="activity",
            index=models.Index(fields=["actor", "id"], name="activity_by_actor"),
        ),
        migrations.AddIndex(
            model_name="activity",
            index=models.Index(fields=["verb", "id"], name="activity_by_verb"),
        ),
        migrations.RunPython(create_trigram_indexes(SEARCHED), drop_search_indexes(SEARCHED)),
    ]
