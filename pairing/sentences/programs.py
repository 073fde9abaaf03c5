"""Sentences for the files of other programs: refused, with the way out, or read with a remark.

The codes are in `pairing.formats.programs`.
"""

from collections.abc import Mapping
from fractions import Fraction

from django.utils.translation import gettext_lazy as _

from pairing.core.types import Fact
from pairing.sentences.amounts import exact_points

REFUSED = {
    "sevilla_file": _(
        "this is Sevilla's own file, which only Sevilla reads. Export the report there (JSON), and"
        " give that"
    ),
    "swiss_chess_file": _(
        "this is the own file of Swiss-Chess, which only that program reads. Export the tournament"
        " there as a TRF, and give that"
    ),
    "swiss_manager_file": _(
        "this is the own file of Swiss-Manager, which only that program reads. Export the"
        " tournament there as a TRF, or take the page or the Excel file of chess-results"
    ),
    "access_database": _(
        "this is an Access database, as Papi has. Export the tournament there as a TRF, or with"
        " Sharly Chess as JSON, and give that"
    ),
    "old_office_file": _(
        "this is a workbook or a document of an old kind. Save it as XLSX or ODS, and give that"
    ),
    "pdf_file": _(
        "a PDF holds a picture of a table, and no table. Copy the table out of it as text, or take"
        " the file that it was made from"
    ),
    "picture": _(
        "this is a picture, in which no competition can be read. Export the competition as a file"
        " in the program that shows it, or copy its table as text and paste that"
    ),
    "rating_list": _(
        "this is a list of ratings and no competition: give it on the page of the members, under"
        " the rating list"
    ),
    "unknown_xml": _(
        "XML of a program that is not known here; OpenGotha's and Pairgoth's are read"
    ),
    "has_entities": _("XML with a document type, which is not read here"),
    "not_xml": _(
        "the XML is damaged or was changed: it cannot be read from line %(line)s, column"
        " %(column)s. Take the file once more from where it was made"
    ),
    "xml_cut_off": _(
        "the XML ends too early, in line %(line)s, column %(column)s: a part of the file is"
        " missing. Take it once more from where it was made"
    ),
    "xml_encoding": _(
        "the XML is in an encoding that is not read here: save it as UTF-8, and give that"
    ),
    "broken_database": _(
        "this database is damaged, or only a part of it: close KeizerForClubs, and take its file"
        " once more"
    ),
    "other_database": _(
        "this is a database of another program than KeizerForClubs: it has no table %(table)s"
    ),
    "no_workbooks": _("this program reads no workbooks: install clubcomp[spreadsheets] for that"),
    "broken_archive": _(
        "this is no workbook (XLSX, ODS), or a damaged one, or one with a password: open it in the"
        " program that it is of, and save it again"
    ),
    "too_large_unpacked": _("larger than %(limit)s MB when it is unpacked"),
    "too_much_work": _("reading it takes more memory or time than a file of a club may take"),
    "several_tables": _(
        "%(count)s tables with other headings each, which are no one competition: give one table at"
        " a time, or put all games under the same headings"
    ),
    "too_many_rows": _("more than %(limit)s rows"),
    "not_a_whole_number": _("%(text)s is not a whole number"),
    "no_player": _("there is no player in it"),
    "player_twice": _("%(player)s is there twice"),
    "no_game_to_report": _("there is no game with a result in it"),
    "report_needs_minutes": _("a report for %(to)s needs the minutes for the game: give --minutes"),
    "game_without_day": _("%(count)s games have no day, which the report needs"),
    "table_empty": _(
        "there is no table in it: put the headings “Name” and “Points” above it, and a player on"
        " each line"
    ),
    "table_not_held": _(
        "the file holds no table of a Keizer: give the table of the old program with --table"
    ),
    "table_no_points": _("“%(text)s” has no points"),
    "table_bad_points": _("%(player)s: “%(text)s” is no number of points"),
    "table_twice": _("%(player)s is in the table twice"),
    "table_name_unclear": _(
        "“%(player)s” may be several players of the competition; write the whole name"
    ),
    "table_unknown_names": _(
        "in the table, and not in the competition: %(names)s. Write each name as it is there, or"
        " leave the line out"
    ),
    "opponents_differ": _("player %(player)s against %(opponent)s, who has another opponent"),
}

TOLD = {
    "points_differ": _("%(player)s has %(found)s points in the file and %(ours)s here"),
    "kind_changed": _("%(player)s: “%(kind)s” is not known in this system, taken as “%(kept)s”"),
    "game_left_out": _("%(white)s - %(black)s is left out: one of them has another game"),
    "option_unknown": _(
        "a game against who has left counts %(value)s there; there is no such option here"
    ),
    "fields_not_used": _("fields that are not used (%(count)s): %(what)s"),
    "values_differ": _("the value numbers go down by other steps than one number"),
    "left_there": _(
        "%(player)s has left, and has no value number there. Here they keep one, so the points of"
        " others differ"
    ),
    "settings_not_there": _(
        "a Keizer, of which the file has no settings: what things are worth here is the usual,"
        " until you find it out from the old table (on the page of the options)"
    ),
    "points_equal": _("the points of all %(count)s players here are equal to those in the file"),
    "start_ratings": _(
        "the ratings are those of the start of the competition; %(count)s players have another one"
        " in the file by now, which is not taken over"
    ),
    "tie_breaks_not_there": _(
        "the file does not say what decides between equal points: the tie-breaks that are usual in"
        " this system do"
    ),
    "rounds_not_there": _(
        "the file does not say how many rounds there will be; taken as %(rounds)s"
    ),
    "colour_not_known": _("%(white)s - %(black)s: the file does not know who had white"),
}

#: The ways of being without a game.
_KINDS = {
    "absent": _("signed off"),
    "bye": _("bye"),
    "external": _("external"),
    "no_notice": _("absent without notice"),
    "exempt": _("not invited"),
    "half_point_bye": _("half-point bye"),
    "full_point_bye": _("full-point bye"),
}


def in_words(facts: Mapping[str, Fact]) -> dict[str, Fact]:
    """The facts of a remark as people read them: points, and ways of being without a game."""
    words = dict(facts)
    for name in ("found", "ours"):
        if name in words:
            words[name] = exact_points(Fraction(str(words[name])))
    for name in ("kind", "kept"):
        if name in words:
            words[name] = str(_KINDS[str(words[name])])
    return words
