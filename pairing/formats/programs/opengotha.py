"""What does a tournament of OpenGotha, or one that Pairgoth exports, say (XML)?

`Player` with an EGF pin and the rounds they take part in ("1101"), `Game` with its round, table and
result, `ByePlayer`, and sets of parameters. Players are named by surname and first name together,
in capitals. There are no points in it. MacMahon scores and handicaps are not used here.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import date
from xml.parsers import expat

from pairing.core.federations import Identity
from pairing.core.types import Fact, Player, Result
from pairing.core.unplayed import Unplayed
from pairing.formats.errors import DocumentError
from pairing.formats.nodes import SIZE_LIMIT, clipped
from pairing.formats.pasted_text import date_in
from pairing.formats.programs.contents import Contents, unknown_keys

Element = tuple[str, Mapping[str, str]]
_DEEPEST, _MOST_ELEMENTS = 40, 300_000
#: Codes of expat for XML that ends too early (no element, an unclosed token or CDATA section), and
#: for XML in an encoding that it does not know.
_CUT_OFF, _ENCODING = (3, 5, 20), (18, 19)
_RESULTS = {
    "RESULT_WHITEWINS": Result.WHITE_WINS,
    "RESULT_BLACKWINS": Result.BLACK_WINS,
    "RESULT_EQUAL": Result.DRAW,
    "RESULT_UNKNOWN": Result.UNFINISHED,
    "RESULT_WHITEWINS_BYDEF": Result.WHITE_WINS_FORFEIT,
    "RESULT_BLACKWINS_BYDEF": Result.BLACK_WINS_FORFEIT,
    "RESULT_BOTHLOSE": Result.BOTH_LOSE_FORFEIT,
    "RESULT_BOTHLOSE_BYDEF": Result.BOTH_LOSE_FORFEIT,
}
_PLAYER = ("name", "firstName", "rank", "grade", "rating", "egfPin", "club", "participating")
_GAME = ("roundNumber", "tableNumber", "whitePlayer", "blackPlayer", "result", "handicap")
_GENERAL = ("name", "shortName", "beginDate", "endDate", "numberOfRounds")
#: Elements that hold others, and those whose attributes are used.
_USED = {
    "Tournament": (),
    "Players": (),
    "Games": (),
    "ByePlayers": (),
    "TournamentParameterSet": (),
    "Player": (*_PLAYER, "knownColor"),
    "Game": (*_GAME, "knownColor"),
    "ByePlayer": ("player", "roundNumber"),
    "GeneralParameterSet": _GENERAL,
}


def read_opengotha(data: bytes) -> Contents:
    """The competition in a file; DocumentError if there is none, or the XML is not sound."""
    contents = Contents("knsb-resistance", game="go")
    keys: dict[str, str] = {}
    games: list[tuple[int, int, Mapping[str, str]]] = []
    byes: list[Mapping[str, str]] = []
    days: list[date | None] = []
    for name, attributes in elements(data):
        if name in _USED:
            filled = [key for key, value in attributes.items() if value]
            contents.leave_fields(name, *unknown_keys(filled, _USED[name]))
        else:
            contents.leave_fields("XML", name)
        if name == "Player":
            _take_player(contents, keys, attributes)
        elif name == "Game":
            games.append((_whole(attributes, "roundNumber"), _table(attributes), attributes))
        elif name == "ByePlayer":
            byes.append(attributes)
        elif name == "GeneralParameterSet":
            contents.name = attributes.get("name") or attributes.get("shortName", "")
            contents.round_count = min(_whole(attributes, "numberOfRounds", 0), 99)
            days = [date_in(attributes.get(key, "")) for key in ("beginDate", "endDate")]
    for number, _table_number, game in sorted(games, key=lambda game: game[:2]):
        _take_game(contents, keys, number, game)
    for bye in byes:
        player = _named(keys, bye.get("player", ""))
        contents.round(_whole(bye, "roundNumber")).unplayed[player] = Unplayed.BYE
    if contents.rounds and len(days) == 2 and days[0] and days[1] and days[0] <= days[1]:
        # The file has the first and the last day.
        contents.round(max(contents.rounds)).date = days[1].isoformat()
        contents.round(1).date = days[0].isoformat()
    return contents


def elements(data: bytes) -> Iterator[Element]:
    """The elements of an XML text in order, with their attributes.

    DocumentError if it is too large, too deep, no XML, or has a document type, which could
    define entities.
    """
    if len(data) > SIZE_LIMIT:
        raise DocumentError("", "too_large", {"limit": SIZE_LIMIT // 1_000_000})
    read: list[Element] = []
    depth = 0

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > _DEEPEST:
            raise DocumentError("", "too_deep")
        if len(read) >= _MOST_ELEMENTS:
            raise DocumentError("", "too_many_rows", {"limit": _MOST_ELEMENTS})
        read.append((name, attributes))

    def end(_name: str) -> None:
        nonlocal depth
        depth -= 1

    def refuse(*_declared: object) -> None:
        raise DocumentError("", "has_entities")

    parser = expat.ParserCreate()
    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.StartDoctypeDeclHandler = parser.EntityDeclHandler = refuse
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        facts: dict[str, Fact] = {"line": error.lineno, "column": error.offset + 1}
        if error.code in _ENCODING:
            raise DocumentError("", "xml_encoding") from None
        if error.code in _CUT_OFF:
            raise DocumentError("", "xml_cut_off", facts) from None
        raise DocumentError("", "not_xml", facts) from None
    except (LookupError, ValueError) as error:  # in an encoding that is not known here
        if isinstance(error, DocumentError):
            raise
        raise DocumentError("", "xml_encoding") from None
    return iter(read)


def _whole(attributes: Mapping[str, str], key: str, usual: int | None = None) -> int:
    text = attributes.get(key, "").strip()
    if text.isdecimal() and len(text) < 6:
        return int(text)
    if usual is not None and not text:
        return usual
    raise DocumentError(key, "not_a_whole_number", {"text": clipped(text)})


def _table(attributes: Mapping[str, str]) -> int:
    return _whole(attributes, "tableNumber", 0)


def _key(name: str, first: str) -> str:
    """OpenGotha's name of a player in a game."""
    return re.sub(r"\s", "", f"{name}{first}").upper()


