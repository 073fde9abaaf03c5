"""What if what is sent is broken, stale, doubled or out of turn? Never a 500, never half a step.

Everything is sent by somebody who may: an owner of the club, or who keeps the site.
"""

import re
from itertools import product
from urllib.parse import urlencode

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.db.models import CharField, Value
from django.db.models.functions import Concat, Left
from django.http import HttpResponse
from django.test import Client

from clubcomp.flow.archives.graph import columns, tables
from clubcomp.flow.documents.documents import export_document
from clubcomp.models import Competition, TrailEntry
from pairing.formats.document import read_document
from tests.attempts import attempts
from tests.how_many import IS_EXHAUSTIVE
from tests.views.site_map import ADDRESSES, COMING, OVER, PLAYING, STEPS, Step
from tests.views.two_clubs import OF_MEMBER, TwoClubs, digest, tried

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nothing_is_kept")]

FORM = "application/x-www-form-urlencoded"
NOW = {"competition": "intern", "evening": 2}
#: Whoever has one needs no account.
LINKS = ("welcome", "start-device")
#: Steps on an account leave no line in a club's trail.
ACCOUNTS = {"password", "welcome", "my-messages", "stop-messages"}
#: Of how clubs sign up each change is a row of its own.
ACCOUNTS |= {"operator-sign-up"}
MEGABYTE = 1 << 20
#: So many fields of a form are tried; the rest of a long one are of the same kinds.
MOST_FIELDS = 6

WRONG = {
    "nothing": "",
    "a NUL": "a\0b",
    "half a surrogate": "a\ud800b",
    "less than nothing": "-1",
    "more than the database holds": "99999999999999999999",
    "more digits than a number may have": "9" * 5000,
    "another competition's": "vreemda",
}


def browser(clubs: TwoClubs, name: str, **settings) -> Client:
    """The browser of somebody who may press on this address."""
    who = {"backup-file": "staff"}.get(name, "anonymous" if name in LINKS else None)
    return clubs.client(who or STEPS.get(name, Step()).who, **settings)


def send(client: Client, url: str, data, *, htmx: bool = False) -> HttpResponse:
    """Send a form as a browser does, but with whatever is in it."""
    body = urlencode(data, doseq=True, errors="surrogatepass")
    headers = {"HX-Request": "true", "HX-Current-URL": f"http://testserver{url}"} if htmx else {}
    return client.post(url, body, content_type=FORM, headers=headers)


def assert_answered(answer: HttpResponse, before: dict[str, str], client: Client) -> bool:
    """A sentence for who sent it, and all or nothing in the database; True when all of it."""
    assert answer.status_code < 500
    is_changed = digest() != before
    connection.check_constraints()
    if is_changed:
        assert answer.status_code < 400
        for competition in changed_since(before):
            read_document(export_document(competition))
    leads_to = answer.get("HX-Redirect") or answer.get("Location")
    if leads_to:
        page = client.get(leads_to, follow=True)
        assert page.status_code == 200
        assert "<h1" in page.content.decode()
    elif answer.status_code != 204 and answer["Content-Type"].startswith("text/html"):
        said = answer.content.decode()
        assert "<h1" in said or 'role="alert"' in said or "<li" in said
    return is_changed


def changed_since(before: dict[str, str]) -> list[Competition]:
    """The competitions with a new version; all of them where none has one."""
    versions = before["versions"].split()
    everything = list(Competition.objects.all())
    changed = [each for each in everything if f"{each.pk}:{each.version}" not in versions]
    return changed or everything


def assert_in_trail(name: str, lines: int) -> None:
    """What was changed stands in the trail."""
    assert name in ACCOUNTS or TrailEntry.objects.count() > lines


every_address = pytest.mark.parametrize("name", list(ADDRESSES))
every_step = pytest.mark.parametrize("name", list(STEPS))
PLAIN_AND_HTMX = {"plain": False, "htmx": True}


