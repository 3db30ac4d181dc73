"""The PostgreSQL function for normalizing searched text (`scoring.search_normalization`)."""

from typing import Any

from django.db import connections, migrations

from scoring.search_normalization import NORMALIZING_FUNCTION, create_function_sql


def make_function(apps: Any, schema_editor: Any) -> None:
    del apps
    connection = connections[schema_editor.connection.alias]
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_collation WHERE collname = 'und-x-icu'")
        knows_languages = cursor.fetchone() is not None
    with connection.cursor() as cursor:
        cursor.execute(create_function_sql(has_icu=knows_languages))


def drop_function(apps: Any, schema_editor: Any) -> None:
    del apps
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(f"DROP FUNCTION IF EXISTS {NORMALIZING_FUNCTION}(text)")


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0026_trigrams'),
    ]

    operations = [migrations.RunPython(make_function, drop_function)]
