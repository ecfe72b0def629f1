"""Dugout's settings: one file for every way to run it. Environment variables make the difference.

| variable           | meaning                                                              | default                  |
|--------------------|----------------------------------------------------------------------|--------------------------|
| DUGOUT_VAR         | folder of all data                                                   | var/                     |
| DATABASE_URL       | PostgreSQL                                                           | SQLite under var/        |
| REDIS_URL          | Celery's broker and Django's cache                                   | files under var/         |
| SECRET_KEY         | signs sessions and links; needed with DATABASE_URL                   | made in var/secret_key   |
| DUGOUT_BACKUP_KEY  | seals backups, so that nobody can change one                         | made in var/backup_key   |
| DUGOUT_HOSTS       | host names to answer, comma-separated; needed with DATABASE_URL      | this machine's own       |
| DUGOUT_ADDRESS     | the site's address, for links in mails                               | from the first host      |
| DUGOUT_HTTPS       | 1 behind a proxy that uses HTTPS: secure cookies, HSTS               | 0                        |
| DUGOUT_PROXIES     | how many proxies are in front, so that rate limits see the sender    | 0                        |
| EMAIL_URL          | mail server, smtp+tls://user:password@host:587                       | files in var/mail        |
| DUGOUT_MAIL_FROM   | sender of mail                                                       | dugout@localhost         |
| DUGOUT_NOTICE_DAYS | after how many days notices that were read are deleted               | 180                      |
| DUGOUT_DRAW_AHEAD  | 0: no pages are drawn ahead of their readers                         | 1                        |
| DUGOUT_ADMIN       | 1: site staff may read all tables at /admin/                         | 0                        |
| DUGOUT_DEMO        | 0: the first start of `manage.py up` loads no demo league            | 1                        |
| DEBUG              | 1 for developers only                                                | 0                        |

`dugout.environment` refuses values that cannot work. `dugout.checks` refuses settings that are not safe. Web server,
worker and commands all check both.
"""

from pathlib import Path

from dugout import environment
from web.drawing import static_headers

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_PARTS = ("backups", "broker", "broker/messages", "broker/control", "mail", "media", "static")
VAR_DIR = environment.data_directory("DUGOUT_VAR", default=BASE_DIR / "var", parts=VAR_PARTS)

DEBUG = environment.flag("DEBUG", default=False)
HTTPS = environment.flag("DUGOUT_HTTPS", default=False)
ADMIN = environment.flag("DUGOUT_ADMIN", default=False)
DEMO = environment.flag("DUGOUT_DEMO", default=True)
POSTGRESQL = environment.database("DATABASE_URL")
REDIS_URL = environment.redis("REDIS_URL")

# An install without DATABASE_URL is embedded: it needs no configuration and answers only this machine.
EMBEDDED = POSTGRESQL is None
OWN_HOSTS = ["localhost", "127.0.0.1", "[::1]"] if EMBEDDED or DEBUG else []

HOSTS = environment.names("DUGOUT_HOSTS")
ALLOWED_HOSTS = [*OWN_HOSTS, *HOSTS]
ADDRESS = environment.address("DUGOUT_ADDRESS", hosts=HOSTS, https=HTTPS, port=EMBEDDED)
SECRET_KEY = environment.secret("SECRET_KEY", file=VAR_DIR / "secret_key" if EMBEDDED else None)
BACKUP_KEY = environment.key("DUGOUT_BACKUP_KEY")

INSTALLED_APPS = [
    "dugout.apps.DugoutConfig",
    "api",
    "search",
    "news",
    "stats",
    "competitions",
    "matches",
    "teams",
    "leagues",
    "guide",
    "notices",
    "web",
    "printing",
    "jobs",
    "accounts",
    "allauth",
    "allauth.account",
    "crispy_forms",
    "crispy_bootstrap5",
    "csp",
    "django_htmx",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.sessions",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.forms",
]

MIDDLEWARE = [
    "whitenoise.middleware.WhiteNoiseMiddleware",  # above those that give pages their headers
    "web.middleware.OwnOriginMiddleware",
    "django.middleware.security.SecurityMiddleware",
    # Pages are compressed. Their length tells nothing about secrets (BREACH): the only ones in pages are tokens against
    # forged requests, which Django masks again in each page, and it adds a random length to what it compresses.
    "django.middleware.gzip.GZipMiddleware",
    "csp.middleware.CSPMiddleware",
    "dugout.request_limits.RequestLimitsMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "web.middleware.ZoneMiddleware",
    "web.middleware.RefusalMiddleware",
    "web.middleware.PolicyMiddleware",
    "web.fair_use.FairUseMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "web.drawing.style_sheets.StyleSheetsMiddleware",
    "web.crests.middleware.DrawnOnceMiddleware",
    "web.middleware.FormAddressMiddleware",
    "web.snapshot_reads.SnapshotMiddleware",
]