@every_address
def test_an_empty_or_foreign_form_is_answered(clubs, before, name):
    client, url = browser(clubs, name), clubs.step_url(name)
    lines = TrailEntry.objects.count()
    forms = {"empty": {}, "rubbish": {"x": "1", "csrf": "2", "act": "vlieg"}}
    with attempts(tried) as attempt:
        ways = product(forms, PLAIN_AND_HTMX)
        if name not in STEPS and not IS_EXHAUSTIVE:
            ways = [("empty", "plain"), ("rubbish", "htmx")]
        for form, way in ways:
            with attempt(form, way):
                answer = send(client, url, forms[form], htmx=PLAIN_AND_HTMX[way])
                if name in ("sign-out", "set_language", "favicon.ico", "sign-in", "document"):
                    assert answer.status_code < 400
                elif assert_answered(answer, before, client):
                    assert_in_trail(name, lines)


def forms_with_a_wrong_field(name, data):
    """What is wrong with which field, and a form with everything else as it should be.

    Everything that can be wrong is tried in every form; in one of its fields out of four, in turn
    and in another one from form to form, unless all of it is tried in all of them.
    """
    fields, kinds = list(data)[:MOST_FIELDS], [*WRONG, "missing", "twice"]
    apart = 1 if IS_EXHAUSTIVE else min(4, len(fields))
    for (number, field), (kind, wrong) in product(enumerate(fields), enumerate(kinds)):
        if (number + kind + list(STEPS).index(name)) % apart:
            continue
        if wrong == "missing":
            form = {key: value for key, value in data.items() if key != field}
        else:
            form = data | {field: [data[field], "2"] if wrong == "twice" else WRONG[wrong]}
        yield f"{field}: {wrong}", form


@every_step
def test_a_field_with_anything_in_it_or_missing_or_doubled_is_answered(clubs, before, name):
    client, url, data = browser(clubs, name), clubs.step_url(name), clubs.data(name)
    lines = TrailEntry.objects.count()
    with attempts(tried) as attempt:
        for what, form in forms_with_a_wrong_field(name, data):
            with attempt(what):
                if assert_answered(send(client, url, form), before, client):
                    assert_in_trail(name, lines)


@every_step
def test_a_name_of_three_megabytes_is_answered(clubs, before, name):
    client, url, data = browser(clubs, name), clubs.step_url(name), clubs.data(name)
    with attempts(tried) as attempt:
        for field in list(data)[:MOST_FIELDS]:
            with attempt(field):
                answer = send(client, url, data | {field: "x" * 3 * MEGABYTE})
                assert_answered(answer, before, client)
                largest = max((len(line.reason) for line in TrailEntry.objects.all()), default=0)
                assert largest <= 500


#: The answer shows what was made, and of two the browser shows the second: that one holds.
SHOWN_ONCE = {"recovery-codes"}


@pytest.mark.parametrize("name", [name for name in STEPS if name not in SHOWN_ONCE])
def test_a_double_click_is_one_click(clubs, name):
    client, url, data = browser(clubs, name), clubs.step_url(name), clubs.data(name)
    data |= {"form_key": "as every form of a page has one"}
    with attempts(tried) as attempt:
        for way, htmx in PLAIN_AND_HTMX.items():
            with attempt(way):
                send(client, url, data, htmx=htmx)
                cache.clear()
                once = digest()
                answer = send(client, url, data, htmx=htmx)
                assert answer.status_code < 500
                assert digest() == once


EVENING_STEPS = [
    name for name, address in ADDRESSES.items() if name in STEPS and "evening" in address.arguments
]
every_step_of_an_evening = pytest.mark.parametrize("name", EVENING_STEPS)
MOMENTS = {"proposed": NOW, "playing": PLAYING, "coming": COMING, "over": OVER}


@every_step_of_an_evening
def test_a_step_out_of_turn_is_explained_on_a_page(clubs, before, name):
    client, data = browser(clubs, name), clubs.data(name)
    lines = TrailEntry.objects.count()
    with attempts(tried) as attempt:
        for moment, way in product(MOMENTS, PLAIN_AND_HTMX):
            with attempt(moment, way):
                url = clubs.url(name, **MOMENTS[moment])
                answer = send(client, url, data, htmx=PLAIN_AND_HTMX[way])
                if assert_answered(answer, before, client):
                    assert_in_trail(name, lines)


