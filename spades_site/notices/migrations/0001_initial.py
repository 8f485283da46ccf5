import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('accounts', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='NoticePreferences',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='notice_wishes', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('by_mail', models.JSONField(default=list, help_text='The kinds that are mailed.')),
                ('quiet_from', models.TimeField(blank=True, null=True, verbose_name='no mail from')),
                ('quiet_to', models.TimeField(blank=True, null=True, verbose_name='no mail until')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('quiet_from', None), ('quiet_to', None)), models.Q(('quiet_from__isnull', False), ('quiet_to__isnull', False)), _connector='OR'), name='quiet_hours_have_both_ends')],
            },
        ),
        migrations.CreateModel(
            name='Notice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(help_text='One of kinds.KINDS.', max_length=20)),
                ('key', models.CharField(help_text='What it is about, e.g. round:12.', max_length=80)),
                ('params', models.JSONField(default=dict, help_text='Names, numbers and times for its text.')),
                ('path', models.CharField(help_text='The page that it leads to.', max_length=200)),
                ('created_at', models.DateTimeField()),
                ('read_at', models.DateTimeField(blank=True, null=True)),
                ('mail_due_at', models.DateTimeField(blank=True, db_index=True, help_text='Empty: no mail, or no more.', null=True)),
                ('mail_until', models.DateTimeField(help_text='No mail is sent after this time.')),
                ('mail_taken_at', models.DateTimeField(blank=True, help_text='When a process claimed the mail; a claimed mail is sent once.', null=True)),
                ('mailed_at', models.DateTimeField(blank=True, null=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notices', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-created_at', '-pk'],
                'indexes': [models.Index(fields=['user', '-created_at'], name='notice_of_user'), models.Index(condition=models.Q(('read_at', None)), fields=['user'], name='notice_unread')],
                'constraints': [models.UniqueConstraint(fields=('user', 'kind', 'key'), name='notice_once'), models.CheckConstraint(condition=models.Q(('mailed_at', None), ('mail_taken_at__isnull', False), _connector='OR'), name='notice_mail_taken_before_sent')],
            },
        ),
    ]
