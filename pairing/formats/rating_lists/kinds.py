"""Which rating lists are known? A row for each: its federation, how it begins, and its reader.

Facts about the formats come from published files and programs that read them; a federation that is
not here can give any table with named columns ("named"), and names the issuer of its numbers.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from pairing.formats.programs.recognised import SQLITE

FIDE, KNSB, KBSB, DSB, ECF, EGD, FFG = "FIDE", "KNSB", "KBSB", "DSB", "ECF", "EGD", "FFG"
#: The shapes of lists: cells with a separator, fixed columns, elements of XML, or a database.
TABLE, COLUMNS, XML, DATABASE = "table", "columns", "xml", "database"

_DIGITS = r"[0-9]{1,12}"


@dataclass(frozen=True, slots=True)
class ListKind:
    """A kind of list.

    `begins`: a pattern for its first bytes. For a table, `heads` are the possible headings of each
    field (folded; the first in the table counts), and `needs` the fields that it must have.
    `number`: the pattern of a number. `ignores`: known headings that are left out silently.
    """

    key: str
    issuer: str
    shape: str
    begins: str = ""
    heads: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    needs: tuple[str, ...] = ("number", "name", "rating")
    number: str = _DIGITS
    ignores: tuple[str, ...] = ()


#: Fields by the headings of all tables that name their columns themselves.
_NAMED = {
    "number": (
        *("id_no", "idno", "id", "number", "nr", "no", "nummer", "licence", "license", "licentie"),
        *("matricule", "stamnummer", "lidnummer", "member_id", "sicil no", "kimlik"),
    ),
    "fide": ("fide_no", "fideid", "fide id", "fide-id", "fide_id", "fide no", "fide"),
    "name": ("name", "naam", "nom", "isim", "spielername", "player", "full_name", "ad soyad"),
    "surname": ("surname", "last name", "lastname", "nachname", "achternaam", "soyad"),
    "given": ("firstname", "first name", "forename", "given name", "vorname", "voornaam", "prenom"),
    "title": ("title", "titel", "titre", "tit", "unvan"),
    "rating": (
        *("rtg_nat", "rating", "elo", "ukd", "rtg", "rat", "nat", "nrtg", "dwz", "classical"),
        *("standard", "rtg_int"),
    ),
    "rapid": ("rapid", "rapid_rating", "rtg_rapid", "hizli"),
    "blitz": ("blitz", "blitz_rating", "rtg_blitz", "yildirim"),
    "birth": ("birthday", "born", "birth", "geboren", "geburtsjahr", "b-day", "year", "dogum"),
    "federation": ("fed", "federation", "federatie", "land", "ulke"),
    "sex": ("sex", "s", "gender", "geschlecht", "geslacht", "cinsiyet"),
}

#: In the order in which they are tried.
KINDS = (
    ListKind("kbsb", KBSB, DATABASE, begins=SQLITE.decode()),
    ListKind("fide-xml", FIDE, XML, begins=r"\s*(?:<\?xml[^>]*\?>\s*)?<playerslist\b"),
    ListKind("fide", FIDE, COLUMNS, begins=r"(?i)\s*ID[ _]NUMBER\s+NAME\b"),
    ListKind("egd", EGD, COLUMNS, begins=r"(?is).{0,400}(?:European Go Database|\bPin\s+Name\b)"),
    ListKind("ffg", FFG, COLUMNS, begins=r"#Echelle"),
    # Rows of a list about a club, as the page about a list sends them.
    ListKind(
        "kept",
        "",
        TABLE,
        heads={
            **{name: (f"kept_{name}",) for name in ("number", "name", "title", "rating", "rapid")},
            **{name: (f"kept_{name}",) for name in ("blitz", "birth", "federation", "sex", "fide")},
        },
        needs=("number", "name"),
        number=r"[A-Za-z0-9/._-]{1,40}",
    ),
    ListKind(
        "knsb",
        KNSB,
        TABLE,
        heads={
            "number": ("relatienummer",),
            "name": ("naam",),
            "title": ("titel",),
            "federation": ("fed",),
            "rating": ("rating",),
            "birth": ("geboren",),
            "sex": ("s",),
        },
        number=r"[0-9]{5,9}",
        ignores=("nv",),
    ),
    ListKind(
        "dsb",
        DSB,
        TABLE,
        heads={
            "number": ("id",),
            "name": ("name,vorname", "spielername"),
            "title": ("fide-titel",),
            "rating": ("dwz",),
            "birth": ("geburtsjahr",),
            "sex": ("geschlecht",),
            "fide": ("fide-id",),
            "status": ("status",),
        },
        number=r"(?:NU)?[0-9]{5,10}",
        ignores=(
            *("zps", "vkz", "mitgliedsnummer", "mgl-nr", "spielberechtigung", "letzte auswertung"),
            *("letzte-auswertung", "index", "fide-elozahl", "fide-elo", "fide-land", "vorname"),
            *("nachname", "fide-frauentitel", "fide-elozahl-schnellschach", "fide-elozahl-blitz"),
        ),
    ),
    ListKind(
        "ecf",
        ECF,
        TABLE,
        heads={
            "number": ("ecf_code",),
            "name": ("full_name",),
            "rating": ("original_standard", "revised_standard"),
            "rapid": ("original_rapid", "revised_rapid"),
            "blitz": ("original_blitz", "revised_blitz"),
            "sex": ("gender",),
            "federation": ("nation",),
            "fide": ("fide_no",),
            "title": ("title",),
        },
        needs=("number", "name"),
        number=r"[0-9]{6}[A-L]",
        ignores=(
            *("member_no", "club_code", "club_name"),
            *(
                f"{part}{tempo}{end}"
                for tempo in ("standard", "rapid", "blitz")
                for online in ("", "_online")
                for part, end in (
                    ("original_", online),
                    ("revised_", online),
                    ("", f"{online}_original_category"),
                    ("", f"{online}_revised_category"),
                )
            ),
        ),
    ),
    ListKind(
        "kbsb-table",
        KBSB,
        TABLE,
        heads={
            "number": ("idnumber",),
            "name": ("name",),
            "sex": ("sex",),
            "birth": ("birthday",),
            "rating": ("elo",),
            "fide": ("fideid",),
            "status": ("affiliated",),
        },
        ignores=("fed", "club", "games"),
    ),
    ListKind("named", "", TABLE, heads=_NAMED, number=r"[A-Za-z0-9/._-]{1,20}"),
)
BY_KEY = {kind.key: kind for kind in KINDS}
#: The words in a file's name for the tempo of a list that does not give it.
_TEMPOS = {"rapid": r"rapid|hizli", "blitz": r"blitz|snel|yildirim"}


def recognised(head: bytes) -> ListKind | None:
    """The kind of a file by its beginning, except for tables, which their headings show
    (`kind_of_heads`)."""
    text = head.removeprefix(b"\xef\xbb\xbf").decode("latin-1")
    return next((kind for kind in KINDS if kind.begins and re.match(kind.begins, text)), None)


def kind_of_heads(heads: list[str]) -> ListKind | None:
    """The kind of a table by its folded headings."""
    return next((kind for kind in _tables() if _fits(kind, heads)), None)


def tempo_in(name: str) -> str:
    """The tempo in a file's name: "" for the classical one, or for none."""
    tempos = (tempo for tempo, words in _TEMPOS.items() if re.search(words, name, re.IGNORECASE))
    return next(tempos, "")


def _tables() -> Iterator[ListKind]:
    return (kind for kind in KINDS if kind.shape == TABLE)


def _fits(kind: ListKind, heads: list[str]) -> bool:
    def has(name: str) -> bool:
        if name == "name" and kind.key == "named" and has("surname"):
            return True
        if name == "number" and kind.key == "named" and has("fide"):
            return True
        return any(head in heads for head in kind.heads.get(name, ()))

    return all(map(has, kind.needs))
