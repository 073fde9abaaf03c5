"""What are systems and articles called in the reader's language? Their keys stay in addresses."""

from importlib import import_module

from django.utils.translation import pgettext_lazy

# AttaCalc's explanation does not number its rules, so their keys have a word before the number.
_PARTS = {
    "afwezigheid": pgettext_lazy("part of a regulation", "absence"),
    "indeling": pgettext_lazy("part of a regulation", "pairing"),
    "kleur": pgettext_lazy("part of a regulation", "colour"),
    "telling": pgettext_lazy("part of a regulation", "points"),
}


def article_label(article: str) -> str:
    """An article as it is called: "A7", "4.3"; AttaCalc's "indeling.5" is "pairing 5"."""
    words = article.split(".")
    if words[0] not in _PARTS:
        return article
    return " ".join(str(_PARTS.get(word, word)) for word in words)


def system_name(key: str) -> str:
    """What a system is called: the `NAME` among its sentences."""
    return str(import_module(f"pairing.sentences.{key.replace('-', '_')}").NAME)
