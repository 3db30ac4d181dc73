"""The settings of a Ninetimer installation.

They are read from the environment: DATABASE_URL and the variables beginning with NINETIMER_. The
manual's settings page consists of the comments marked `#:`.
"""

from datetime import timedelta
from pathlib import Path

from tournament import environment
from tournament.languages import languages

SOURCE_DIR = Path(__file__).resolve().parent.parent
# In a checkout, templates and demo are beside the two apps; the wheel includes them in this one.
IS_INSTALLED = (SOURCE_DIR / "tournament" / "templates").is_dir()
TEMPLATES_DIR = (
    SOURCE_DIR / "tournament" / "templates" if IS_INSTALLED else SOURCE_DIR / "templates"
)
DEMO_DIR = SOURCE_DIR / "tournament" / "demo" if IS_INSTALLED else SOURCE_DIR / "fixtures" / "demo"
MANUAL_DIR = (
    SOURCE_DIR / "tournament" / "manual" if IS_INSTALLED else SOURCE_DIR / "build" / "manual"
)
COMMAND = environment.command_prefix(is_installed=IS_INSTALLED)

# --- settings for the director -------------------------------------------------------------

#: The folder of the database, the secret key, snapshots and the error log; copy it to copy everything. If not
#: set: `~/.local/share/ninetimer` on Linux, the usual place on macOS and Windows; `make demo` uses `.demo` in the
#: clone.
NINETIMER_DATA_DIR, SECRET_KEY = environment.data_folder_and_key("NINETIMER_DATA_DIR")

#: `1` shows detailed error pages in the browser. Never use it in a hall. If not set: off.
DEBUG = environment.switch("NINETIMER_DEBUG")
#: `1` if a web server in front of Ninetimer uses HTTPS: cookies are then sent over HTTPS only. If not set: off.
BEHIND_HTTPS = environment.switch("NINETIMER_HTTPS")

#: The names and addresses, separated by commas, under which other devices may always reach Ninetimer. *Allow
#: phone access* needs none. If not set: this computer only.
NINETIMER_ALLOWED_HOSTS = environment.comma_separated("NINETIMER_ALLOWED_HOSTS")
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", *NINETIMER_ALLOWED_HOSTS]
#: The addresses of this computer, separated by commas, that *Allow phone access* offers. If not set: those of the
#: networks it is in.
NINETIMER_NETWORKS = environment.comma_separated("NINETIMER_NETWORKS")
#: The addresses or networks, separated by commas, of web servers in front of Ninetimer on other computers, such as
#: `172.16.0.0/12`. With `NINETIMER_HTTPS` they are trusted to report the address of the client. If not set: this
#: computer only.
NINETIMER_PROXIES = environment.networks("NINETIMER_PROXIES")

#: A folder in a second place, such as a USB stick, for a running copy: each change is there within ten seconds, and
#: `restore` opens it elsewhere. On PostgreSQL the copy opens in a new, empty PostgreSQL database. If not set: none.
NINETIMER_COPY_TO = environment.text("NINETIMER_COPY_TO")
#: A command that copies a published site to its web host. It runs after each publishing, without a shell, such as
#: `rsync -a --delete {folder}/ me@example.org:site/`; `{folder}` is the folder, `{event}` the short name of the
#: event. Accounts and keys remain in that program. If not set: none.
NINETIMER_AFTER_PUBLISHING = environment.text("NINETIMER_AFTER_PUBLISHING")
#: The number of snapshots kept beside those made by hand and the first of each day; `0` takes none before actions.
#: If not set: `40`.
NINETIMER_SNAPSHOTS = environment.number("NINETIMER_SNAPSHOTS", default=40)

#: The mail server for messages to people who register, such as `smtp+tls://user:password@mail.example.org:587`;
#: `smtp+ssl://` for port 465, `smtp://` for a server without encryption. If not set: none, and the messages wait to be
#: sent by hand.
NINETIMER_MAIL = environment.mail_settings("NINETIMER_MAIL")
#: The address that these messages come from. If not set: the user of the mail server.
DEFAULT_FROM_EMAIL = environment.sender_address("NINETIMER_MAIL_FROM", NINETIMER_MAIL)
globals().update(NINETIMER_MAIL)  # EMAIL_HOST, EMAIL_PORT, EMAIL_USE_TLS and so on

USE_TZ = True
#: The time zone of events, such as `Europe/Berlin`. If not set: that of the computer.
TIME_ZONE = environment.time_zone("NINETIMER_TIME_ZONE")
#: The default language of pages, and the format of dates and numbers, such as `de` or `en-us`. Commands use the
#: language of the terminal (`LANG`) if Ninetimer has it. If not set: `en-gb`.
LANGUAGE_CODE = environment.text("NINETIMER_LANGUAGE", default="en-gb")
USE_I18N = True
#: The default paper size, `a4` or `letter`. If not set: the usual one in the country of the time zone.
NINETIMER_PAPER = environment.paper_size("NINETIMER_PAPER", language=LANGUAGE_CODE, zone=TIME_ZONE)
# English in the installation's variant, and every language with a folder in `locale/`.
LANGUAGES = languages(LANGUAGE_CODE if LANGUAGE_CODE.startswith("en") else "en-gb")
LANGUAGE_COOKIE_NAME = "ninetimer_language"
# The sentences of the templates; those of an app are in its own folder.
LOCALE_PATHS = [SOURCE_DIR / "tournament" / "locale"]

