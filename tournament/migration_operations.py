"""Migration operations for tables that were created before their room was a separate app."""

from typing import Any

from django.db import migrations


class CreateModelIfMissing(migrations.CreateModel):
    """An operation that creates a table, unless a migration of the core has created it; then only its app changes."""

    def database_forwards(
        self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any
    ) -> None:
        """Create the table if the database does not have it."""
        table = to_state.apps.get_model(app_label, self.name)._meta.db_table  # noqa: SLF001
        if table not in schema_editor.connection.introspection.table_names():
            super().database_forwards(app_label, schema_editor, from_state, to_state)
