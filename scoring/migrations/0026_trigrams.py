"""Trigram indexes for searching names and words of the library, if PostgreSQL supports them."""

from django.db import migrations

from scoring.models.search_indexes import drop_search_indexes, create_trigram_indexes

INDEXES = (
    ("scoring_summary_players", "scoring_gamesummary", "players"),
    ("scoring_summary_words", "scoring_gamesummary", "words"),
)


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0025_best_plays'),
    ]

    operations = [migrations.RunPython(create_trigram_indexes(INDEXES), drop_search_indexes(INDEXES))]
