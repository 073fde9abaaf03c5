"""The manual in the program: its tasks, its words, the search, and help with this step."""

import re

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import translation

from clubcomp.doors.slugs import SITE_WORDS
from clubcomp.models import Role
from clubcomp.words.manual import FOLDER, PAGE_NAMED, TASK_OF, tasks
from tests.make import make_club, make_membership, make_user
from tests.test_translations import catalogue
from tests.views.site_map import ADDRESSES

pytestmark = pytest.mark.django_db
LANGUAGES = [code for code, _name in settings.LANGUAGES]


@pytest.fixture
def owner():
    """A browser in which the owner of a club is signed in."""
    user = make_user("Olga")
    make_membership(make_club("Toren", "toren"), user, Role.OWNER)
    client = Client(headers={"accept-language": "en"})
    client.force_login(user, "django.contrib.auth.backends.ModelBackend")
    return client


def page(client, path, language="en"):
    answer = client.get(path, headers={"accept-language": language})
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def links(text):
    return re.findall(r'href="(/help/[^"#?]*)"', text)


def test_every_task_is_there_in_each_language_in_one_order_with_one_picture():
    files = {code: sorted(file.name for file in (FOLDER / code).glob("*")) for code in LANGUAGES}
    assert len(files["en"]) > 15
    assert all(set(names) <= set(files["en"]) for names in files.values())
    assert all(files[code] == files["en"] for code in ("nl", "tr", "de"))
    for name in tasks("en"):
        told = [tasks(code)[name] for code in LANGUAGES]
        assert len({task.reader for task in told}) == 1
        pictures = [re.findall(r"!\[.+\]\((.+)\)", task.text) for task in told]
        assert pictures == pictures[:1] * len(told), name
        assert pictures[0] == [f"../pictures/{name}.png"]
        assert len(max(told, key=lambda task: len(task.plain)).plain.split()) < 280, name


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_in_bold_stands_on_a_page_of_the_program(language):
    """A button, a link or a heading: a text of the catalogue in that language."""
    rows = catalogue("nl" if language == "en" else language)
    known = {row.msgid if language == "en" else row.msgstr for row in rows}
    unknown = {
        (task.name, word)
        for task in tasks(language).values()
        if task.language == language
        for word in re.findall(r"\*\*(.+?)\*\*", task.text)
        if word not in known
    }
    assert unknown == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_task_is_a_page_and_its_links_lead_somewhere(language):
    visitor = Client()
    for task in tasks(language).values():
        shown = page(visitor, reverse("help-task", args=[task.name]), language)
        assert f"<h1>{task.title}</h1>" in shown
        assert "**" not in shown
        files = re.sub(r"\b(running|hosting)\.md", "", shown)
        assert ".md" not in files
        named = {re.sub(r".*/", "", link[:-1]) for link in links(shown)}
        assert named <= {*tasks(language), "help"}
        for name, size in re.findall(r'<img src="[^"]+/manual/([^"]+)" alt="[^"]+"( wi)', shown):
            assert size
            assert (FOLDER / "pictures" / name).stat().st_size < 25_000
    assert visitor.get("/help/no-such-task/").status_code == 404


def test_a_task_without_a_translation_is_shown_in_english_and_says_so(tmp_path, monkeypatch):
    for code in ("en", "nl"):
        (tmp_path / code).mkdir()
        (tmp_path / code / "01-set-up.md").write_text(f"---\ntitle: One {code}\n---\nText.\n")
    (tmp_path / "en" / "02-members.md").write_text("---\ntitle: Members\n---\nText.\n")
    monkeypatch.setattr("clubcomp.words.manual.FOLDER", tmp_path)
    tasks.cache_clear()
    try:
        own, other = (page(Client(), f"/help/{name}/", "nl") for name in ("set-up", "members"))
    finally:
        tasks.cache_clear()
    assert "<h1>One nl</h1>" in own
    assert "alleen in het Engels" not in own
    assert "<h1>Members</h1>" in other
    assert "alleen in het Engels" in other
    assert '<article class="manual" lang="en">' in other


