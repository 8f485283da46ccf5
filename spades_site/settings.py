"""Settings of the platform, all from the environment (deploy/.env.example lists the variables).

Without any variable: one process, SQLite, an in-process channel layer and Celery in memory. `DATABASE_URL` moves
the data to Postgres, `REDIS_URL` moves the channel layer, the cache and Celery's queue to Redis; the code is the
same.
"""

import os
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.utils.csp import CSP

from spades_site import addresses, databases, env, production
from spades_site.common.limit_table import TABLE as _limits

# Everything that our processes write is private to their user: database, journal, secret key. SQLite's and
# Django's defaults are more permissive.
os.umask(0o077)
FILE_UPLOAD_PERMISSIONS, FILE_UPLOAD_DIRECTORY_PERMISSIONS = 0o600, 0o700

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(env.text("SPADES_DATA_DIR", str(BASE_DIR / "var")))

# ---------------------------------------------------------------------------------------------------- the site
# Lowercase, as browsers send it.
SITE_URL = env.address("SITE_URL", addresses.SITE, "http://localhost:8000").rstrip("/").lower()
SITE_NAME = env.text("SITE_NAME", "Spades")
_site = urlsplit(SITE_URL)
HTTPS = _site.scheme == "https"

# A site with a public address: it refuses to start until everything it needs is set (production.py). One whose address is
# malformed is taken for public, so that all that it lacks is named at once.
PRODUCTION = env.flag("SPADES_PRODUCTION", default=_site.scheme != "http")
DEBUG = env.flag("SPADES_DEBUG")
# Hides passwords within addresses too, such as that of the database.
DEFAULT_EXCEPTION_REPORTER_FILTER = "spades_site.common.monitoring.safe_reports.DiscreetReports"
# Hides them in variables and messages too.
DEFAULT_EXCEPTION_REPORTER = "spades_site.common.monitoring.safe_reports.DiscreetReporter"
SECRET_KEY = env.secret_key(DATA_DIR)
# Earlier keys: what they signed or encrypted (the secrets of second factors) remains readable.
SECRET_KEY_FALLBACKS = env.names("SECRET_KEY_FALLBACKS")
ALLOWED_HOSTS = [_site.hostname or "localhost", *env.hosts("ALLOWED_HOSTS")]
if not HTTPS:
    ALLOWED_HOSTS += ["localhost", "127.0.0.1", "[::1]"]
# The full origins from which a page may open a socket: scheme, host and port must all match.
_origins = env.all_addresses("SOCKET_ORIGINS", addresses.SITE)
SOCKET_ORIGINS = [SITE_URL, *(origin.rstrip("/").lower() for origin in _origins)]
if not HTTPS:
    _port = f":{_site.port}" if _site.port else ""
    SOCKET_ORIGINS += [f"http://localhost{_port}", f"http://127.0.0.1{_port}"]
CSRF_TRUSTED_ORIGINS = [SITE_URL]
# The number of our own proxies that add their caller's address to X-Forwarded-For; 0: the header is ignored.
TRUSTED_PROXY_COUNT = env.number("TRUSTED_PROXY_COUNT", 0, most=10)

ROOT_URLCONF = "spades_site.urls"
ASGI_APPLICATION = "spades_site.asgi.application"

INSTALLED_APPS = [
    "daphne",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "channels",
    "django_htmx",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "spades_site.common",
    "spades_site.accounts",
    "spades_site.notices",
    "games.tables",
    "games.ratings",
    "games.learn",
    "games.practice",
    "games.analysis",
    "games.problems",
    "games.fair_play",
    "games.statistics",
    "games.live",
    "tournaments.leagues",
    "tournaments.events",
    "tournaments.seasons",
    "tournaments.ladders",
    "tournaments.own_time",
    "tournaments.fair_play",
    "tournaments.scheduling",
    "tournaments.organizer",
    "tournaments.public",
    "tournaments.webhooks",
    "spades_site.staff",
]

