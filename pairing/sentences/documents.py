"""Sentences for documents and options that are refused; codes in `pairing.formats.errors`."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from pairing.core.system import BadOptions
from pairing.core.types import Fact
from pairing.formats.errors import DocumentError

DOCUMENTS = {
    "too_large": gettext_lazy("larger than %(limit)s MB"),
    "not_utf8": gettext_lazy("not UTF-8 text (byte %(offset)s)"),
    "not_json": gettext_lazy("not JSON: %(problem)s (line %(line)s, column %(column)s)"),
    "too_deep": gettext_lazy("nested too deeply"),
    "not_a_competition_document": gettext_lazy(
        "not a competition document: format must be %(expected)s"
    ),
    "unknown_version": gettext_lazy("version %(version)s is not known here, only %(known)s"),
    "unknown_file_kind": gettext_lazy(
        "a file of this kind (%(suffix)s) cannot be read; known: %(known)s"
    ),
    "trf_needs_system": gettext_lazy("a TRF file does not name its system: give --system"),
    "no_round_left": gettext_lazy("all %(rounds)s rounds have been played"),
    "nothing_to_pair": gettext_lazy("no round to be paired: the last round has no present"),
    "no_such_round": gettext_lazy("there is no round %(after)s; played: %(rounds)s"),
    "no_random_competition": gettext_lazy(
        "no random competitions are made for the system %(system)s"
    ),
    "same_name": gettext_lazy("would be written over the pairing of %(first)s"),
    "duplicate_key": gettext_lazy("the key %(key)s stands here twice"),
    "unknown_key": gettext_lazy("the key %(key)s is not known here; known: %(known)s"),
    "missing_key": gettext_lazy("the key %(key)s is required"),
    "wrong_type": gettext_lazy("must be %(expected)s, is %(found)s"),
    "decimal": gettext_lazy("%(text)s is not allowed: numbers are integers or p/q"),
    "giant": gettext_lazy("%(text)s is far too large a number"),
    "out_of_range": gettext_lazy("must lie between %(low)s and %(high)s, is %(value)s"),
    "bad_fraction": gettext_lazy("%(text)s is neither an integer nor p/q"),
    "not_a_choice": gettext_lazy("%(value)s is not one of %(choices)s"),
    "empty": gettext_lazy("must not be empty"),
    "too_long": gettext_lazy("%(length)s characters; at most %(limit)s"),
    "bad_character": gettext_lazy(
        "character %(position)s (%(character)s) is not allowed in a text"
    ),
    "bad_id": gettext_lazy("%(id)s is not an id: 1 to 40 of A-Z a-z 0-9 _ . -"),
    "reserved_id": gettext_lazy("the id %(id)s means something else"),
    "bad_date": gettext_lazy("%(text)s is not a date (YYYY-MM-DD)"),
    "unknown_system": gettext_lazy("the system %(system)s is not known; known: %(known)s"),
    "no_tempo": gettext_lazy("there must be a tempo"),
    "one_tempo": gettext_lazy("the system %(system)s has one tempo, here are %(count)s"),
    "tempo_number_unused": gettext_lazy("the system %(system)s has no %(key)s of a tempo"),
    "duplicate_id": gettext_lazy("the id %(id)s was given before, at %(first)s"),
    "duplicate_start": gettext_lazy("the start number %(start)s was given before, at %(first)s"),
    "duplicate_federation_id": gettext_lazy(
        "the federation number %(id)s was given before, at %(first)s"
    ),
    "duplicate_identity": gettext_lazy(
        "the %(issuer)s number %(number)s was given before, at %(first)s"
    ),
    "duplicate_rating": gettext_lazy(
        "a rating of the list %(list)s for that tempo and date stands at %(first)s"
    ),
    "bad_federation": gettext_lazy("%(text)s is not a federation: three capital letters"),
    "birth_year_contradicts": gettext_lazy(
        "the birth year %(year)s is not that of the birth date %(date)s"
    ),
    "end_before_start": gettext_lazy("the end %(end)s lies before the start %(start)s"),
    "start_for_some": gettext_lazy("start is given for some players and not for this one"),
    "left_before_joined": gettext_lazy("left after evening %(left)s, joined at evening %(joined)s"),
    "not_two": gettext_lazy("must name two players, names %(count)s"),
    "duplicate_pair": gettext_lazy("%(one)s and %(other)s were named before, at %(first)s"),
    "unknown_tempo": gettext_lazy("there is no tempo %(tempo)s; known: %(known)s"),
    "unknown_player": gettext_lazy("there is no player %(player)s"),
    "not_a_member": gettext_lazy(
        "player %(player)s does not belong to evening %(evening)s "
        "(joined %(joined)s, left %(left)s)"
    ),
    "named_twice": gettext_lazy("player %(player)s was named in this round before, at %(first)s"),
    "against_himself": gettext_lazy("player %(player)s against himself"),
    "played_twice": gettext_lazy(
        "%(one)s and %(other)s have played each other before, at %(first)s. Under %(system)s two"
        " players meet once; a pair that the leader made all the same has the reason in fixed."
    ),
    "duplicate_board": gettext_lazy("board %(board)s was used in this round before, at %(first)s"),
    "board_for_some": gettext_lazy(
        "board is given for some games of this round and not for this one"
    ),
    "byes_on_request": gettext_lazy("the system %(system)s has no byes on request"),
    "present_not_last": gettext_lazy("only the last round may be unpaired, %(later)s follows"),
    "result_before_pairing": gettext_lazy(
        "a game of the round to be paired has the result *, not %(result)s"
    ),
    "reason_before_pairing": gettext_lazy(
        "a game of the round to be paired needs the reason why it is fixed"
    ),
    "option_unknown": gettext_lazy("the option %(option)s is not known; known: %(known)s"),
    "option_missing": gettext_lazy("the option %(option)s is required"),
    "option_not_boolean": gettext_lazy("the option %(option)s must be true or false"),
    "option_not_integer": gettext_lazy("the option %(option)s must be an integer"),
    "option_not_fraction": gettext_lazy("the option %(option)s must be an integer or p/q"),
    "option_not_a_choice": gettext_lazy("the option %(option)s must be one of %(choices)s"),
    "option_not_a_list": gettext_lazy("the option %(option)s must be a list"),
    "option_twice": gettext_lazy("the option %(option)s holds %(value)s twice"),
    "option_out_of_range": gettext_lazy(
        "the option %(option)s must lie between %(low)s and %(high)s"
    ),
}


def document_error(problem: DocumentError) -> str:
    """What is wrong in a document, with its place: "evenings[3].tempo: there is no tempo x"."""
    facts = {name: written(fact) for name, fact in problem.facts.items()}
    said = str(DOCUMENTS[problem.code]) % facts
    if not problem.place:
        return said
    return _("%(place)s: %(problem)s") % {"place": problem.place, "problem": said}


def option_error(problem: BadOptions) -> str:
    """What is wrong with an option of a system."""
    facts = {name: written(fact) for name, fact in problem.facts.items()}
    return str(DOCUMENTS[f"option_{problem.code}"]) % (facts | {"option": problem.name})


def written(fact: Fact) -> str:
    """A fact in a sentence: a list with commas, nothing as a dash."""
    if isinstance(fact, list):
        return ", ".join(map(written, fact))
    return "-" if fact is None else str(fact)