# Not ATOMIC_REQUESTS: every page view would take SQLite's write lock. Actions open transactions.
#: The database. For PostgreSQL `postgres://user:password@host/name`, with Ninetimer installed as
#: `ninetimer[postgres]`. If not set: a file in the data folder.
DATABASES = {"default": environment.database("DATABASE_URL", NINETIMER_DATA_DIR)}
if DATABASES["default"]["ENGINE"] == "django.db.backends.postgresql":  # several processes may serve
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
            "LOCATION": NINETIMER_DATA_DIR / "cache",
        }
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

#: The active rooms, separated by commas: `hall` (phones, pages for players, kiosks, screens, clock,
#: public pages), `broadcast` (streams, API, published site; needs `hall`) and `federation` (registration,
#: championships, rating runs, several organisations, people's data). Empty: none. If this is not set, a file
#: `rooms` in the data folder has the same effect. If neither exists: all three.
NINETIMER_ROOMS = environment.rooms("NINETIMER_ROOMS", NINETIMER_DATA_DIR)
ROOMS_OFF = [room for room in environment.ROOMS if room not in NINETIMER_ROOMS]

# --- the program ---------------------------------------------------------------------------

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "tournament.static_files.StaticFiles",
    "django_htmx",
    "csp",
    "axes",
    "scoring",
    "tournament",
    *(f"tournament.{room}" for room in NINETIMER_ROOMS),
]

MIDDLEWARE = [
    "tournament.web.middleware.join_rooms",
    "tournament.web.page_cache.serve_cached_pages",  # before everything that depends on the user
    "tournament.web.middleware.tenant_middleware",  # around all views; it reads the user only if a page needs it
    "tournament.web.language.activate_language",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "tournament.web.middleware.refuse_null_characters",
    "tournament.web.error_pages.explain_method_not_allowed",
    "axes.middleware.AxesMiddleware",  # to see failed log-ins
    "tournament.web.middleware.RetryCollisions",  # last, so that only the view is repeated
]

ROOT_URLCONF = "tournament.urls"
WSGI_APPLICATION = "tournament.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [TEMPLATES_DIR],
        "APP_DIRS": True,
        "OPTIONS": {
            "builtins": ["scoring.templatetags.breadcrumbs", "scoring.templatetags.tables"],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "scoring.access.permissions_context",
                "tournament.web.help_pages.help_topic_of_screen",
            ],
        },
    }
]

# --- authentication ------------------------------------------------------------------------

LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"

AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]

# A hall shares one address, and everyone knows the director's name, so neither alone may lock out.
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_FAILURE_LIMIT = 8
AXES_COOLOFF_TIME = timedelta(minutes=10)
AXES_RESET_ON_SUCCESS = True
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_LOCKOUT_TEMPLATE = "registration/locked.html"
AXES_ENABLE_ADMIN = False
AXES_VERBOSE = False

# --- security headers ----------------------------------------------------------------------

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'none'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'", "data:"],  # data: for the arrows and marks in the vendored CSS
        "font-src": ["'self'"],
        "connect-src": ["'self'"],
        "manifest-src": ["'self'"],
        "form-action": ["'self'"],
        "base-uri": ["'none'"],
        "frame-ancestors": ["'none'"],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
MESSAGE_STORAGE = "tournament.web.unread_messages.NewestMessages"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_NAME = "ninetimer_session"
CSRF_COOKIE_NAME = "ninetimer_csrf"
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "tournament.web.error_pages.stale_page"

if BEHIND_HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_HSTS_SECONDS = 30 * 24 * 3600
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
    CSRF_TRUSTED_ORIGINS = [f"https://{host}" for host in ALLOWED_HOSTS]

# A pasted roster of 500 players is 50 kB; a workbook of a season is below 5 MB.
UPLOAD_LIMIT = 10 * 1024 * 1024
DATA_UPLOAD_MAX_MEMORY_SIZE = 8 * 1024 * 1024  # a list of 50,000 ratings
DATA_UPLOAD_MAX_NUMBER_FIELDS = 4000
DATA_UPLOAD_MAX_NUMBER_FILES = 2000  # a folder of recorded games

# Modules preloaded in processes that read uploads.
LOADED_FOR_READING = ["tournament.exchange.readers"]

# --- static files --------------------------------------------------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = NINETIMER_DATA_DIR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "tournament.static_files.HashedStaticFiles"
    },
}

# --- fonts ---------------------------------------------------------------------------------

# The usual font folders; the code that prints chooses fonts from them.
FONT_FOLDERS = environment.font_folders()

# --- error log -----------------------------------------------------------------------------

FAULT_LOG = NINETIMER_DATA_DIR / "ninetimer.log"
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"dated": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {
        "file": {
            "class": "tournament.fault_log.FaultLog",
            "filename": str(FAULT_LOG),
            "maxBytes": 2_000_000,
            "backupCount": 3,
            "encoding": "utf-8",
            "delay": True,
            "level": "ERROR",
            "formatter": "dated",
        },
        "terminal": {"class": "logging.StreamHandler", "level": "WARNING", "formatter": "dated"},
    },
    "root": {"handlers": ["file", "terminal"], "level": "WARNING"},
    # Django's own handlers would print everything twice.
    # A mistyped address in a hall of phones does not matter to the director.
    "loggers": {
        "django": {"handlers": [], "level": "WARNING", "propagate": True},
        "django.request": {"level": "ERROR"},
        "django.security.DisallowedHost": {"level": "CRITICAL"},
        # Neither do malformed or abandoned requests from phones.
        "uvicorn": {"level": "ERROR"},
    },
}
