from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tables", "0005_partners_talk")]

    operations = [
        migrations.AddIndex(
            model_name="table",
            index=models.Index(
                condition=models.Q(("status", "finished")),
                fields=["-finished_at"],
                name="table_finished",
            ),
        ),
    ]
