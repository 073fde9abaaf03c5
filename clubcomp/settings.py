"""One settings file. Everything that differs between machines comes from the environment.

Without any variable set it serves http://localhost with a PostgreSQL of its own. A public
site sets SITE_URL (https://...), SECRET_KEY and DATABASE_URL; https switches on the secure
cookies, HSTS and the redirect. CLUBCOMP_DEMO=1 shows the demo club, in a database of its own.
"""

import os
import tempfile
from pathlib import Path
from urllib.parse import urlsplit

import dj_database_url
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from clubcomp.running.local_key import local_key
from clubcomp.running.postgres.data_folder import own_home
from clubcomp.running.site_address import names_in, site_address, site_path
from pairing.installed import FILES, IS_INSTALLED, USUAL_PORT

# The site ------------------------------------------------------------------------------
SITE_URL_WRITTEN = os.environ.get("SITE_URL", "")
_SITE = SITE_URL_WRITTEN or "http://localhost:8000"
SITE_URL, SITE_PATH = site_address(_SITE), site_path(_SITE)
IS_PUBLIC = SITE_URL.startswith("https://")
DEBUG = os.environ.get("DEBUG") == "1"
ALLOWED_HOSTS = [urlsplit(SITE_URL).hostname or ""]
if not IS_PUBLIC:
    ALLOWED_HOSTS += ["localhost", "127.0.0.1", "[::1]"]
# Further names of this machine on the club's own network, separated by commas.
ALLOWED_HOSTS += names_in(os.environ.get("ALLOWED_HOSTS", ""))

PORT = USUAL_PORT  # until it is served at another one

# The public demo: everybody leads an evening in a copy of their own (clubcomp/demo/public.py).
IS_PUBLIC_DEMO = os.environ.get("CLUBCOMP_DEMO") == "public"
IS_DEMO = IS_PUBLIC_DEMO or os.environ.get("CLUBCOMP_DEMO") == "1"
if IS_DEMO and IS_PUBLIC and not IS_PUBLIC_DEMO:
    raise ImproperlyConfigured(
        "The demo is for looking around on your own machine; a public site (SITE_URL starts with"
        " https://) does not serve it. Leave CLUBCOMP_DEMO unset, or serve the public demo: "
        "CLUBCOMP_DEMO=public."
    )
HOME = own_home()
SECRET_KEY = os.environ.get("SECRET_KEY", "")
# Where a site without SECRET_KEY keeps a key of its own, which its backups include.
KEY_FILE = None if IS_PUBLIC or SECRET_KEY else HOME / "secret-key"
if KEY_FILE:
    SECRET_KEY = local_key(KEY_FILE)
if not SECRET_KEY:
    raise ImproperlyConfigured("A public site (SITE_URL starts with https://) needs SECRET_KEY.")

# The program ---------------------------------------------------------------------------
INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.admin",
    "django_htmx",
    "csp",
    "pairing",
    "clubcomp",
]
MIDDLEWARE = [
    "clubcomp.record.kept_pages.KeptPages",
    "clubcomp.middleware.TurnMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "csp.middleware.CSPMiddleware",
    "clubcomp.middleware.SizeMiddleware",
    "clubcomp.middleware.FoundMiddleware",
    "clubcomp.middleware.PressMiddleware",
    "clubcomp.doors.sessions.Sessions",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "clubcomp.doors.sessions.Accounts",
    "clubcomp.doors.sessions.InUse",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "clubcomp.middleware.StepMiddleware",
]
ROOT_URLCONF = "clubcomp.urls"
# The site is at the top of its host or under its own path, whatever a request says (the header
# SCRIPT_NAME).
FORCE_SCRIPT_NAME = SITE_PATH
WSGI_APPLICATION = "clubcomp.wsgi.application"
ASGI_APPLICATION = "clubcomp.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [FILES / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    [
                        "clubcomp.inside_django.template_loader.Loader",
                        "django.template.loaders.app_directories.Loader",
                    ],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
            # Tags that nearly every template uses need no `load`.
            "builtins": [
                "django.templatetags.i18n",
                "django.templatetags.static",
                "clubcomp.templatetags.club",
                "clubcomp.templatetags.everywhere",
                "clubcomp.templatetags.tables",
            ],
        },
    }
]

# The database --------------------------------------------------------------------------
# Always PostgreSQL: DATABASE_URL's, else one that the program starts itself. Neither engine uses a
# connection that the server has ended.
_ENGINE = "clubcomp.inside_django.postgresql"
_POOL = {"min_size": 1, "max_size": 8, "timeout": 10}
# If this is set, DATABASE_URL is a pooler that lends a connection for one transaction: the site has
# no pool of its own, and code that needs a session uses this address.
DIRECT_DATABASE_URL = os.environ.get("DIRECT_DATABASE_URL", "")
if DIRECT_DATABASE_URL and not os.environ.get("DATABASE_URL"):
    raise ImproperlyConfigured("DIRECT_DATABASE_URL needs DATABASE_URL, the pooler's address.")
