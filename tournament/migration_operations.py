"""Tables of a room that the program made before the room was an app of its own."""

from typing import Any

from django.db import migrations


class CreateUnlessThere(migrations.CreateModel):
    """Create a table unless a migration of the core has made it: then it only gets its new owner."""

    def database_forwards(
        self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any
    ) -> None:
        """Ask the database first."""
        table = to_state.apps.get_model(app_label, self.name)._meta.db_table  # noqa: SLF001
        if table not in schema_editor.connection.introspection.table_names():
            super().database_forwards(app_label, schema_editor, from_state, to_state)
