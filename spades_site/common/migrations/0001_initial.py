import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='OutboxEvent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('topic', models.CharField(max_length=60)),
                ('payload', models.JSONField(default=dict)),
                ('created_at', models.DateTimeField()),
                ('due_at', models.DateTimeField(db_index=True, help_text='When to deliver next; empty once every handler has had it.', null=True)),
                ('attempts', models.PositiveIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name='TaskRun',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80, unique=True)),
                ('sent_at', models.DateTimeField(null=True)),
                ('done_at', models.DateTimeField(help_text='Its last success.', null=True)),
                ('failed_at', models.DateTimeField(null=True)),
                ('error', models.CharField(blank=True, help_text="The last failure's type.", max_length=80)),
            ],
        ),
        migrations.CreateModel(
            name='AuditEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(db_index=True)),
                ('verb', models.CharField(max_length=60)),
                ('subject', models.CharField(db_index=True, help_text='Kind and key, e.g. tournament:12.', max_length=80)),
                ('reason', models.TextField(blank=True)),
                ('data', models.JSONField(default=dict)),
                ('actor', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name_plural': 'audit entries',
                'ordering': ['-at', '-pk'],
            },
        ),
        migrations.CreateModel(
            name='Switch',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(help_text='One of switches.TABLE.', max_length=20, unique=True)),
                ('is_on', models.BooleanField(default=True)),
                ('reason', models.CharField(blank=True, help_text='For the log.', max_length=300)),
                ('changed_at', models.DateTimeField(null=True)),
                ('changed_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name_plural': 'switches',
            },
        ),
        migrations.CreateModel(
            name='Tally',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(help_text="A limit's name, and a hash of who is counted.", max_length=60)),
                ('start', models.DateTimeField(help_text='Of the window.')),
                ('n', models.PositiveIntegerField()),
            ],
            options={
                'verbose_name_plural': 'tallies',
                'constraints': [models.UniqueConstraint(fields=('key', 'start'), name='one_tally_a_window')],
            },
        ),
        migrations.CreateModel(
            name='OutboxDelivery',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('handler', models.CharField(max_length=60)),
                ('delivered_at', models.DateTimeField()),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='common.outboxevent')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('event', 'handler'), name='outbox_once_a_handler')],
            },
        ),
    ]
