"""Sentences for TRF files that are refused, and for what is passed over in them.

The codes are in `pairing.formats.errors`.
"""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from pairing.core.types import Fact
from pairing.formats.errors import TrfError, TrfWarning
from pairing.sentences.documents import DOCUMENTS, sentence
from pairing.sentences.programs import TOLD, in_words

#: Refusals of a TRF file that a document does not have, or words differently.
REFUSALS = DOCUMENTS | {
    "team_competition": _(
        "this is a competition of teams; only competitions of single players are read here"
    ),
    "win_worth": _(
        "this competition counts %(points)s points for a win; here a win is always 1 point and a "
        "draw 1/2"
    ),
    "accelerated": _(
        "this competition is paired with an acceleration (%(tag)s), which is not known here; it "
        "can be paired without: --without-acceleration"
    ),
    "no_players": _("not a TRF file: there is no line of a player (001)"),
    "no_rows": _("not a European go tournament file: there is no line of a player"),
    "not_for_system": _(
        "the system %(system)s follows a schedule that a report does not show; use a competition "
        "document (.json)"
    ),
    "not_a_number": _("%(text)s is not a whole number"),
    "not_points": _("%(text)s is not a number of points"),
    "missing": _("here must stand: %(what)s"),
    "not_blank": _("this column must be blank, and %(text)s stands there"),
    "bad_character": _("the character %(character)s is not allowed in a text"),
    "said_otherwise": _("%(found)s here, and %(before)s in line %(first)s"),
    "not_two": _("must name two players or more"),
    "points_not_kept": _(
        "%(what)s is worth %(points)s points in the file; here it is always %(usual)s"
    ),
    "bye_worth": _("a bye is worth %(points)s in the file; here it can be 1 or 1/2"),
    "duplicate_number": _("the pairing number %(number)s was given before, in line %(first)s"),
    "rounds_missing": _("the number of rounds is missing (a line XXR or 142)"),
    "too_many_rounds": _("round %(round)s, in a competition of %(rounds)s rounds"),
    "after_next_round": _("round %(round)s, while round %(next)s is the one to be paired"),
    "not_so_many_rounds": _(
        "%(players)s players who all meet have %(once)s rounds, or %(twice)s if they meet twice; a "
        "line XXR or 142 says how many"
    ),
    "too_many_for_table": _(
        "%(players)s players are too many for everybody to meet everybody; %(most)s can"
    ),
    "not_in_table": _(
        "players %(player)s and %(opponent)s do not meet in round %(round)s of the table by their "
        "pairing numbers; read it as a Swiss competition, in which the pairs are as they were"
    ),
    "not_free": _(
        "player %(player)s has a bye in round %(round)s, in which the table gives them a game"
    ),
    "result_without_opponent": _("the result %(result)s without an opponent"),
    "bye_with_opponent": _("%(result)s is not the result of a game, and an opponent stands here"),
    "bye_with_colour": _("a bye or an absence has no colour"),
    "no_result": _("an opponent without a result"),
    "no_colour": _("a game without a colour"),
    "opponents_disagree": _(
        "player %(player)s against %(opponent)s, who has another opponent or none in that round"
    ),
    "colours_disagree": _("players %(player)s and %(opponent)s both have the colour %(colour)s"),
    "results_disagree": _(
        "player %(player)s has the result %(result)s and player %(opponent)s has %(other)s"
    ),
    "second_bye": _("a second bye in round %(round)s; player %(first)s has the first one"),
    "bye_disagrees": _("player %(player)s has %(found)s in their own line and %(wanted)s here"),
    "wrong_points": _("player %(player)s has %(found)s points; the results make %(sum)s"),
    "number_too_high": _(
        "a TRF file has no place for pairing numbers above %(limit)s; save a competition document "
        "(.json)"
    ),
    "game_open": _(
        "a rating report cannot have open games: enter the result of round %(round)s, %(white)s - "
        "%(black)s, first"
    ),
    "fixed_board": _(
        "round %(round)s has not been paired, and a TRF file has no place for its board fixed by "
        "hand (%(white)s - %(black)s); pair the round first"
    ),
}

#: Errors of the file as a whole, whose sentences begin with the problem, not the place.
_SAID_FIRST = ("team_competition", "win_worth", "accelerated")

WARNINGS = TOLD | {
    "acceleration_ignored": _(
        "the competition was paired with an acceleration (lines %(tag)s); here it is paired by "
        "the points alone"
    ),
    "line_ignored": _("lines %(tag)s are not used"),
    "unknown_line": _("a line that is not known here was passed over: %(text)s"),
    "not_used": _("not used: %(what)s"),
    "lines_not_used": _("lines %(lines)s, not used: %(what)s"),
    "no_name": _("no name (lines %(lines)s): the player's number stands for it"),
    "rounds_assumed": _("the number of rounds is missing (a line %(tag)s); taken as %(rounds)s"),
    "points_of_results": _(
        "the points in the file are those of its results, and agree with them; here points are "
        "counted by the rules of the system"
    ),
    "bad_event_date": _("%(text)s is not a date (YYYY/MM/DD)"),
    "bad_federation": _("%(text)s is not the three letters of a federation"),
    "bad_date": _("%(text)s is not a date (YY/MM/DD)"),
    "handicap_ignored": _("the handicap in %(text)s is not used"),
    "colour_unknown": _(
        "round %(round)s: the game %(black)s - %(white)s has no colours; the first named has black"
    ),
    "played_twice": _(
        "round %(round)s: players %(player)s and %(opponent)s play each other again, after round "
        "%(first)s"
    ),
    "name_cut": _(
        "the name %(name)s is longer than the %(limit)s characters that a TRF file has place for, "
        "and was cut"
    ),
    "unfinished_as_draw": _(
        "round %(round)s: the unfinished game %(white)s - %(black)s is written as a draw"
    ),
    "kinds_left_out": _("why somebody was away is left out: a TRF file has one kind of absence"),
    "fixed_left_out": _("which pairs were made by hand, and why, is left out"),
    "leaving_left_out": _(
        "that %(name)s has left is left out; games of theirs that count for nothing stand in the"
        " file"
    ),
    "order_left_out": _(
        "that the last two rounds of the first cycle do not change places is left out until one of"
        " them was played"
    ),
    "rounds_open": _(
        "from round %(round)s on there is no result yet; who reads the file takes these rounds as"
        " still to be played"
    ),
}


def trf_error(problem: TrfError) -> str:
    """What is wrong in a TRF file: "line 4, column 92: there is no player 12"."""
    return _with_place(problem, REFUSALS)


def trf_warning(warning: TrfWarning) -> str:
    """What was passed over in a TRF file, with its place."""
    return _with_place(warning, WARNINGS)


def _with_place(problem: TrfError | TrfWarning, sentences: Mapping[str, object]) -> str:
    facts: Mapping[str, Fact] = problem.facts
    if problem.code in ("points_differ", "kind_changed"):
        facts = in_words(facts)
    words = sentence(sentences[problem.code], facts)
    if isinstance(problem, TrfWarning) and problem.path:
        return _("%(place)s: %(problem)s") % {"place": problem.path, "problem": words}
    facts = {"line": problem.line, "column": problem.column, "problem": words}
    if not problem.line:
        return words
    if problem.code in _SAID_FIRST:
        return _("%(problem)s (line %(line)s, column %(column)s)") % facts
    if not problem.column:
        return _("line %(line)s: %(problem)s") % facts
    return _("line %(line)s, column %(column)s: %(problem)s") % facts
