"""Trigram indexes for searching names and words of the library, if PostgreSQL supports them."""

from django.db import migrations

from scoring.models.trigrams import lower_trigrams, raise_trigrams

INDEXES = (
    ("scoring_summary_players", "scoring_gamesummary", "players"),
    ("scoring_summary_words", "scoring_gamesummary", "words"),
)


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0025_best_plays'),
    ]

    operations = [migrations.RunPython(raise_trigrams(INDEXES), lower_trigrams(INDEXES))]
