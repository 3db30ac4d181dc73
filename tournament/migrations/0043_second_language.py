from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0042_print_desk'),
    ]

    operations = [
        migrations.AddField(
            model_name='event',
            name='second_language',
            field=models.CharField(blank=True, max_length=10),
        ),
    ]