def test_a_word_is_looked_for_in_titles_and_texts(owner):
    found = page(owner, "/help/?q=sevilla")
    assert links(found.partition("<main")[2]).count("/help/files/") == 1
    assert "KeizerForClubs" in found
    assert "/help/swap/" not in found
    assert "Nothing was found" in page(owner, "/help/?q=xyzzy")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "website; print; change name; delete member; second game; ill; mistake"),
        ("nl", "website; afdrukken; printen; naam wijzigen; lid verwijderen; tweede partij; ziek"),
        ("tr", "web sitesi; yazdırmak; ad değiştirmek; üye silmek; ikinci oyun; hasta; hata"),
        ("de", "Website; ausdrucken; Name ändern; Mitglied löschen; zweite Partie; krank; Fehler"),
    ],
)
def test_the_words_that_people_look_for_lead_to_a_task(language, said):
    found = {words: page(Client(), f"/help/?q={words}", language) for words in said.split("; ")}
    nowhere = {words for words, shown in found.items() if set(links(shown)) == {"/help/"}}
    assert nowhere == set()


def test_who_keeps_the_machine_reads_of_it_and_others_do_not(owner):
    assert "/help/keeper/" in page(owner, "/help/")
    assert "/help/keeper/" not in page(Client(), "/help/")
    assert "/help/keeper/" not in page(Client(), "/help/?q=backup")
    told = page(owner, "/help/keeper/")
    for command in ("make club HOST=0.0.0.0", "make restore FILE=", "EMAIL_HOST="):
        assert command in told


def test_a_page_that_one_works_on_leads_to_its_task(owner):
    with translation.override("en"):
        shown = page(owner, "/toren/members/paste/")
    assert '<a href="/help/members/">Help with this step</a>' in shown
    assert '<a href="/help/">Help</a>' in page(owner, "/account/")
    assert set(TASK_OF) <= set(ADDRESSES)
    assert set(TASK_OF.values()) <= set(tasks("en"))


def test_a_word_in_bold_leads_to_its_page_where_the_reader_may_go(owner):
    leader = make_membership(make_club("Zet", "zet"), make_user("Lea"), Role.LEADER).user
    member = make_membership(make_club("Pion", "pion"), make_user("Max"), Role.MEMBER).user
    readers = {"leader": Client(), "member": Client()}
    readers["leader"].force_login(leader, "django.contrib.auth.backends.ModelBackend")
    readers["member"].force_login(member, "django.contrib.auth.backends.ModelBackend")
    link = '<b><a href="/toren/nameplate/">Crest, colour, contact</a></b>'
    assert link in page(owner, "/help/set-up/")
    assert '<a href="/toren/members/paste/">Lijst plakken' in page(owner, "/help/members/", "nl")
    told = page(readers["leader"], "/help/set-up/")
    assert '<b><a href="/zet/members/">Members</a></b>' in told
    assert "<b>Crest, colour, contact</b>" in told  # which an owner chooses
    told = page(readers["member"], "/help/successor/")
    assert '<b><a href="/pion/trail/">Log</a></b>' in told
    assert "<b>People who may sign in</b>" in told
    assert "<b>Paste a list</b>" in page(readers["member"], "/help/members/")
    assert "<b>Log</b>" in page(Client(), "/help/successor/")


def test_of_the_machines_pages_only_who_keeps_the_site_has_a_link(owner):
    assert '<a href="/site-check/">' in page(owner, "/help/keeper/")
    make_club("Another", "another")
    assert '<a href="/site-check/">' not in page(owner, "/help/keeper/")
    assert '<a href="/backups/">' in page(owner, "/help/keeper/")


def test_every_page_that_a_word_leads_to_is_named_in_some_task():
    bold = {
        word for task in tasks("en").values() for word in re.findall(r"\*\*(.+?)\*\*", task.text)
    }
    assert set(PAGE_NAMED) <= bold
    assert set(PAGE_NAMED.values()) <= set(ADDRESSES)


@pytest.mark.parametrize("path", ["/help/", "/account/", "/backups/"])
def test_a_page_of_the_site_leads_back_to_the_club(owner, path):
    assert "Back to Toren" in page(owner, path)


def test_every_page_leads_to_it_and_no_club_has_its_address(owner):
    for path in ("/", "/sign-in/", "/toren/"):
        assert 'href="/help/"' in owner.get(path, follow=True).content.decode(), path
    assert "help" in SITE_WORDS
