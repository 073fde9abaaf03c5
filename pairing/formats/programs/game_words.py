"""The words in tables of games: headings, reasons of absence, results.

In Dutch, English, German, French and Turkish, as clubs and the programs that they use write them.
"""

import re
from collections.abc import Mapping

from pairing.core.types import Result
from pairing.core.unplayed import LEFT, NOT_YET, Unplayed
from pairing.formats.pasted_text import plain

DATE, ROUND, WHITE, BLACK, RESULT, FORFEIT = "date", "round", "white", "black", "result", "forfeit"
#: The result in two columns; a column of names of either colour.
WHITE_SCORE, BLACK_SCORE, NAME = "white_score", "black_score", "name"
#: The headings of columns, as `plain` writes them.
_HEADS: Mapping[str, str] = {
    DATE: "datum|date|tarih|speeldatum|dag|tag|jour",
    ROUND: "ronde|round|tur|partij|game|oyun|runde|rnd|rd",
    WHITE: "wit|white|beyaz|witspeler|speler wit|wit speler|weiss|blancs|white player|thuis",
    BLACK: "zwart|black|siyah|zwartspeler|speler zwart|zwart speler|schwarz|noirs|black player|uit",
    RESULT: "uitslag|result|resultaat|sonuc|score|ergebnis|resultat|res|erg",
    FORFEIT: "forfeit|reglementair|hukmen|kampflos",
    WHITE_SCORE: "w|uitslag wit|punten wit|score wit|white score",
    BLACK_SCORE: "z|b|s|uitslag zwart|punten zwart|score zwart|black score",
    NAME: "naam|name|nom|isim|speler|player|spieler",
}
COLUMN = {word: kind for kind, words in _HEADS.items() for word in words.split("|")}

#: The words in place of an opponent where there was none, as `plain` writes them.
_KINDS: Mapping[Unplayed, str] = {
    Unplayed.BYE: "vrij|bye|bay|vrije ronde|oneven|vrijgeloot|spielfrei|pairing alloc bye|pab"
    "|pairing allocated bye|freilos|exempt|ronde vrij",
    Unplayed.EXTERNAL: "extern|external|teamwedstrijd|team match|takim maci|bond|bondswedstrijd"
    "|bondsteam|clubwedstrijd|afw club|abs club|afwezig club|afwezig bond|club|mannschaftskampf",
    Unplayed.NO_NOTICE: "zonder bericht|zonder afbericht|without notice|no notice|habersiz"
    "|afwezig zonder bericht|afwezig zonder kennisgeving|azb|azk|abs no msg|abs without msg"
    "|absent without notice|unentschuldigt",
    Unplayed.ABSENT: "afwezig|afgemeld|met bericht|absent|away|yok|gelmedi|afwezig met bericht"
    "|afwezig met kennisgeving|afwezig met afbericht|amb|amk|abs with msg|absent with notice|ziek"
    "|vakantie|verhinderd|werk|sick|ill|holiday|hasta|tatil|entschuldigt|abwesend|krank|urlaub"
    "|niet opgeroepen|niet gepaard|not paired|nicht ausgelost|eslestirilmedi",
    Unplayed.HALF_POINT_BYE: "half point bye|halve bye|halfpuntsbye|half punt bye",
    Unplayed.FULL_POINT_BYE: "full point bye|hele bye",
}
_MEMBERSHIP: Mapping[str, str] = {
    LEFT: "gestopt|left|has left|vertrokken|weg|teruggetrokken|withdrawn|retired|uitgestapt|ayrildi"
    "|afgehaakt|zuruckgezogen|ausgeschieden",
    NOT_YET: "nog geen lid|nog niet lid|nog niet|not yet|not yet a member|not a member yet"
    "|henuz uye degil|noch nicht",
}


def _words(text: str) -> str:
    """A text in the form in which these words are compared; 0,5 and ½ are 0.5."""
    in_points = text.replace("½", "0.5").replace(",5", ".5")
    return plain(re.sub(r"\.(?!5)", " ", in_points), keep=".")


def _by_word(kinds: "Mapping[Unplayed, str] | Mapping[str, str]") -> dict[str, str]:
    return {_words(word): kind for kind, words in kinds.items() for word in words.split("|")}


