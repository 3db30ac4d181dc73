from django.db import migrations

# Each model is now one of a room's app, which keeps its table: nothing changes in the database.
MOVED = [
    "ApiKey",
    "Championship",
    "Channel",
    "Contact",
    "Erasure",
    "Kiosk",
    "Notice",
    "PlayerCode",
    "PlayerRequest",
    "Registration",
    "RegistrationRules",
    "RoundClock",
    "Screen",
    "SharedPerson",
]


class Migration(migrations.Migration):

    dependencies = [("tournament", "0080_columns_of_tables")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.DeleteModel(name) for name in MOVED]
        ),
    ]
