import django.contrib.auth.models
import django.contrib.auth.validators
import django.db.models.deletion
import django.db.models.functions.comparison
import django.db.models.functions.text
import django.utils.timezone
import spades_site.accounts.models
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.CreateModel(
            name='RetiredName',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('look', models.CharField(max_length=64, unique=True)),
                ('until', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='User',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('username', models.CharField(error_messages={'unique': 'A user with that username already exists.'}, help_text='Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only.', max_length=150, unique=True, validators=[django.contrib.auth.validators.UnicodeUsernameValidator()], verbose_name='username')),
                ('first_name', models.CharField(blank=True, max_length=150, verbose_name='first name')),
                ('last_name', models.CharField(blank=True, max_length=150, verbose_name='last name')),
                ('email', models.EmailField(blank=True, max_length=254, verbose_name='email address')),
                ('is_staff', models.BooleanField(default=False, help_text='Designates whether the user can log into this admin site.', verbose_name='staff status')),
                ('is_active', models.BooleanField(default=True, help_text='Designates whether this user should be treated as active. Unselect this instead of deleting accounts.', verbose_name='active')),
                ('date_joined', models.DateTimeField(default=django.utils.timezone.now, verbose_name='date joined')),
                ('name_key', models.CharField(editable=False, help_text='What the name looks like: its skeleton.', max_length=600, unique=True)),
                ('time_zone', models.CharField(default='UTC', max_length=64, validators=[spades_site.accounts.models.validate_time_zone], verbose_name='time zone')),
                ('language', models.CharField(blank=True, default='', help_text='A code of settings.LANGUAGES, or empty: as the browser asks.', max_length=16, verbose_name='language')),
                ('country', models.CharField(blank=True, default='', help_text='ISO 3166-1 code; empty: not given.', max_length=2, validators=[spades_site.accounts.models.validate_country], verbose_name='country')),
                ('profile_for', models.CharField(choices=[('everybody', 'everybody'), ('members', 'members who are signed in'), ('friends', 'your friends'), ('nobody', 'only you')], default='everybody', help_text='Who sees their seasons, teams and partners on their profile.', max_length=10)),
                ('is_guest', models.BooleanField(default=False, verbose_name='guest')),
                ('last_seen', models.DateTimeField(blank=True, help_text='When they last opened a page, to the minute; shown to friends.', null=True)),
                ('calendar_version', models.PositiveIntegerField(default=1, help_text="Part of every key to the person's calendars; a new one ends the old.")),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ],
            options={
                'verbose_name': 'user',
                'verbose_name_plural': 'users',
                'abstract': False,
                'constraints': [models.UniqueConstraint(django.db.models.functions.text.Lower('username'), name='username_once', violation_error_message='That user name is taken. Choose another.')],
            },
            managers=[
                ('objects', django.contrib.auth.models.UserManager()),
            ],
        ),
        migrations.CreateModel(
            name='FormerName',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=150)),
                ('name_key', models.CharField(max_length=600, unique=True)),
                ('until', models.DateTimeField()),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='former_names', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Friendship',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('accepted_at', models.DateTimeField(blank=True, null=True)),
                ('asked', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='friendships_offered', to=settings.AUTH_USER_MODEL)),
                ('asker', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='friendships_asked', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(django.db.models.functions.comparison.Least('asker', 'asked'), django.db.models.functions.comparison.Greatest('asker', 'asked'), name='friendship_once_a_pair'), models.CheckConstraint(condition=models.Q(('asker', models.F('asked')), _negated=True), name='friend_is_another'), models.CheckConstraint(condition=models.Q(('accepted_at', None), ('accepted_at__gte', models.F('at')), _connector='OR'), name='friendship_asked_before_accepted')],
            },
        ),
    ]
