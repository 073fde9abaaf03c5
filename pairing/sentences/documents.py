"""Sentences for documents and options that are refused; codes in `pairing.formats.errors`."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from pairing.core.system import BadOptions
from pairing.core.types import Fact
from pairing.formats.errors import DocumentError
from pairing.sentences.programs import REFUSED

DOCUMENTS = REFUSED | {
    "too_large": _("larger than %(limit)s MB"),
    "not_utf8": _("not UTF-8 text (byte %(offset)s)"),
    "not_json": _(
        "the JSON is not whole or was changed: it cannot be read from line %(line)s, column"
        " %(column)s. Take the file once more from where it was made"
    ),
    "too_deep": _("nested too deeply"),
    "not_a_competition_document": _("not a competition document: format must be %(expected)s"),
    "unknown_version": _("version %(version)s is not known here, only %(known)s"),
    "unknown_file_kind": _("a file of this kind (%(suffix)s) cannot be read; known: %(known)s"),
    "not_in_code_page": _("the file has letters that %(page)s does not have"),
    "trf_needs_system": _("a TRF file does not name its system: give --system"),
    "no_round_left": _("all %(rounds)s rounds have been played"),
    "nothing_to_pair": _("no round to be paired: the last round has no present"),
    "no_such_round": _("there is no round %(after)s; played: %(rounds)s"),
    "no_random_competition": _("no random competitions are made for the system %(system)s"),
    "same_name": _("would be written over the pairing of %(first)s"),
    "duplicate_key": _("the key %(key)s stands here twice"),
    "unknown_key": _("the key %(key)s is not known here; known: %(known)s"),
    "missing_key": _("the key %(key)s is required"),
    "wrong_type": _("must be %(expected)s, is %(found)s"),
    "decimal": _("%(text)s is not allowed: numbers are integers or p/q"),
    "giant": _("%(text)s is far too large a number"),
    "out_of_range": _("must lie between %(low)s and %(high)s, is %(value)s"),
    "bad_fraction": _("%(text)s is neither an integer nor p/q"),
    "not_a_choice": _("%(value)s is not one of %(choices)s"),
    "empty": _("must not be empty"),
    "too_long": _("%(length)s characters; at most %(limit)s"),
    "bad_character": _("character %(position)s (%(character)s) is not allowed in a text"),
    "bad_id": _("%(id)s is not an id: 1 to 40 of A-Z a-z 0-9 _ . -"),
    "reserved_id": _("the id %(id)s means something else"),
    "bad_date": _("%(text)s is not a date (YYYY-MM-DD)"),
    "acceleration_settled": _(
        "rounds on record were paired with acceleration, which holds for all rounds: leave out"
        " --without-acceleration"
    ),
    "unknown_system": _("the system %(system)s is not known; known: %(known)s"),
    "no_tempo": _("there must be a tempo"),
    "one_tempo": _("the system %(system)s has one tempo, here are %(count)s"),
    "tempo_number_unused": _("the system %(system)s has no %(key)s of a tempo"),
    "duplicate_id": _("the id %(id)s was given before, at %(first)s"),
    "duplicate_start": _("the start number %(start)s was given before, at %(first)s"),
    "duplicate_federation_id": _("the federation number %(id)s was given before, at %(first)s"),
    "duplicate_identity": _("the %(issuer)s number %(number)s was given before, at %(first)s"),
    "duplicate_rating": _(
        "a rating of the list %(list)s for that tempo and date stands at %(first)s"
    ),
    "bad_federation": _("%(text)s is not a federation: three capital letters"),
    "birth_year_contradicts": _("the birth year %(year)s is not that of the birth date %(date)s"),
    "end_before_start": _("the end %(end)s lies before the start %(start)s"),
    "start_for_some": _("start is given for some players and not for this one"),
    "left_before_joined": _("left after evening %(left)s, joined at evening %(joined)s"),
    "not_two": _("must name two players, names %(count)s"),
    "duplicate_pair": _("%(one)s and %(other)s were named before, at %(first)s"),
    "unknown_tempo": _("there is no tempo %(tempo)s; known: %(known)s"),
    "unknown_player": _("there is no player %(player)s"),
    "not_a_member": _(
        "player %(player)s does not belong to evening %(evening)s "
        "(joined %(joined)s, left %(left)s)"
    ),
    "second_bye": _("player %(player)s has a bye, and another one of the group at %(first)s"),
    "other_group": _("players %(one)s and %(other)s are in different groups"),
    "named_twice": _("player %(player)s was named in this round before, at %(first)s"),
    "against_himself": _("player %(player)s against himself"),
    "duplicate_board": _("board %(board)s was used in this round before, at %(first)s"),
    "tie_names_twice": _("player %(player)s is named in this tie before, at %(first)s"),
    "tie_of_one": _("a tie is between at least two players"),
    "board_for_some": _("board is given for some games of this round and not for this one"),
    "byes_on_request": _("the system %(system)s has no byes on request"),
    "present_not_last": _("only the last round may be unpaired, %(later)s follows"),
    "result_before_pairing": _("a game of the round to be paired has the result *, not %(result)s"),
    "reason_before_pairing": _("a game of the round to be paired needs the reason why it is fixed"),
    "unknown_option": _("%(section)s has no option %(option)s"),
    "amount_with_opponent": _("%(where)s: without a game there is no value of an opponent"),
    "kind_twice": _("the kind of absence %(key)s stands in the table twice"),
    "kind_unknown": _("%(where)s: there is no kind of absence %(key)s"),
    "kind_circle": _("these kinds of absence lead back to each other: %(keys)s"),
    "kind_reserved": _("%(key)s cannot be a kind of absence of the club’s own"),
    "tier_after_endless": _("%(key)s: nothing can follow on what is granted without end"),
    "starts_not_rising": _("periods begin at evening 1 and then later and later: %(starts)s"),
    "importance_incomplete": _("each limit has a place in this order; missing: %(missing)s"),
    "lowest_over_highest": _("the lowest value %(lowest)s is over the highest, %(highest)s"),
    "rule_unknown": _("there is no rule of colours %(name)s"),
    "tie_unknown": _("there is no tie-break %(name)s"),
    "move_within_period": _(
        "player %(player)s changes group after evening %(until)s, which is not the last of a period"
    ),
    "move_without_anew": _(
        "player %(player)s changes group, which only goes where points begin anew in a period"
    ),
    "kept_move": _("player %(player)s cannot take points along to another group"),
    "result_without_kind": _("player %(player)s was not away, and has no result elsewhere"),
    "tempo_numbers": _("tempo %(tempo)s: limits are in the options, not in a tempo"),
    "option_unknown": _("the option %(option)s is not known; known: %(known)s"),
    "option_missing": _("the option %(option)s is required"),
    "option_not_boolean": _("the option %(option)s must be true or false"),
    "option_not_integer": _("the option %(option)s must be an integer"),
    "option_not_fraction": _("the option %(option)s must be an integer or p/q"),
    "option_not_a_choice": _("the option %(option)s must be one of %(choices)s"),
    "option_not_a_list": _("the option %(option)s must be a list"),
    "option_twice": _("the option %(option)s holds %(value)s twice"),
    "option_out_of_range": _("the option %(option)s must lie between %(low)s and %(high)s"),
}


def document_error(problem: DocumentError) -> str:
    """What is wrong in a document, with its place: "evenings[3].tempo: there is no tempo x"."""
    words = sentence(_wording(problem.code, problem.facts), problem.facts)
    if not problem.path:
        return words
    return _("%(place)s: %(problem)s") % {"place": problem.path, "problem": words}


def option_error(problem: BadOptions) -> str:
    """What is wrong with an option of a system."""
    facts = {**problem.facts, "option": problem.name}
    return sentence(_wording(problem.code, facts, f"option_{problem.code}"), facts)


#: For an option with a value that is none of its words, or no amount: there are no bounds to name.
_NOT_ALLOWED = _("%(option)s cannot be %(value)s")


def _wording(code: str, facts: Mapping[str, Fact], otherwise: str = "") -> object:
    """The text of a code; in some systems an option has a code of its own."""
    if code == "out_of_range" and "option" in facts and "low" not in facts:
        return _NOT_ALLOWED
    return DOCUMENTS[otherwise if otherwise in DOCUMENTS else code]


def sentence(words: object, facts: Mapping[str, Fact]) -> str:
    """A sentence with its facts: a list with commas, nothing as a dash."""
    return str(words) % {name: _written(fact) for name, fact in facts.items()}


def _written(fact: Fact) -> str:
    if isinstance(fact, list):
        return ", ".join(map(_written, fact))
    return "-" if fact is None else str(fact)