MIDDLEWARE = [
    "spades_site.common.server.middleware.PermissionsPolicyMiddleware",
    "django.middleware.security.SecurityMiddleware",
    # Its files are scripts, styles and pictures, compressed already. What follows is for pages.
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "spades_site.common.server.precedence.ActionsFirstMiddleware",
    "django.middleware.csp.ContentSecurityPolicyMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "spades_site.common.server.middleware.JsonForProgramsMiddleware",
    "spades_site.common.server.middleware.RefuseNulMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "spades_site.common.server.middleware.PlainNamesMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "spades_site.common.server.middleware.PrivatePagesMiddleware",
    "spades_site.accounts.sign_in.security_log.RefusalsMiddleware",
    "spades_site.accounts.tokens.middleware.BearerMiddleware",
    "spades_site.accounts.sign_in.devices.KnownDevicesMiddleware",
    "spades_site.accounts.sign_in.lifetime.SignInAgeMiddleware",
    "spades_site.accounts.languages.ViewerLanguageMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "spades_site.common.server.middleware.HtmxRedirectMiddleware",
    "spades_site.common.server.cache.UncountedMiddleware",
    "spades_site.accounts.sign_in.hashing.TooBusyMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "spades_site.accounts.sign_in.second_factor.SecondFactorMiddleware",
    "spades_site.accounts.zones.ViewerTimeZoneMiddleware",
    "spades_site.accounts.presence.LastSeenMiddleware",
    "spades_site.common.server.replicas.ReplicaMiddleware",
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "spades_site.common.server.context.site",
            ],
            "builtins": [
                f"spades_site.common.templatetags.{name}"
                for name in ("spades", "people", "times", "cards")
            ],
        },
    },
]

# ------------------------------------------------------------------------------------- data, channels, tasks
DATABASE_URL = env.address("DATABASE_URL", addresses.POSTGRES)
DATABASES = {"default": databases.primary(DATABASE_URL, DATA_DIR)}
# Copies of the database from which visitors read public pages (common/server/replicas.py); the primary where there is none.
_replica_urls = env.all_addresses("SPADES_DATABASE_REPLICA_URL", addresses.POSTGRES)
_replicas = {f"replica{n}": databases.replica(url) for n, url in enumerate(_replica_urls, 1)}
DATABASES |= _replicas
DATABASE_REPLICAS = list(_replicas)
DATABASE_ROUTERS = ["spades_site.common.server.replicas.Router"] if DATABASE_REPLICAS else []
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env.address("REDIS_URL", addresses.REDIS)
REDIS_SHARDS = env.all_addresses("REDIS_SHARDS", addresses.REDIS)
CACHES: dict[str, dict[str, Any]]
# The default cache counts failed sign-ins. Pictures have one of their own, or whoever asks for many of them would
# push those counts out.
if REDIS_URL:
    CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": REDIS_SHARDS or [REDIS_URL]},
        }
    }
    _in_redis = {
        "BACKEND": "spades_site.common.server.cache.LenientRedisCache",
        "LOCATION": REDIS_URL,
    }
    CACHES = {"default": _in_redis, "pictures": _in_redis}
    CELERY_BROKER_URL = REDIS_URL
else:
    CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "spades_site.common.server.layers.LoopHopChannelLayer",
            "CONFIG": {"capacity": 1000},
        }
    }
    _in_memory = "django.core.cache.backends.locmem.LocMemCache"
    CACHES = {
        "default": {"BACKEND": _in_memory, "OPTIONS": {"MAX_ENTRIES": 100_000}},
        "pictures": {"BACKEND": _in_memory, "LOCATION": "pictures"},
    }
    # kombu warns at every start about an address without a host.
    CELERY_BROKER_URL = "memory://localhost/"
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False

