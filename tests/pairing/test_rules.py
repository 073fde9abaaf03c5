"""Is every regulation there in each language that has any, whole, and with the articles named?"""

import pytest
from django.conf import settings
from django.utils.translation import override

from pairing.registry import get_system, system_keys
from pairing.rules import FOLDER, Block, Point, _blocks, regulation
from pairing.sentences import Sentences
from pairing.sentences.articles import article_label
from pairing.sentences.option_words import groups_of
from tests.attempts import every

#: A language that the site offers may have no regulations yet: they are in English there.
LANGUAGES = sorted({path.stem for path in FOLDER.glob("*/*.toml")})
WRITTEN = [(system, language) for system in system_keys() for language in LANGUAGES]


def test_every_regulation_is_there_in_every_language():
    missing = [f"{system}/{language}.toml" for system, language in WRITTEN]
    assert [name for name in missing if not (FOLDER / name).exists()] == []
    assert {"nl", "en", "tr"} <= set(LANGUAGES) <= {code for code, _name in settings.LANGUAGES}
    assert regulation("berger", "de") == regulation("berger", "en")


@pytest.mark.parametrize("system", system_keys())
def test_all_languages_have_the_same_articles_in_the_same_order(system):
    anchors = list(regulation(system, "en").anchors())
    assert len(set(anchors)) == len(anchors)
    for language in LANGUAGES:
        assert list(regulation(system, language).anchors()) == anchors, language


@every("system, language", WRITTEN)
def test_every_article_says_something(system, language):
    found = regulation(system, language)
    assert found.title
    assert found.source
    articles = [article for part in found.parts for article in part.articles]
    assert articles
    assert all(article.title and article.blocks for article in articles)


@pytest.mark.parametrize("system", system_keys())
def test_the_languages_differ_only_in_words(system):
    """As many paragraphs, points and rows in each article, and a note where another has one."""

    def shape(language):
        return [
            (
                article.number,
                [(len(block.points), len(block.rows)) for block in article.blocks],
                bool(article.note),
            )
            for part in regulation(system, language).parts
            for article in part.articles
        ]

    for language in LANGUAGES:
        assert shape(language) == shape("en"), language


@every("system, language", WRITTEN)
def test_every_article_has_a_title_behind_its_number(system, language):
    with override(language):
        teller = Sentences(system)
        for article in regulation(system, language).anchors():
            label, _colon, title = teller.article(article).partition(": ")
            assert (label, bool(title)) == (article_label(article), True)
            assert not title.startswith(f"{label}. ")


def test_a_point_has_the_title_of_its_article_and_a_part_its_heading():
    titled = regulation("knsb-rating", "en").title_of
    assert titled("C10a") == titled("C10") == "Lowering the requirements"
    assert titled("E") == "Who has white"
    assert titled("C99") == ""


@pytest.mark.parametrize("system", system_keys())
def test_the_options_of_a_chapter_lead_to_its_article(system):
    named = {group.article for group in groups_of(get_system(system))}
    assert named <= {"", *regulation(system, "en").anchors()}


def test_a_text_is_read_as_paragraphs_points_and_rows():
    text = "One\nline.\n\n- C1a: first\n  point\n- second: point\n\n| a | b |\n| 1 |  |\n"
    assert _blocks("C1", text) == (
        Block("One line."),
        Block(points=(Point("C1a", "first point"), Point("", "second: point"))),
        Block(rows=(("a", "b"), ("1", ""))),
    )


def test_an_article_that_is_named_in_a_text_is_linked():
    swiss, resistance = regulation("knsb-rating", "en"), regulation("knsb-resistance", "en")
    assert list(swiss.linked("Go to C12, not C99.")) == [
        ("Go to ", ""),
        ("C12", "C12"),
        (", not ", ""),
        ("C99", ""),
        (".", ""),
    ]
    assert ("4.4b", "4.4b") in list(resistance.linked("For 4.4b the next group."))
    assert ("kleur.1", "kleur.1") in list(
        regulation("attacalc", "nl").linked("volgens kleur.1 tot")
    )


def test_a_language_that_is_not_there_reads_english():
    assert regulation("knsb-rating", "xx") == regulation("knsb-rating", "en")


def test_a_folder_is_that_of_a_system():
    folders = {path.name for path in FOLDER.iterdir() if path.is_dir()} - {"__pycache__"}
    assert folders >= set(system_keys())


@pytest.mark.parametrize(
    ("language", "word"), [("en", "endorsed"), ("nl", "erkend"), ("tr", "onaylanmış")]
)
def test_only_the_regulation_of_fide_says_what_fide_did_not_do(language, word):
    for system in system_keys():
        said = " ".join(block.paragraph for block in regulation(system, language).blocks)
        assert said.count(word) == system.startswith("fide-"), system