@pytest.mark.parametrize("first", ["discard-proposal", "publish", "close", "remove-competition"])
def test_what_another_person_did_meanwhile_is_explained(clubs, first):
    forms = {name: (clubs.url(name), clubs.data(name)) for name in EVENING_STEPS}
    send(clubs.client("owner"), clubs.url(first), clubs.data(first))
    cache.clear()
    between, lines = digest(), TrailEntry.objects.count()
    with attempts(tried) as attempt:
        for name, way in product(EVENING_STEPS, PLAIN_AND_HTMX):
            with attempt(name, way):
                client = browser(clubs, name)
                answer = send(client, *forms[name], htmx=PLAIN_AND_HTMX[way])
                if first == "remove-competition":
                    assert answer.status_code == 404
                if assert_answered(answer, between, client):
                    assert_in_trail(name, lines)


def test_without_its_token_a_form_is_too_old(clubs, before):
    with attempts(tried) as attempt:
        # Forms of members have none (test_links.py), and a mail program ends messages by itself.
        with_token = [name for name in STEPS if STEPS[name].who != "holder"]
        with_token.remove("stop-messages")
        for name, way in product(with_token, PLAIN_AND_HTMX):
            with attempt(name, way):
                client = browser(clubs, name, enforce_csrf_checks=True)
                client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
                client.cookies["csrftoken"] = "a" * 32
                form = clubs.step_url(name), clubs.data(name)
                answer = send(client, *form, htmx=PLAIN_AND_HTMX[way])
                assert answer.status_code == 403
                assert "<h1>This form is too old</h1>" in answer.content.decode()
                assert digest() == before


QUERIES = [
    "page=x&after=zz&player=vreemda&competition=elders&one=vreemda&result=9-9&system=nonsense",
    "page=-1&after=1.1.1&player=&one=adema&other=adema&version=x&shape=y&seen=z&shown=a:b&kind=x",
    "page=99999999999999999999&after=99999999999999999999.1&competition=%ED%A0%80&find=%F0",
    "after=9.9&format=csv&result=1-0&seen=x&everybody&take&remove&q=%25&search=%25&find=%25",
    "columns=all&swap_colours=on&result=1-0&next=//elsewhere.example/&language=xx",
    f"player={'x' * 5000}&competition={'x' * 5000}&q={'x' * 5000}&find={'x' * 5000}",
    *("=", "&&&%", "a[]=1&%00=1"),
    *(f"{name}=%00" for name in ("player", "competition", "find", "search", "one", "after")),
]


#: Instead of an argument of an address.
SEGMENTS = ["a%00b", "9" * 30, "0", "-1", "%ED%A0%80", "x" * 4000]


def in_turn(texts, name):
    """Every second one, and the others for the next address; all of them if exhaustive."""
    return texts if IS_EXHAUSTIVE else texts[list(ADDRESSES).index(name) % 2 :: 2]


@every_address
def test_an_address_with_anything_behind_it_is_a_page(clubs, before, name):
    client, url = browser(clubs, name), clubs.url(name)
    with attempts() as attempt:
        for number, query in enumerate(in_turn(QUERIES, name)):
            with attempt(query[:80]):
                headers = {"HX-Request": "true"} if number % 2 else {}
                answer = client.get(f"{url}?{query}", headers=headers)
                assert answer.status_code < 500
                assert answer.status_code != 400 or "%00" in query
    assert digest() == before


@pytest.mark.parametrize("name", [name for name in ADDRESSES if ADDRESSES[name].arguments])
def test_an_address_with_anything_in_it_is_not_found(clubs, before, name):
    client = browser(clubs, name)
    place = clubs.url(name).split("/")
    method = "POST" if name in STEPS else "GET"
    with attempts() as attempt:
        for argument in ADDRESSES[name].arguments:
            usual = clubs.url(name, **{argument: 987654 if argument in numbers_of(name) else "zzz"})
            spot = next(at for at, part in enumerate(usual.split("/")) if part != place[at])
            for wrong in in_turn(SEGMENTS, name):
                with attempt(argument, wrong[:30]):
                    parts = [*place[:spot], wrong, *place[spot + 1 :]]
                    answer = client.generic(method, "/".join(parts))
                    assert answer.status_code in (301, 302, 303, 400, 404, 405, 410)
    assert digest() == before