# A thread of the process that committed an event delivers it at once; beat's sweep is the guarantee. Tests call
# the delivery themselves.
OUTBOX_PROMPT = env.flag("OUTBOX_PROMPT", default=True)
# How long a bot seems to think, in seconds: long enough for people to see the card being played.
BOT_SECONDS = env.seconds("BOT_SECONDS", 0.9)
# How long the score of a hand is shown before the next hand is dealt, in seconds.
HAND_PAUSE_SECONDS = env.seconds("HAND_PAUSE_SECONDS", 6)
# Whether bots that search, and analyses, are sent to the bots' queue; without it all bots play without searching.
BOTS_QUEUE = env.flag("BOTS_QUEUE", default=True)
# Whether this process runs timers for its tables; without them, beat's sweep acts within a second.
TABLE_TIMERS = env.flag("TABLE_TIMERS", default=True)
# How many threads of a web process ask the database for its sockets; one where the data is in SQLite, which has one writer.
_database_threads = env.number("DATABASE_THREADS", 3, least=1, most=100)
DATABASE_THREADS = _database_threads if DATABASE_URL else 1
# How many table sockets one user, and one network address, may have open in one web process.
SOCKETS_PER_USER = env.number("SOCKETS_PER_USER", 16, least=1)
SOCKETS_PER_ADDRESS = env.number("SOCKETS_PER_ADDRESS", 1000, least=1)
# For how many seconds a web process goes on after SIGTERM: the proxy notices and sends newcomers elsewhere, and the
# sockets are sent there one after the other.
STOP_SECONDS = env.seconds("STOP_SECONDS", 0)
# A file that a worker, or beat, touches at least every few seconds: for the health checks of containers.
ALIVE_FILE = env.text("SPADES_ALIVE_FILE")
# How many days notices are kept; 0: for ever.
NOTICE_DAYS = env.number("NOTICE_DAYS", 180, most=36_500)
# How many days after the end of a game its chat is kept; 0: for ever.
CHAT_DAYS = env.number("CHAT_DAYS", 90, most=36_500)
# Whether facts are stored from which organizers get signals about fair play (docs/fair-play.md).
FAIR_PLAY = env.flag("FAIR_PLAY", default=True)
# Overrides of the daily limits in spades_site/common/limit_table.py; 0 is no limit.
LIMITS = env.numbers("LIMITS", _limits)
# Whether members may upload pictures of their own as avatars; off, those uploaded are not shown either.
AVATAR_UPLOADS = env.flag("AVATAR_UPLOADS")
# How many days a guest who never played is kept; 0: for ever.
GUEST_DAYS = env.number("GUEST_DAYS", 30, most=36_500)
# Whoever sends it as a bearer token may read /metrics; without one that address doesn't exist.
METRICS_TOKEN = env.text("METRICS_TOKEN")
# Where a worker and beat, which serve no pages, show theirs: inside a private network only.
METRICS_PORT = env.number("METRICS_PORT", 0, most=65_535)
# A folder in which all processes of one machine add up what they count (prometheus-client reads it too).
METRICS_DIR = env.text("PROMETHEUS_MULTIPROC_DIR")
# A file with a number of seconds that the platform's clock runs ahead. For testing a schedule; never in
# production.
CLOCK_SHIFT_FILE = env.text("SPADES_CLOCK_SHIFT_FILE")

