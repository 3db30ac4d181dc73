"""People, events and clubs are found without case and accents: by trigrams, and short words by text search."""

from django.db import migrations

from scoring.search_normalization import NORMALIZING_FUNCTION
from scoring.models.search_indexes import drop_search_indexes, create_text_search_indexes, create_trigram_indexes

BEFORE = (
    ("tournament_player_name_part", "tournament_player", "UPPER(name)"),
    ("tournament_player_sort_part", "tournament_player", "UPPER(sort_name)"),
    ("tournament_event_name_part", "tournament_event", "UPPER(name)"),
    ("tournament_event_place_part", "tournament_event", "UPPER(place)"),
    ("tournament_club_name_part", "tournament_club", "UPPER(name)"),
)
PARTS = (
    ("tournament_player_name_folded", "tournament_player", f"{NORMALIZING_FUNCTION}(name)"),
    ("tournament_player_sort_folded", "tournament_player", f"{NORMALIZING_FUNCTION}(sort_name)"),
    ("tournament_entry_member_folded", "tournament_entry", f"{NORMALIZING_FUNCTION}(member)"),
    ("tournament_event_name_folded", "tournament_event", f"{NORMALIZING_FUNCTION}(name)"),
    ("tournament_event_place_folded", "tournament_event", f"{NORMALIZING_FUNCTION}(place)"),
    ("tournament_club_name_folded", "tournament_club", f"{NORMALIZING_FUNCTION}(name)"),
)
WORDS = tuple((name.replace("_folded", "_words"), table, what) for name, table, what in PARTS)


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0075_removed_events'),
        ('scoring', '0027_folding'),
    ]

    operations = [
        migrations.RunPython(drop_search_indexes(BEFORE), create_trigram_indexes(BEFORE)),
        migrations.RunPython(create_trigram_indexes(PARTS), drop_search_indexes(PARTS)),
        migrations.RunPython(create_text_search_indexes(WORDS), drop_search_indexes(WORDS)),
    ]
