"""What does the FIDE (Dutch) system call its articles, refuse and warn about?"""

from django.utils.translation import gettext_lazy, pgettext_lazy

from pairing.sentences import knsb_rating
from pairing.sentences.words import Table

__all__ = ["ARTICLES", "FAILURES", "NAME", "PROBLEMS"]

NAME = gettext_lazy("FIDE (Dutch) system 2026")

ARTICLES = {
    "1.2": pgettext_lazy("title of an article", "the order"),
    "1.3": gettext_lazy("the group"),
    "1.4": gettext_lazy("floats"),
    "1.5": gettext_lazy("the bye"),
    "1.8": gettext_lazy("the last round"),
    "C1": gettext_lazy("never twice"),
    "C2": gettext_lazy("one bye at most"),
    "C3": gettext_lazy("absolute colour preferences"),
    "C4": gettext_lazy("the rest can be paired"),
    "C5": gettext_lazy("the bye to the lowest points"),
    "C6": gettext_lazy("the pairs, and who is left over"),
    "C7": gettext_lazy("the points of who is left over"),
    "C8": gettext_lazy("what the next group can do"),
    "C9": gettext_lazy("the games missed by who has the bye"),
    "C10": gettext_lazy("topscorers: one colour too often"),
    "C11": gettext_lazy("topscorers: one colour three times in a row"),
    "C12": gettext_lazy("the colour preferred"),
    "C13": gettext_lazy("strong colour preferences"),
    "C14": gettext_lazy("a downfloat as in the last round"),
    "C15": gettext_lazy("an upfloat as in the last round"),
    "C16": gettext_lazy("a downfloat as two rounds ago"),
    "C17": gettext_lazy("an upfloat as two rounds ago"),
    "C18": gettext_lazy("the difference after a downfloat in the last round"),
    "C19": gettext_lazy("the difference after an upfloat in the last round"),
    "C20": gettext_lazy("the difference after a downfloat two rounds ago"),
    "C21": gettext_lazy("the difference after an upfloat two rounds ago"),
    "3.2": gettext_lazy("the halves"),
    "3.3": gettext_lazy("first against first"),
    "3.8": gettext_lazy("the best candidate"),
    "4.2": gettext_lazy("transposition"),
    "4.3": gettext_lazy("exchange"),
    "4.4": gettext_lazy("who of those moved down"),
    "5.2": gettext_lazy("colours"),
    "5.2.1": gettext_lazy("both preferences"),
    "5.2.2": gettext_lazy("the stronger preference"),
    "5.2.3": gettext_lazy("the last time their colours differed"),
    "5.2.4": gettext_lazy("the higher ranked"),
    "5.2.5": gettext_lazy("the lot"),
    "G1": gettext_lazy("board order"),
    "G2": gettext_lazy("who is not there"),
    "G4": gettext_lazy("games that are not finished"),
    "G5": gettext_lazy("made by hand"),
    "G6": gettext_lazy("acceleration"),
    "G7": gettext_lazy("equal points"),
}

FAILURES: Table = knsb_rating.FAILURES

PROBLEMS: Table = knsb_rating.PROBLEMS
