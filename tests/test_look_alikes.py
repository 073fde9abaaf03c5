"""What does the eye take for the same name, and which words are of two alphabets?"""

import pytest

from clubcomp.doors.look_alikes import folded, mixed_word
from clubcomp.doors.slugs import OFFICIAL_WORDS, SITE_WORDS


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("De Toren", "de toren"),
        ("De Toren", "DE-TOREN!"),
        ("De Toren", "Detoren"),
        ("De Toren", "Dé Törên"),
        ("De Toren", "De T0ren"),
        ("De Toren", "Dе Tоrеn"),  # Cyrillic е and о
        ("ΤΟΡΟΣ Chess", "ΤΟΡΟΣ chess"),
        ("Paard", "Раard"),  # Cyrillic Р and а
        ("Omega", "Οmega"),  # a Greek capital Ο
        ("Lippe", "1ippe"),
        ("Lippe", "Iippe"),
        ("Modern Chess", "Modem Chess"),
        ("Willem", "Wi11em"),
        ("Wit", "VVit"),
        ("Öztürk", "ozturk"),
        ("Iğdır", "igdir"),
        ("ﬁanchetto", "fianchetto"),
    ],
)
def test_the_eye_takes_them_for_the_same(one, other):
    assert folded(one) == folded(other) != ""


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("De Toren", "De Torens"),
        ("De Toren", "De Toren 2"),
        ("Caissa", "Caisse"),
        ("Шахматы", "Шашки"),
        ("SK Noord", "SK Zuid"),
    ],
)
def test_others_stay_apart(one, other):
    assert folded(one) != folded(other)


def test_a_name_without_letters_is_none():
    assert folded("!? – …") == ""


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("De Tоren", "Tоren"),  # one Cyrillic о
        ("Schaak-Ρaard", "Ρaard"),  # a Greek capital Ρ
        ("Шахматы Utrecht", ""),
        ("ΑΕΚ Utrecht", ""),
        ("De Toren 2024", ""),
        ("囲碁Club", ""),
        ("Öztürk’s Æsir", ""),
    ],
)
def test_a_word_has_letters_of_one_alphabet(name, word):
    assert mixed_word(name) == word


def test_no_two_words_of_the_site_and_of_a_club_look_alike_by_mistake():
    """Else a word that is free would be refused as one of the site's."""
    for word in ("toren", "schaak", "caissa", "club", "utrecht", "deventer", "paard"):
        assert folded(word) not in map(folded, SITE_WORDS | OFFICIAL_WORDS)