def numbers_of(name: str) -> set[str]:
    """The arguments of an address that are numbers."""
    numbers = {"evening", "number", "board", "deputy", "season", "report"}
    if name in OF_MEMBER:
        numbers.add("player")
    return numbers | ({"person"} if name == "person" else set())


BODIES = {
    "a broken form with files": ("multipart/form-data; boundary=x", b"--x\r\nno header\r\n--x--"),
    "a form with files without boundary": ("multipart/form-data", b"--x--"),
    "JSON": ("application/json", b'{"present": 1}'),
    "no text": (FORM, b"\xff\xfe\x00=\xff&&&==%%%=%"),
    "an unknown alphabet": (f"{FORM}; charset=klingon", b"a=1"),
    "too many fields": (FORM, b"a=1&" * 2500),
    "too much": (FORM, b"a=" + b"x" * 22 * MEGABYTE),
}


@pytest.mark.parametrize("name", ["mark-attendance", "import", "add-member", "publish", "password"])
def test_a_body_that_is_no_form_is_answered(clubs, before, name):
    client, url = browser(clubs, name), clubs.step_url(name)
    with attempts(tried) as attempt:
        for kind, (content_type, body) in BODIES.items():
            with attempt(kind):
                answer = client.generic("POST", url, body, content_type)
                if assert_answered(answer, before, client):
                    assert name == "mark-attendance"


FILES = {
    "an empty file": b"",
    "no text": b"\xff\xfe\x00",
    "no document": b"[]",
    "a deep one": b"[" * 100_000,
    "half a surrogate": b'{"name": "\\ud800"}',
    "a NUL": b'{"name": "\\u0000"}',
    "an endless number": b'{"name": ' + b"9" * 10_000 + b"}",
}


def test_a_file_that_is_no_document_imports_nothing(clubs, before):
    client = clubs.client("owner")
    with attempts(tried) as attempt:
        for kind, act in product(FILES, ["", "import"]):
            with attempt(kind, act):
                file = SimpleUploadedFile("intern.json", FILES[kind])
                answer = client.post(clubs.url("import"), {"file": file, "act": act, "name": "T"})
                assert not assert_answered(answer, before, client)


def test_a_document_with_a_name_that_is_none_imports_nothing(clubs, before):
    client, data = clubs.client("owner"), clubs.data("import")
    with attempts(tried) as attempt:
        for wrong, act in product(["\\ud800", "\x00", "x" * 3 * MEGABYTE], ["", "import"]):
            with attempt(wrong[:10], act):
                text = data["text"].replace('"Adema"', f'"{wrong}"')
                assert text != data["text"]
                answer = send(client, clubs.url("import"), data | {"text": text, "act": act})
                assert not assert_answered(answer, before, client)


def test_an_unusual_verb_changes_nothing(clubs, before):
    with attempts(tried) as attempt:
        for name in ADDRESSES:
            with attempt(name):
                for method in ("put", "delete", "head"):
                    answer = getattr(browser(clubs, name), method)(clubs.step_url(name))
                    assert answer.status_code < 500, method
                assert digest() == before


#: As short as a title, and with each sign that markup gives a meaning.
MARKUP = "<q>\"'&"
TYPED = {"name", "sort_key", "title", "grade", "other_club", "reason", "note", "fixed", "by_name"}


def test_nothing_that_was_typed_becomes_markup(clubs):
    """Every name, note and reason of the club begins as an element would; none is one."""
    for model in tables():
        for column in columns(model):
            if column.name in TYPED and isinstance(column, CharField):
                text = Left(Concat(Value(MARKUP), column.name), column.max_length)
                model._base_manager.exclude(**{column.name: ""}).update(**{column.name: text})
    with attempts(tried) as attempt:
        for name, who in product(ADDRESSES, ["anonymous", "owner"]):
            with attempt(who, name):
                answer = clubs.client(who).get(clubs.url(name))
                kind = answer.get("Content-Type", "")
                if answer.content and re.match("text/html|image/svg|.*[/+]xml", kind):
                    assert "charset=utf-8" in kind or "svg" in kind
                    assert MARKUP[:3] not in answer.content.decode()