_KIND: Mapping[str, str] = {**_by_word(_KINDS), **_by_word(_MEMBERSHIP)}
#: The kind that such a word means beside a number of points.
_WORTH: Mapping[tuple[Unplayed, str], Unplayed] = {
    (Unplayed.BYE, "½"): Unplayed.HALF_POINT_BYE,
    (Unplayed.ABSENT, "½"): Unplayed.HALF_POINT_BYE,
    (Unplayed.ABSENT, "1"): Unplayed.FULL_POINT_BYE,
    (Unplayed.BYE, "1"): Unplayed.BYE,
    (Unplayed.ABSENT, "0"): Unplayed.ABSENT,
    (Unplayed.NO_NOTICE, "0"): Unplayed.NO_NOTICE,
}

_DASHES = str.maketrans("‐‑‒–—−:", "-------")
_HALVES = re.compile(r"1/2|0?[.,]5")
_BY_FORFEIT = re.compile(r"\(?(reglementair|regl?|forfeit|kampflos|kl|ff?|r)\.?\)?$")
_SCORES = {
    "1-0": Result.WHITE_WINS,
    "½-½": Result.DRAW,
    "½": Result.DRAW,
    "remise": Result.DRAW,
    "jigo": Result.DRAW,
    "0-1": Result.BLACK_WINS,
    # By forfeit, as chess-results and Swiss-Manager write it.
    "+--": Result.WHITE_WINS_FORFEIT,
    "--+": Result.BLACK_WINS_FORFEIT,
    "---": Result.BOTH_LOSE_FORFEIT,
    "+-0": Result.WHITE_WINS_FORFEIT,
    "0-+": Result.BLACK_WINS_FORFEIT,
}
#: A game that is still to be played, or to be continued.
_OPEN = frozenset(
    "*|...|…|afgebroken|uitgesteld|nog te spelen|open|hangpartij|adjourned|postponed|unfinished"
    "|hang|ertelendi|verlegt|hangepartie|vertagt".split("|")
)
_DRAUGHTS = {"2-0": Result.WHITE_WINS, "1-1": Result.DRAW, "0-2": Result.BLACK_WINS}
#: The date into which a spreadsheet turns 1-1, in the languages of the site.
_NEW_YEAR = re.compile(r"0?1-(jan|oca|ocak|0?1)\.?(-(\d\d)?\d\d)?")
_FORFEITS = {
    Result.WHITE_WINS: Result.WHITE_WINS_FORFEIT,
    Result.BLACK_WINS: Result.BLACK_WINS_FORFEIT,
}


def heading(cell: str) -> str:
    """The kind of column of a heading; "" for one that is not known."""
    return COLUMN.get(plain(cell.replace(".", "")), "")


def kind_in(text: str) -> str:
    """Why a player has no game, `LEFT` or `NOT_YET`; "" for words that give no reason."""
    words = _words(text)
    if words in _KIND:
        return _KIND[words]
    name, _space, worth = words.rpartition(" ")  # "bye 0,5"
    is_half = worth in ("0.5", ".5") and _KIND.get(name) in (Unplayed.BYE, Unplayed.ABSENT)
    return Unplayed.HALF_POINT_BYE if is_half else ""


def with_worth(kind: str, written: str) -> tuple[str, str]:
    """A kind, adjusted to the points beside it, and the part of these that is not used."""
    points = _HALVES.sub("½", written.strip().replace(" ", ""))
    if not points or not isinstance(kind, Unplayed):
        return kind, written.strip()
    worth = _WORTH.get((kind, points.removesuffix(".0").removesuffix(",0")))
    return (worth, "") if worth else (kind, written.strip())


def result_in(
    text: str, game: str = "chess", forfeit: str = "", *, black_first: bool = False
) -> Result | None:
    """A result as people write it: "1-0", "½", "0,5-0,5", "2–0", "0-1R"; None if it is none.

    In draughts a win counts 2, and 1-1 is a draw. A `forfeit` column may stand beside the result.
    `black_first`: its parts stand in the order of the names, as in go. A game that is written as
    adjourned has no result so far.
    """
    written = text.lower().translate(_DASHES).replace(" ", "")
    if " ".join(text.lower().split()).strip("()") in _OPEN:
        return Result.UNFINISHED
    score = _BY_FORFEIT.sub("", written)
    is_forfeit = score != written or forfeit.lower() not in ("", "0", "false", "nee", "no")
    score = _HALVES.sub("½", score)
    if black_first and score not in ("+--", "--+", "---"):
        score = "-".join(reversed(score.split("-")))
    elif black_first:
        score = score[::-1]
    if is_forfeit and score == "0-0":
        return Result.BOTH_LOSE_FORFEIT
    scores = _SCORES
    if game == "draughts":
        scores, score = _SCORES | _DRAUGHTS, _NEW_YEAR.sub("1-1", score)
    result = scores.get(score)
    return _FORFEITS.get(result, result) if result and is_forfeit else result
