"""Column roles that an account chose for earlier tables."""

from django.contrib.auth.models import User

from tournament.engine.columns import ColumnRoles, ColumnTable, TableKind
from tournament.models import AccountLanguage


def remembered_columns(user: User, kind: TableKind, table: ColumnTable) -> ColumnRoles:
    """Return the roles chosen for an earlier table of the same shape. One query.

    Tables have the same shape if their headings match or, if they have none, if they have the same
    number and kinds of columns. Return an empty tuple if no roles were chosen or they do not fit
    the table.
    """
    chosen = AccountLanguage.objects.filter(user=user).values_list("columns", flat=True).first()
    roles = (chosen or {}).get(kind.key, {}).get(table.shape, [])
    return tuple(roles) if len(roles) == table.width and {*roles} <= {"", *kind.roles} else ()