if os.environ.get("DATABASE_URL"):
    DATABASES = {"default": dj_database_url.config(engine=_ENGINE)}
else:
    DATABASES = {"default": {"ENGINE": "clubcomp.running.postgres", "NAME": "clubcomp"}}
if IS_DEMO:  # the demo and a real club never share a database
    DATABASES["default"]["NAME"] += "_public_demo" if IS_PUBLIC_DEMO else "_demo"
DATABASES["default"].setdefault("OPTIONS", {})
# A replica that follows it, for pages that everybody may see (clubcomp/record/replica.py).
if _REPLICA := ("" if IS_PUBLIC_DEMO else os.environ.get("REPLICA_URL")):
    DATABASES["replica"] = dj_database_url.parse(_REPLICA, engine=_ENGINE)
    DATABASES["replica"].setdefault("OPTIONS", {})["connect_timeout"] = 2
for _database in DATABASES.values():
    if DIRECT_DATABASE_URL:
        _database["DISABLE_SERVER_SIDE_CURSORS"] = True
    else:
        _database["OPTIONS"]["pool"] = dict(_POOL)
if _REPLICA and not DIRECT_DATABASE_URL:
    DATABASES["replica"]["OPTIONS"]["pool"]["timeout"] = 2
DATABASE_ROUTERS = ["clubcomp.record.replica.Router"]
# Where backups are kept (clubcomp/running/backups), and copied to: the same disk is no backup.
BACKUP_DIR = Path(os.environ.get("CLUBCOMP_BACKUP_DIR") or HOME / "backups").absolute()
_SECOND = os.environ.get("CLUBCOMP_SECOND_BACKUP_DIR")
SECOND_BACKUP_DIR = Path(_SECOND).absolute() if _SECOND and not IS_DEMO else None
# If it is set backups are encrypted, and nobody can restore them without it.
BACKUP_PASSPHRASE = os.environ.get("CLUBCOMP_BACKUP_PASSPHRASE", "")
if IS_DEMO:
    BACKUP_DIR /= "demo"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
CACHES = {
    "default": {
        "BACKEND": "clubcomp.inside_django.kept.ObjectCache",
        "OPTIONS": {"MAX_ENTRIES": 500},
    },
    # The latest pages, apart from the data they are made of: many pages must not push those out.
    "pages": {
        "BACKEND": "clubcomp.inside_django.kept.ObjectCache",
        "LOCATION": "pages",
        "OPTIONS": {"MAX_ENTRIES": 2000},
    },
}

# People --------------------------------------------------------------------------------
AUTH_USER_MODEL = "clubcomp.User"
AUTHENTICATION_BACKENDS = [
    "clubcomp.doors.sign_in.PacedBackend",
    "django.contrib.auth.backends.ModelBackend",  # for links and sessions made with it
]
PASSWORD_RESET_TIMEOUT = 60 * 60 * 24 * 3
PASSWORD_HASHERS = [
    "clubcomp.doors.passwords.Argon2OnOneCore",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"clubcomp.doors.passwords.{name}"}
    for name in ("LongEnough", "NotLikeThePerson", "NotCommon", "NotOfTheClub")
]
LOGIN_URL = "sign-in"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"
SESSION_ENGINE = "clubcomp.doors.sessions"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 60  # a leader's tablet stays signed in over the summer break
# Django's own pages on accounts and clubs, for those who run the site.
HAS_ADMIN = os.environ.get("ADMIN") == "1"

# Messages ------------------------------------------------------------------------------
# Without a server for e-mail the site offers none. Another way to send (django-anymail) is a
# backend, with ANYMAIL_... as its settings.
SENDS_EMAIL = bool(os.environ.get("EMAIL_HOST") or os.environ.get("EMAIL_BACKEND"))
_WAY = "smtp" if SENDS_EMAIL else "console"
EMAIL_BACKEND = os.environ.get("EMAIL_BACKEND") or f"django.core.mail.backends.{_WAY}.EmailBackend"
EMAIL_HOST = os.environ.get("EMAIL_HOST", "")
EMAIL_PORT = int(os.environ.get("EMAIL_PORT") or 587)
EMAIL_HOST_USER = os.environ.get("EMAIL_HOST_USER", "")
EMAIL_HOST_PASSWORD = os.environ.get("EMAIL_HOST_PASSWORD", "")
EMAIL_USE_SSL = EMAIL_PORT == 465
EMAIL_USE_TLS = EMAIL_PORT == 587
EMAIL_TIMEOUT = 20
ANYMAIL = {key[8:]: value for key, value in os.environ.items() if key.startswith("ANYMAIL_")}
DEFAULT_FROM_EMAIL = os.environ.get("DEFAULT_FROM_EMAIL") or f"noreply@{ALLOWED_HOSTS[0]}"
# Notifications go to addresses that a browser names, but only on these hosts.
PUSH_SERVICES = [
    *("fcm.googleapis.com", ".push.services.mozilla.com", ".push.apple.com", ".notify.windows.com"),
    *names_in(os.environ.get("PUSH_SERVICES", "")),
]