ROOT_URLCONF = "dugout.urls"
WSGI_APPLICATION = "dugout.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "builtins": ["web.templatetags.links"],
            "context_processors": [
                "django.template.context_processors.debug",
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "accounts.themes.theme",
                "web.tabs.league_tabs",
                "notices.bar.bar",
            ],
        },
    }
]

# --- Data -------------------------------------------------------------------------------------------------

# IMMEDIATE: otherwise a transaction that reads first and writes later fails at once if another one writes.
# FULL: a commit survives a power cut. Each connection keeps its last statements ready: the pages have more than the
# usual 128 together.
SQLITE = {
    "ENGINE": "django.db.backends.sqlite3",
    "NAME": VAR_DIR / "dugout.sqlite3",
    "OPTIONS": {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "cached_statements": 512,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; "
        "PRAGMA cache_size=-16000; PRAGMA mmap_size=134217728",
    },
}
if POSTGRESQL is None:
    DATABASES = {"default": SQLITE}
else:
    POSTGRESQL.setdefault("OPTIONS", {}).setdefault("options", "-c lock_timeout=20s")
    POSTGRESQL["OPTIONS"].setdefault("connect_timeout", 5)  # seconds; then the page says that there is an outage
    # No server_side_binding: with psycopg's prepared statements pages took 0.98 to 1.19 times as long.
    DATABASES = {"default": {**POSTGRESQL, "CONN_MAX_AGE": 60, "CONN_HEALTH_CHECKS": True}}

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# The embedded cache is a file of its own: reading a page never takes the main database's only write lock.
if REDIS_URL:
    CACHES = {
        "default": {
            "BACKEND": "dugout.redis_cache.LosableRedisCache",
            "LOCATION": REDIS_URL,
            "OPTIONS": {"socket_connect_timeout": 0.5, "socket_timeout": 0.5},
            "KEY_PREFIX": "dugout",  # the broker keeps its queues in the same place
        }
    }
else:
    CACHES = {
        "default": {
            "BACKEND": "dugout.cache.LosableSQLiteCache",
            "LOCATION": str(VAR_DIR / "cache.sqlite3"),
            "OPTIONS": {"MAX_ENTRIES": 5_000},  # the sessions and tables of one busy league are more than Django's 300
        }
    }

# What limits count must outlast Redis: it is in rows, or in an embedded installation in a file of its own.
CACHES["limits"] = (
    {
        "BACKEND": "dugout.cache.SQLiteCache",
        "LOCATION": str(VAR_DIR / "limits.sqlite3"),
        "OPTIONS": {"MAX_ENTRIES": 100_000},
    }
    if EMBEDDED
    else {"BACKEND": "accounts.limit_rows.RowCache"}
)

# Sessions are rows, read through the cache: a lost cache or Redis signs nobody out.
SESSION_ENGINE = "accounts.sessions"
MESSAGE_STORAGE = "django.contrib.messages.storage.fallback.FallbackStorage"

# The pages that are read without a snapshot (`web.snapshot_reads`), since they write when they are opened.
READS_WITHOUT_SNAPSHOT = frozenset(
    {
        "account_confirm_email",  # signs out a person who is signed in with another account
        "account_email",  # adds the missing row of an address
        "health",  # reports that the database is down, so nothing may query it before
    }
)

MEDIA_ROOT = VAR_DIR / "media"
FILE_UPLOAD_PERMISSIONS = 0o600

# --- Pages ------------------------------------------------------------------------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"] if (BASE_DIR / "static").is_dir() else []
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "web.drawing.static_files.StaticFiles"
    },
}
WHITENOISE_USE_FINDERS = DEBUG
WHITENOISE_ALLOW_ALL_ORIGINS = False
WHITENOISE_ADD_HEADERS_FUNCTION = static_headers.keep_to_this_site

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English")]
LOCALE_PATHS = [BASE_DIR / "locale"]
# Without translations there is only English, and looking for others would take a tenth of every page's time.
USE_I18N = LOCALE_PATHS[0].is_dir()
USE_TZ = True
TIME_ZONE = "UTC"

FORM_RENDERER = "web.drawing.form_renderer.Renderer"  # draws a <select> in Python; templates/django/forms for the rest
CRISPY_ALLOWED_TEMPLATE_PACKS = "bootstrap5"
CRISPY_TEMPLATE_PACK = "bootstrap5"