# -------------------------------------------------------------------------------------------------- accounts
AUTH_USER_MODEL = "accounts.User"
# One backend only: with two, checking a wrong password would hash it twice and take twice as long as a right one.
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = [
    "spades_site.accounts.sign_in.hashing.BoundedArgon2",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
AUTH_PASSWORD_VALIDATORS += [{"NAME": "spades_site.accounts.sign_in.passwords.SiteWordsValidator"}]
# For how long the link in a mail sets a new password.
PASSWORD_RESET_TIMEOUT = 3600
LOGIN_REDIRECT_URL = "home"
LOGIN_URL = "account_login"
ACCOUNT_LOGOUT_REDIRECT_URL = "home"
ACCOUNT_ADAPTER = "spades_site.accounts.sign_in.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "signup": "spades_site.accounts.forms.SignUpForm",
    "login": "spades_site.accounts.forms.SignInForm",
}
# Accounts may share an address that nobody has confirmed; it is theirs who confirms it.
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
# The phones of a hall have one address, and their people sign in at once when the evening begins. How many accounts one address
# may create in a day is in limit_table, and how many passwords are checked at a time in sign_in/hashing.py.
ACCOUNT_RATE_LIMITS = {"signup": "100/m/ip", "login": "200/m/ip"}
ACCOUNT_USERNAME_MIN_LENGTH = 2
ACCOUNT_EMAIL_SUBJECT_PREFIX = f"[{SITE_NAME}] "
ACCOUNT_DEFAULT_HTTP_PROTOCOL = _site.scheme
# Changing security settings asks for the password or a second factor again, unless it was just given.
ACCOUNT_REAUTHENTICATION_REQUIRED = True
# Send a mail about each new password, address or second factor.
ACCOUNT_EMAIL_NOTIFICATIONS = True

MFA_ADAPTER = "spades_site.accounts.sign_in.second_factor.SecondFactorAdapter"
MFA_FORMS = {"add_webauthn": "spades_site.accounts.forms.AddKeyForm"}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = SITE_NAME
# The code before and the one after count too: people type slowly, and phones' clocks are a little off.
MFA_TOTP_TOLERANCE = 1
# Without mail, no address can be confirmed; with mail, people with a second factor couldn't add a new address.
MFA_ALLOW_UNVERIFIED_EMAIL = True
# Browsers treat localhost as secure.
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS
# Staff always need a second factor. With this setting, so do people who run leagues and tournaments.
ORGANIZERS_NEED_SECOND_FACTOR = env.flag("ORGANIZERS_NEED_SECOND_FACTOR")

# Without a mail server, mails go to the console, so nothing may depend on a mail's arrival.
_mail_host = env.host("EMAIL_HOST")
_mail_port = env.number("EMAIL_PORT", 587, least=1, most=65_535)
_mail_user, _mail_password = env.text("EMAIL_HOST_USER"), env.text("EMAIL_HOST_PASSWORD")
_mail_tls = env.flag("EMAIL_USE_TLS", default=True)
MAILERS: dict[str, dict[str, Any]]
if _mail_host:
    MAILERS = {
        "default": {
            "BACKEND": "django.core.mail.backends.smtp.EmailBackend",
            "OPTIONS": {
                "host": _mail_host,
                "port": _mail_port,
                "username": _mail_user,
                "password": _mail_password,
                "use_tls": _mail_tls,
                # A server that accepts the connection and doesn't answer must not block a page or a worker for
                # ever.
                "timeout": 20,
            },
        }
    }
    ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    ACCOUNT_LOGIN_METHODS = {"username", "email"}
else:
    MAILERS = {"default": {"BACKEND": "spades_site.common.server.mail.ReadableConsole"}}
    ACCOUNT_EMAIL_VERIFICATION = "optional"
    # Nobody has a confirmed address, and only those identify an account (AccountAdapter.authenticate).
    ACCOUNT_LOGIN_METHODS = {"username"}
