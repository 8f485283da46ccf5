from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0004_by_name")]

    operations = [
        migrations.AddField(
            "user",
            "listened_at",
            models.DateTimeField(
                blank=True,
                help_text="When a bot account’s program last listened to its events, to the minute.",
                null=True,
            ),
        )
    ]
