"""What is remembered for undoing goes by the name directors and programmers use: an undo step."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0025_codes_not_sentences")]

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
