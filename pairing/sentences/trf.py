"""Sentences for TRF files that are refused, and for what is passed over in them.

The codes are in `pairing.formats.trf_errors`.
"""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from pairing.formats.trf_errors import TrfError, TrfWarning
from pairing.sentences.documents import written

REFUSALS = {
    "too_large": gettext_lazy("larger than %(limit)s MB"),
    "team_competition": gettext_lazy(
        "this is a competition of teams; only competitions of single players are read here"
    ),
    "win_worth": gettext_lazy(
        "this competition counts %(points)s points for a win; here a win is always 1 point and a "
        "draw 1/2"
    ),
    "accelerated": gettext_lazy(
        "this competition is paired with an acceleration (%(tag)s), which is not known here; it "
        "can be paired without: --without-acceleration"
    ),
    "no_players": gettext_lazy("not a TRF file: there is no line of a player (001)"),
    "no_rows": gettext_lazy("not a European go tournament file: there is no line of a player"),
    "not_for_system": gettext_lazy(
        "the system %(system)s does not read TRF files; use a competition document (.json)"
    ),
    "not_a_number": gettext_lazy("%(text)s is not a whole number"),
    "not_points": gettext_lazy("%(text)s is not a number of points"),
    "out_of_range": gettext_lazy("must lie between %(low)s and %(high)s, is %(value)s"),
    "missing": gettext_lazy("here must stand: %(what)s"),
    "not_blank": gettext_lazy("this column must be blank, and %(text)s stands there"),
    "not_a_choice": gettext_lazy("%(value)s is not one of %(choices)s"),
    "bad_character": gettext_lazy("the character %(character)s is not allowed in a text"),
    "said_otherwise": gettext_lazy("%(found)s here, and %(before)s in line %(first)s"),
    "not_two": gettext_lazy("must name two players or more"),
    "points_not_kept": gettext_lazy(
        "%(what)s is worth %(points)s points in the file; here it is always %(usual)s"
    ),
    "bye_worth": gettext_lazy("a bye is worth %(points)s in the file; here it can be 1 or 1/2"),
    "duplicate_number": gettext_lazy(
        "the pairing number %(number)s was given before, in line %(first)s"
    ),
    "unknown_player": gettext_lazy("there is no player %(player)s"),
    "against_himself": gettext_lazy("player %(player)s against himself"),
    "rounds_missing": gettext_lazy("the number of rounds is missing (a line XXR or 142)"),
    "too_many_rounds": gettext_lazy("round %(round)s, in a competition of %(rounds)s rounds"),
    "after_next_round": gettext_lazy(
        "round %(round)s, while round %(next)s is the one to be paired"
    ),
    "result_without_opponent": gettext_lazy("the result %(result)s without an opponent"),
    "bye_with_opponent": gettext_lazy(
        "%(result)s is not the result of a game, and an opponent stands here"
    ),
    "bye_with_colour": gettext_lazy("a bye or an absence has no colour"),
    "no_result": gettext_lazy("an opponent without a result"),
    "no_colour": gettext_lazy("a game without a colour"),
    "opponents_disagree": gettext_lazy(
        "player %(player)s against %(opponent)s, who has another opponent or none in that round"
    ),
    "colours_disagree": gettext_lazy(
        "players %(player)s and %(opponent)s both have the colour %(colour)s"
    ),
    "results_disagree": gettext_lazy(
        "player %(player)s has the result %(result)s and player %(opponent)s has %(other)s"
    ),
    "played_twice": gettext_lazy(
        "players %(player)s and %(opponent)s have played each other before, in round %(first)s"
    ),
    "second_bye": gettext_lazy(
        "a second bye in round %(round)s; player %(first)s has the first one"
    ),
    "byes_on_request": gettext_lazy("the system %(system)s has no byes on request"),
    "bye_disagrees": gettext_lazy(
        "player %(player)s has %(found)s in their own line and %(wanted)s here"
    ),
    "wrong_points": gettext_lazy(
        "player %(player)s has %(found)s points; the results make %(sum)s"
    ),
    "number_too_high": gettext_lazy(
        "a TRF file has no place for pairing numbers above %(limit)s; save a competition document "
        "(.json)"
    ),
    "game_open": gettext_lazy(
        "a rating report cannot have open games: enter the result of round %(round)s, %(white)s - "
        "%(black)s, first"
    ),
    "fixed_board": gettext_lazy(
        "round %(round)s has not been paired, and a TRF file has no place for its board fixed by "
        "hand (%(white)s - %(black)s); pair the round first"
    ),
}

#: What is wrong with the file as a whole is said before the place where it shows.
_SAID_FIRST = ("team_competition", "win_worth", "accelerated")

WARNINGS = {
    "acceleration_ignored": gettext_lazy(
        "the competition was paired with an acceleration (lines %(tag)s); here it is paired by "
        "the points alone"
    ),
    "line_ignored": gettext_lazy("lines %(tag)s are not used"),
    "unknown_line": gettext_lazy("a line that is not known here was passed over"),
    "rounds_assumed": gettext_lazy(
        "the number of rounds is missing (a line XXR or 142); taken as %(rounds)s"
    ),
    "bad_event_date": gettext_lazy("%(text)s is not a date (YYYY/MM/DD)"),
    "bad_federation": gettext_lazy("%(text)s is not the three letters of a federation"),
    "bad_date": gettext_lazy("%(text)s is not a date (YY/MM/DD)"),
    "handicap_ignored": gettext_lazy("the handicap in %(text)s is not used"),
    "colour_unknown": gettext_lazy(
        "round %(round)s: the game %(black)s - %(white)s has no colours; the first named has black"
    ),
    "name_cut": gettext_lazy(
        "the name %(name)s is longer than the %(limit)s characters that a TRF file has place for, "
        "and was cut"
    ),
    "unfinished_as_draw": gettext_lazy(
        "round %(round)s: the unfinished game %(white)s - %(black)s is written as a draw"
    ),
}


def trf_error(problem: TrfError) -> str:
    """What is wrong in a TRF file: "line 4, column 92: there is no player 12"."""
    facts = {name: written(fact) for name, fact in problem.facts.items()}
    return _with_place(problem, str(REFUSALS[problem.code]) % facts)


def trf_warning(warning: TrfWarning) -> str:
    """What was passed over in a TRF file, with its place."""
    facts = {name: written(fact) for name, fact in warning.facts.items()}
    return _with_place(warning, str(WARNINGS[warning.code]) % facts)


def _with_place(problem: TrfError | TrfWarning, said: str) -> str:
    facts = {"line": problem.line, "column": problem.column, "problem": said}
    if not problem.line:
        return said
    if problem.code in _SAID_FIRST:
        return _("%(problem)s (line %(line)s, column %(column)s)") % facts
    if not problem.column:
        return _("line %(line)s: %(problem)s") % facts
    return _("line %(line)s, column %(column)s: %(problem)s") % facts
