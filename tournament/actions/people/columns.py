"""Remember the columns an account chose for a table."""

from django.contrib.auth.models import User
from django.db import transaction

from tournament.engine.columns import ColumnRoles, ColumnTable, TableKind
from tournament.models import AccountLanguage

MAX_SHAPES = 30
"""Number of table shapes remembered for each kind; the oldest choice is forgotten first."""


@transaction.atomic
def save_column_choice(
    user: User, kind: TableKind, table: ColumnTable, columns: ColumnRoles
) -> None:
    """Remember the columns for tables of the same shape, or forget them if `columns` is empty."""
    row = AccountLanguage.objects.select_for_update().filter(user=user).first()
    row = row or AccountLanguage(user=user)
    shapes = dict(row.columns.get(kind.key, {}))
    before = shapes.pop(table.shape, [])
    if columns:
        shapes[table.shape] = list(columns)
    if before != list(columns):
        row.columns = row.columns | {kind.key: dict([*shapes.items()][-MAX_SHAPES:])}
        row.save()
