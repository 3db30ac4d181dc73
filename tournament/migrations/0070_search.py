"""People, events and clubs are found by a part of their names: by trigrams, where PostgreSQL has them."""

from django.db import migrations, models

from scoring.models.search_indexes import drop_search_indexes, create_trigram_indexes

INDEXES = (
    ("tournament_player_name_part", "tournament_player", "UPPER(name)"),
    ("tournament_player_sort_part", "tournament_player", "UPPER(sort_name)"),
    ("tournament_event_name_part", "tournament_event", "UPPER(name)"),
    ("tournament_event_place_part", "tournament_event", "UPPER(place)"),
    ("tournament_club_name_part", "tournament_club", "UPPER(name)"),
)


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0063_erasures'),
    ]

    operations = [
        migrations.AddIndex(
            model_name='player',
            index=models.Index(fields=['organisation', 'sort_name', 'id'], name='player_by_sort_name'),
        ),
        migrations.AddIndex(
            model_name='event',
            index=models.Index(fields=['organisation', '-date', '-created_at', 'name'], name='event_latest_first'),
        ),
        migrations.RunPython(create_trigram_indexes(INDEXES), drop_search_indexes(INDEXES)),
    ]