# Rating lists that `fetch_ratings` takes over: addresses with https; none by default.
RATING_LISTS = names_in(os.environ.get("RATING_LISTS", ""))

# Languages -----------------------------------------------------------------------------
LANGUAGE_CODE = "nl"
LANGUAGES = [("nl", "Nederlands"), ("en", "English"), ("tr", "Türkçe"), ("de", "Deutsch")]
LOCALE_PATHS = [FILES / "locale"]
TIME_ZONE = "Europe/Amsterdam"
USE_TZ = True
USE_I18N = True

# Files ---------------------------------------------------------------------------------
STATIC_URL = f"{SITE_PATH}/static/"
STATICFILES_DIRS = [FILES / "static", ("manual", FILES / "docs/manual/pictures")]
# Collected and compressed. Nothing is written beside an installed program.
STATIC_ROOT = Path(
    os.environ.get("CLUBCOMP_STATIC_DIR") or (HOME if IS_INSTALLED else FILES) / "staticfiles"
)
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
WHITENOISE_MANIFEST_STRICT = False
WHITENOISE_USE_FINDERS = DEBUG
DATA_UPLOAD_MAX_MEMORY_SIZE = 21 * 1024 * 1024  # a competition document is at most 20 MB
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2000

# Safety --------------------------------------------------------------------------------
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "base-uri": [NONE],
        "object-src": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_SSL_REDIRECT = IS_PUBLIC
# A program on the same machine asks without https.
_BELOW = f"{SITE_PATH}/"[1:]
SECURE_REDIRECT_EXEMPT = [rf"^{_BELOW}health/$", rf"^{_BELOW}metrics$"]
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365 if IS_PUBLIC else 0
# A year of https for every other site under this name, and a place in the browsers' own list:
# only for those who run all of them.
SECURE_HSTS_PRELOAD = IS_PUBLIC and os.environ.get("HSTS_PRELOAD") == "1"
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
# How many of our own proxies a request comes through; each adds the address before it.
PROXIES = int(os.environ.get("BEHIND_PROXY") or 0)
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if PROXIES else None
# Whether nginx may keep what is open to everybody for a second (clubcomp/record/kept_pages.py).
FRONT_CACHE = os.environ.get("FRONT_CACHE") == "1"
# A cookie of the whole site that a browser takes from this host alone, over https. Those of one
# club (`links`, `readers`, `views.visitor`) have its path, which such a name does not allow.
# A site under a path shares its host, so its cookies have that path.
HOST_COOKIE = ("__Secure-" if SITE_PATH else "__Host-") if IS_PUBLIC else ""
SESSION_COOKIE_PATH = CSRF_COOKIE_PATH = LANGUAGE_COOKIE_PATH = f"{SITE_PATH}/"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = IS_PUBLIC
# Cookies know no ports: the demo beside one's own club must not sign anybody out there.
SESSION_COOKIE_NAME = HOST_COOKIE + ("demo-sessionid" if IS_DEMO else "sessionid")
CSRF_COOKIE_NAME = f"{HOST_COOKIE}csrftoken"
LANGUAGE_COOKIE_NAME = f"{HOST_COOKIE}language"
CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "clubcomp.views.refused_forms.refused_form"
LANGUAGE_COOKIE_SAMESITE = "Lax"
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"

# Monitoring --------------------------------------------------------------------------------
METRICS_TOKEN = os.environ.get("METRICS_TOKEN", "")
if METRICS_TOKEN:  # before the first count: the processes of a site add up in this folder
    os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", tempfile.mkdtemp(prefix="clubcomp-metrics-"))
    MIDDLEWARE.insert(0, "clubcomp.running.measures.MeasuringMiddleware")
LOGS_JSON = os.environ.get("CLUBCOMP_LOG") == "json"
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"reference": {"()": "clubcomp.running.logs.ReferenceFilter"}},
    "formatters": {
        "text": {"format": "%(message)s"},
        "json": {"()": "clubcomp.running.logs.JsonFormatter"},
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "filters": ["reference"],
            "formatter": "json" if LOGS_JSON else "text",
        }
    },
    "root": {"handlers": ["console"], "level": "WARNING"},
}

# The public demo --------------------------------------------------------------------------
if IS_PUBLIC_DEMO:
    # It sends nothing. clubcomp/demo/public.py switches addresses off.
    HAS_ADMIN = SENDS_EMAIL = False
    EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
    PUSH_SERVICES, RATING_LISTS = [], []
    # A copy's pages are for one reader.
    MIDDLEWARE.remove("clubcomp.record.kept_pages.KeptPages")
    MIDDLEWARE.append("clubcomp.demo.public.PublicDemo")