def _take_player(contents: Contents, keys: dict[str, str], attributes: Mapping[str, str]) -> None:
    surname, first = attributes.get("name", ""), attributes.get("firstName", "")
    number = str(len(contents.players) + 1)
    key = _key(surname, first)
    if keys.setdefault(key, number) != number:
        raise DocumentError("Player", "player_twice", {"player": clipped(key)})
    rating = attributes.get("rating", "").strip().lstrip("+")
    pin = attributes.get("egfPin", "").strip()
    contents.add(
        Player(
            number,
            int(number),
            ", ".join(filter(None, (surname.strip(), first.strip()))),
            int(rating) if rating.isdecimal() and len(rating) < 5 else None,
            grade=(attributes.get("rank") or attributes.get("grade", "")).lower(),
            identities=(Identity("EGD", pin[:40]),) if pin.strip("0") else (),
            club=attributes.get("club", ""),
        )
    )
    if rating and not (rating.isdecimal() and len(rating) < 5):
        contents.leave_out(surname or number, rating)


def _named(keys: Mapping[str, str], key: str) -> str:
    number = keys.get(re.sub(r"\s", "", key).upper())
    if number is None:
        raise DocumentError("Game", "unknown_player", {"player": clipped(key)})
    return number


def _take_game(
    contents: Contents, keys: Mapping[str, str], number: int, game: Mapping[str, str]
) -> None:
    white, black = (_named(keys, game.get(key, "")) for key in ("whitePlayer", "blackPlayer"))
    written = game.get("result", "RESULT_UNKNOWN")
    if written not in _RESULTS:
        contents.leave_out(f"R{number}", written)
    if game.get("handicap", "0") not in ("", "0"):
        contents.leave_out(f"R{number}", f"handicap {game['handicap']}")
    if game.get("knownColor") == "false":
        contents.warn(f"R{number}", "colour_not_known", white=white, black=black)
    result = _RESULTS.get(written, Result.UNFINISHED)
    contents.round(number).games.append((white, black, result))
