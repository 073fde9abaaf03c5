"""Is every visible text there in Dutch, Turkish and German, and are the compiled files current?"""

import os
import re
import subprocess
import sys
from pathlib import Path

import polib
import pytest
from django.conf import settings

ROOT = Path(__file__).resolve().parent.parent
LANGUAGES = sorted({code for code, _name in settings.LANGUAGES} - {"en"})
PLACEHOLDER = re.compile(r"%\((\w+)\)[sd]|\{(\w+)\}")


def catalogue(language: str) -> polib.POFile:
    return polib.pofile(str(ROOT / f"locale/{language}/LC_MESSAGES/django.po"))


def placeholders(text: str) -> set[str]:
    return {one or other for one, other in PLACEHOLDER.findall(text)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_left_untranslated(language):
    entries = catalogue(language)
    empty, fuzzy = entries.untranslated_entries(), entries.fuzzy_entries()
    left = "\n".join(entry.msgid for entry in [*empty, *fuzzy])
    assert not left, f"{len(empty)} empty and {len(fuzzy)} fuzzy texts:\n{left}"
    assert not entries.obsolete_entries()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_translation_keeps_the_placeholders(language):
    for entry in catalogue(language).translated_entries():
        plurals = list(entry.msgstr_plural.values())
        known = placeholders(entry.msgid) | placeholders(entry.msgid_plural)
        for text in plurals or [entry.msgstr]:
            assert placeholders(text) <= known, entry.msgid
        if not plurals:
            assert placeholders(entry.msgstr) == known, entry.msgid


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_compiled_texts_are_those_of_the_source(language):
    source = catalogue(language)
    compiled = polib.mofile(str(ROOT / f"locale/{language}/LC_MESSAGES/django.mo"))

    def texts(entries):
        return {
            (entry.msgctxt, entry.msgid): entry.msgstr_plural or entry.msgstr for entry in entries
        }

    wanted, made = texts(source.translated_entries()), texts(compiled)
    stale = [key for key in wanted.keys() | made.keys() if wanted.get(key) != made.get(key)]
    assert stale[:5] == [], "run `make messages`; these first"


def test_every_text_of_the_pages_and_the_program_is_in_the_catalogues(tmp_path):
    """Gathers the texts anew, where gettext is installed, and compares."""
    try:
        subprocess.run(["xgettext", "--version"], capture_output=True, check=True)
    except FileNotFoundError:
        pytest.skip("gettext is not installed (Debian: apt install gettext)")
    files = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", "clubcomp", "pairing", "templates"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    for name in [*files, "manage.py"]:
        if (ROOT / name).suffix in {".py", ".html"}:
            target = tmp_path / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes((ROOT / name).read_bytes())
    (tmp_path / "locale").mkdir()
    subprocess.run(
        [sys.executable, "manage.py", "makemessages", "--locale", "nl"],
        cwd=tmp_path,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "clubcomp.settings"},
        capture_output=True,
        check=True,
    )
    found = polib.pofile(str(tmp_path / "locale/nl/LC_MESSAGES/django.po"))
    wanted = {(entry.msgctxt, entry.msgid) for entry in found if not entry.obsolete}
    for language in LANGUAGES:
        there = {(entry.msgctxt, entry.msgid) for entry in catalogue(language)}
        assert wanted == there


def test_dutch_is_the_first_language_and_four_are_offered():
    assert settings.LANGUAGE_CODE == "nl"
    assert [code for code, _name in settings.LANGUAGES] == ["nl", "en", "tr", "de"]


def test_no_text_is_translated_within_a_string():
    """xgettext does not look into f-strings: such a text would stay English."""
    within = re.compile(r"""f(["']).*\{n?p?gettext\(|f(["']).*\{_\(""")
    found = [
        f"{path.name}: {line.strip()}"
        for folder in ("clubcomp", "pairing")
        for path in (ROOT / folder).rglob("*.py")
        for line in path.read_text().splitlines()
        if within.search(line)
    ]
    assert found == []
