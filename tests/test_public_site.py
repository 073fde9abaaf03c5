"""What does a public site set, and what only when it is asked for?"""

import json
import subprocess
import sys

import pytest
from django.core.exceptions import ImproperlyConfigured

from clubcomp.running.site_address import site_address, site_path
from tests.postgres.conftest import CHECKOUT

NAMES = """SITE_URL IS_PUBLIC ALLOWED_HOSTS
    SESSION_COOKIE_NAME SESSION_COOKIE_SECURE CSRF_COOKIE_NAME CSRF_COOKIE_SECURE
    LANGUAGE_COOKIE_NAME LANGUAGE_COOKIE_SECURE SECURE_HSTS_SECONDS SECURE_HSTS_PRELOAD
    SECURE_HSTS_INCLUDE_SUBDOMAINS SECURE_SSL_REDIRECT DEBUG HAS_ADMIN
    SESSION_COOKIE_HTTPONLY SESSION_COOKIE_SAMESITE CSRF_COOKIE_HTTPONLY CSRF_COOKIE_SAMESITE
    LANGUAGE_COOKIE_SAMESITE IS_DEMO IS_PUBLIC_DEMO SENDS_EMAIL PUSH_SERVICES RATING_LISTS
    MIDDLEWARE""".split()
TELL = f"""
import json
import django
from django.conf import settings
django.setup()
from clubcomp.doors.sign_in import COOKIE
print(json.dumps({{name: getattr(settings, name) for name in {NAMES}}}
    | {{"device": COOKIE.name, "database": settings.DATABASES["default"]["NAME"]}}))
"""


def settings_with(**environment):
    known = {"DJANGO_SETTINGS_MODULE": "clubcomp.settings", "SECRET_KEY": "x" * 60}
    done = subprocess.run(
        [sys.executable, "-c", TELL],
        cwd=CHECKOUT,
        env=known | {"DATABASE_URL": "postgres://nobody@localhost/none"} | environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def public():
    return settings_with(SITE_URL="https://club.example")


def test_the_address_means_the_same_however_it_is_typed(public):
    typed = settings_with(SITE_URL=" HTTPS://Club.Example/ ", ALLOWED_HOSTS="A.example, b.example,")
    assert typed["SITE_URL"] == public["SITE_URL"] == "https://club.example"
    assert typed["IS_PUBLIC"]
    assert typed["ALLOWED_HOSTS"] == ["club.example", "a.example", "b.example"]
    assert settings_with(SITE_URL="")["SITE_URL"] == settings_with()["SITE_URL"]


@pytest.mark.parametrize(
    "address",
    ["https://club.example/?a=b", "club.example", "ftp://club.example", "https://", "https://[x"],
)
def test_an_address_that_the_site_cannot_have_is_refused_in_words(address):
    with pytest.raises(ImproperlyConfigured, match="SITE_URL is"):
        site_address(address)


def test_a_path_of_the_address_is_one_that_cannot_be_read_in_two_ways():
    for typed, path in (("", ""), ("/", ""), ("/chess", "/chess"), ("/a/b-c_2/", "/a/b-c_2")):
        assert site_path(f"https://club.example{typed}") == path
    for typed in ("/é", "/a//b", "/a b", "/a%2f", "/../a", "/."):
        with pytest.raises(ImproperlyConfigured, match="its path has to be"):
            site_path(f"https://club.example{typed}")


def test_an_address_with_a_port_or_of_the_sixth_version_is_one():
    for address in ("http://192.168.1.20:8471", "http://[fd00::1]:8000", "http://localhost"):
        assert site_address(f"{address}/") == address


def test_cookies_of_a_public_site_are_this_hosts_alone_and_go_over_https_only(public):
    cookies = [public[name] for name in NAMES if name.endswith("COOKIE_NAME")]
    assert all(name.startswith("__Host-") for name in [*cookies, public["device"]])
    assert all(public[name] for name in NAMES if name.endswith("COOKIE_SECURE"))


def test_a_site_on_the_clubs_own_network_has_cookies_without_https():
    local = settings_with()
    assert not any("__Host-" in str(value) for value in local.values())
    assert not local["SECURE_HSTS_SECONDS"]


def test_no_cookie_of_ours_is_for_scripts_or_other_sites(public):
    for kind in ("SESSION", "CSRF"):
        assert public[f"{kind}_COOKIE_HTTPONLY"] is True
        assert public[f"{kind}_COOKIE_SAMESITE"] == "Lax"
    assert public["LANGUAGE_COOKIE_SAMESITE"] == "Lax"


def test_a_public_site_shows_no_errors_and_no_demo(public):
    assert not public["DEBUG"]
    assert not public["HAS_ADMIN"]
    with pytest.raises(subprocess.CalledProcessError) as refusal:
        settings_with(SITE_URL="https://club.example", CLUBCOMP_DEMO="1")
    assert "a public site" in refusal.value.stderr


def test_the_public_demo_is_a_mode_of_its_own_from_which_nothing_goes_out(public):
    outward = {"ADMIN": "1", "EMAIL_HOST": "mail.example", "RATING_LISTS": "https://a.example/l"}
    shown = settings_with(SITE_URL="https://club.example", CLUBCOMP_DEMO="public", **outward)
    assert shown["IS_DEMO"]
    assert shown["IS_PUBLIC_DEMO"]
    assert shown["database"] == "none_public_demo"
    for name in ("HAS_ADMIN", "SENDS_EMAIL", "PUSH_SERVICES", "RATING_LISTS"):
        assert not shown[name], name
    # The door is its only part, and no page is kept in front of it.
    door, keeper = "clubcomp.demo.public.PublicDemo", "clubcomp.record.kept_pages.KeptPages"
    assert [*(one for one in public["MIDDLEWARE"] if one != keeper), door] == shown["MIDDLEWARE"]
    assert door not in settings_with(CLUBCOMP_DEMO="1")["MIDDLEWARE"]


def test_https_is_kept_for_a_year_and_for_other_sites_only_when_asked(public):
    assert public["SECURE_HSTS_SECONDS"] == 31_536_000
    assert not public["SECURE_HSTS_PRELOAD"]
    assert not public["SECURE_HSTS_INCLUDE_SUBDOMAINS"]
    asked = settings_with(SITE_URL="https://club.example", HSTS_PRELOAD="1")
    assert asked["SECURE_HSTS_PRELOAD"]
    assert asked["SECURE_HSTS_INCLUDE_SUBDOMAINS"]
