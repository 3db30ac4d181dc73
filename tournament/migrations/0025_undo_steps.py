"""What is remembered for undoing goes by the name directors and programmers use: an undo step."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0024_what_a_rating_stood_on")]

    operations = [
        migrations.RenameModel("Deed", "UndoStep"),
        migrations.AlterField(
            "undostep",
            "activity",
            models.OneToOneField(
                on_delete=models.PROTECT, related_name="undo_step", to="scoring.activity"
            ),
        ),
        migrations.AlterField(
            "undostep",
            "division",
            models.ForeignKey(
                on_delete=models.PROTECT, related_name="undo_steps", to="tournament.division"
            ),
        ),
    ]