DEFAULT_FROM_EMAIL = env.sender("DEFAULT_FROM_EMAIL", f"{SITE_NAME} <spades@{_site.hostname}>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL
# Whether notices (a round is drawn, a match has a result) are also mailed. Without a mail server they'd fill the
# console.
NOTICE_MAILS = env.flag("NOTICE_MAILS", default=bool(_mail_host))
PUSH_KEY = env.push_key(DATA_DIR)
# Where to report vulnerabilities, for /.well-known/security.txt: a mail address, or the address of a page.
SECURITY_CONTACT = env.contact("SECURITY_CONTACT")
# For a push service of one's own, and for tests.
PUSH_TO_PRIVATE = env.flag("PUSH_TO_PRIVATE")

# -------------------------------------------------------------------------------------- language, time, files
LANGUAGE_CODE = "en"
# Each under its own name, so that people who look for their language can read it.
LANGUAGES = [("en", "English"), ("de", "Deutsch")]
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = ["spades_site.formats"]
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SECURE = HTTPS
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_BACKEND = (
    "django.contrib.staticfiles.storage.StaticFilesStorage"
    if DEBUG
    else "spades_site.common.server.storage.HashedStaticFilesStorage"
)
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": STATICFILES_BACKEND},
}
WHITENOISE_USE_FINDERS = DEBUG
# No other site needs our files.
WHITENOISE_ALLOW_ALL_ORIGINS = False

# Everything not named falls back to default-src. Every file of a page carries the header, so it is kept short.
SECURE_CSP = {
    "default-src": [CSP.SELF],
    "script-src": [CSP.SELF],
    "object-src": [CSP.NONE],
    "base-uri": [CSP.NONE],
    "form-action": [CSP.SELF],
    "frame-ancestors": [CSP.NONE],
    "report-uri": ["/csp-reports"],
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
# Browsers take cookies of such names from this host alone, not from other programs on its subdomains.
COOKIE_PREFIX = "__Host-" if HTTPS else ""
DEVICES_COOKIE_NAME = f"{COOKIE_PREFIX}devices"
ROOM_COOKIE_NAME = f"{COOKIE_PREFIX}room"
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
CSRF_COOKIE_HTTPONLY = True
MESSAGE_STORAGE = "spades_site.common.server.messages.Messages"
_hsts_seconds = env.number("SECURE_HSTS_SECONDS", 31_536_000, most=315_360_000)
_hsts_subdomains = env.flag("SECURE_HSTS_INCLUDE_SUBDOMAINS")
_hsts_preload = env.flag("SECURE_HSTS_PRELOAD")
if HTTPS:
    SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = f"{COOKIE_PREFIX}sessionid", f"{COOKIE_PREFIX}csrftoken"
    LANGUAGE_COOKIE_NAME = f"{COOKIE_PREFIX}language"
    SECURE_HSTS_SECONDS = _hsts_seconds
    # Both affect every subdomain and are hard to undo: only on request.
    SECURE_HSTS_INCLUDE_SUBDOMAINS = _hsts_subdomains
    SECURE_HSTS_PRELOAD = _hsts_preload
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
# How many rows of a list in the API may be equal in what orders them, such as new players' ratings.
NINJA_PAGINATION_MAX_OFFSET = 1_000_000
# The operator decides these two, so leaving them off is not a problem.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

# Where reports of errors, and traces, go (common/monitoring/observing.py); without an address nowhere.
SENTRY_DSN = env.address("SENTRY_DSN", addresses.DSN)
TRACES_TO = env.address("OTEL_EXPORTER_OTLP_ENDPOINT", addresses.COLLECTOR)
_log_level = env.choice("LOG_LEVEL", ("", "debug", "info", "warning", "error", "critical")).upper()
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "spades_site.common.monitoring.safe_logging.DiscreetFormatter",
            "format": "{asctime} {levelname} {name}: {message}",
            "style": "{",
        },
        "json": {"()": "spades_site.common.monitoring.safe_logging.DiscreetJson"},
    },
    "handlers": {
        "console": {
            "class": "spades_site.common.monitoring.safe_logging.Console",
            "formatter": env.choice("LOG_FORMAT", ("line", "json")),
        }
    },
    "root": {"handlers": ["console"], "level": _log_level or "WARNING"},
    "loggers": {
        "spades": {"level": _log_level or "INFO"},
        "daphne.http_protocol": {"level": "WARNING"},
    },
}

env.refuse_to_start(production.faults_of(os.environ, production=PRODUCTION))