# --- Safety -----------------------------------------------------------------------------------------------

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'none'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "font-src": ["'self'"],
        "connect-src": ["'self'"],
        "base-uri": ["'none'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
# The proxy redirects to HTTPS. Subdomains and browsers' preload lists are the owner's choice.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W008", "security.W021"]
DATA_UPLOAD_MAX_MEMORY_SIZE = 2_621_440  # bytes, files included (`dugout.request_limits`)
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2_000
DATA_UPLOAD_MAX_NUMBER_FILES = 10
# Seconds of processor time that one person may use at once in each process, and how much comes back in a second.
WORK_AT_ONCE = 60.0
WORK_RATE = 0.2

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
# The first one stores; passwords that the other one stored are stored again at the next sign-in.
PASSWORD_HASHERS = ["accounts.passwords.Argon2id", "django.contrib.auth.hashers.PBKDF2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "accounts.passwords.NotCommonValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"

ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "accounts.forms.SignInForm",
    "signup": "accounts.forms.SignUpForm",
    "add_email": "accounts.forms.AddAddressForm",
    "change_password": "accounts.forms.NewPasswordForm",
    "reset_password": "accounts.forms.ForgottenPasswordForm",
    "reset_password_from_key": "accounts.forms.NewPasswordByLinkForm",
}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_UNIQUE_EMAIL = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = "[Dugout] "
ACCOUNT_LOGOUT_REDIRECT_URL = "home"
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS else "http"
ACCOUNT_USERNAME_MIN_LENGTH = 2
# By the sender's address (ip), the account in the form (key) or the signed-in account (user); see docs/deploy.md.
ACCOUNT_RATE_LIMITS = {
    # Instead of these two of allauth, the next five (`accounts.sign_in_limits`); there the key says by what they count.
    "login": None,
    "login_failed": None,
    "sign_in": "30/m/key",
    "wrong_from_source": "10/m/key",
    "wrong_for_account_from_source": "5/300s/key",
    "wrong_for_account": "100/h/key",
    "wrong_on_known_device": "5/300s/key,50/d/key",
    "signup": "20/m/ip",
    "reset_password": "20/m/ip,5/m/key",
    "reset_password_from_key": "20/m/ip",
    "confirm_email": "1/180s/key",
    "manage_email": "10/m/user",
    "change_password": "5/m/user",
    "reauthenticate": "10/m/user",
    # A message to the commissioners of a league that one is not in (`leagues.members.enquiry_views`).
    "write_to_league": "5/h/user,10/d/user",
    # A comment on a story, or a report of one (`news.comment_views`).
    "comment": "5/m/user,60/h/user",
}
ALLAUTH_TRUSTED_PROXY_COUNT = environment.number("DUGOUT_PROXIES", default=0, most=10)

# --- Mail -------------------------------------------------------------------------------------------------

EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
EMAIL_FILE_PATH = str(VAR_DIR / "mail")
EMAIL_TIMEOUT = 20
DEFAULT_FROM_EMAIL = SERVER_EMAIL = environment.text("DUGOUT_MAIL_FROM", default="dugout@localhost")
globals().update(environment.mail("EMAIL_URL"))
DRAW_AHEAD = environment.flag("DUGOUT_DRAW_AHEAD", default=True)
NOTICE_DAYS = environment.number("DUGOUT_NOTICE_DAYS", default=180, least=7, most=36_500)

# --- Jobs -------------------------------------------------------------------------------------------------

# The rows of jobs are the record; the broker only carries a message that there is one.
CELERY_BROKER_URL = REDIS_URL or "filesystem://localhost//"
CELERY_BROKER_TRANSPORT_OPTIONS = (
    {"visibility_timeout": 3600}
    if REDIS_URL
    else {
        "data_folder_in": str(VAR_DIR / "broker" / "messages"),
        "data_folder_out": str(VAR_DIR / "broker" / "messages"),
        "control_folder": str(VAR_DIR / "broker" / "control"),
        "store_processed": False,
        "polling_interval": 0.05,
    }
)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SERIALIZER = CELERY_RESULT_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_ACKS_LATE = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
# Seconds until the message of a process that died is given up. Until then it keeps another one from being read.
CELERY_WORKER_LOST_WAIT = 1.0
# Seconds that one try of a job may take. At the first limit it is stopped, at the second its process is killed. Limits
# need processes (Celery's pool "prefork"), since a thread cannot be killed.
CELERY_TASK_SOFT_TIME_LIMIT = 120
CELERY_TASK_TIME_LIMIT = 150
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = "UTC"

# --- Log --------------------------------------------------------------------------------------------------

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"outages": {"()": "dugout.outages.OneLine"}},
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "handlers": {"terminal": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["outages"]}},
    "root": {"handlers": ["terminal"], "level": "INFO"},
    "loggers": {
        "django": {"handlers": ["terminal"], "level": "INFO", "propagate": False},
        # Without this each refused request would be a line. Errors of the site are logged as django.request ERROR.
        "django.request": {"handlers": ["terminal"], "level": "ERROR", "propagate": False},
        # Strangers try other host names all day. They get a 400, and the log stays readable.
        "django.security.DisallowedHost": {"handlers": [], "propagate": False},
    },
}
