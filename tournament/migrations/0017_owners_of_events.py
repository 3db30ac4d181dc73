"""Whoever could do everything before there were roles still can, in the events there are."""

from django.db import migrations
from django.utils import timezone


def give_roles(apps, schema_editor):
    """Accounts marked as staff or superuser own the events, other accounts direct them."""
    database = schema_editor.connection.alias
    event_model = apps.get_model("tournament", "Event")
    membership = apps.get_model("tournament", "Membership")
    users = apps.get_model("auth", "User").objects.using(database)
    users = users.filter(is_active=True).order_by("id")
    now = timezone.now()
    people = [(user.pk, user.is_staff or user.is_superuser) for user in users]
    membership.objects.using(database).bulk_create(
        membership(
            event_id=event,
            user_id=user,
            role="owner" if owns else "director",
            given_at=now,
        )
        for event in event_model.objects.using(database).order_by("id").values_list("pk", flat=True)
        for user, owns in people
    )


class Migration(migrations.Migration):
    dependencies = [("tournament", "0016_who_helps")]

    operations = [migrations.RunPython(give_roles, migrations.RunPython.noop)]
