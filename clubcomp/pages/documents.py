"""An import: the contents of the file, why it is refused, and afterwards what it brought."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from clubcomp.flow.errors import StepError
from clubcomp.flow.incoming import receipts
from clubcomp.flow.incoming.players import ImportPreview
from clubcomp.models import Player, Receipt
from clubcomp.words.trail_words import field_value, field_word
from pairing import sentences
from pairing.formats.document import DocumentError
from pairing.formats.errors import TrfError, TrfWarning
from pairing.formats.programs.recognised import (
    DOCUMENT,
    H9,
    KEIZER_FOR_CLUBS,
    OPENGOTHA,
    PAPI,
    SEVILLA,
    TABLE,
    TRF,
    WEB_PAGE,
    WORKBOOK,
)
from pairing.sentences.articles import system_name
from pairing.sentences.words import capitalised

KINDS: Mapping[str, Promise] = {
    DOCUMENT: _("competition document"),
    TRF: _("FIDE report (TRF)"),
    H9: _("European go report (h9)"),
    SEVILLA: _("report of Sevilla"),
    KEIZER_FOR_CLUBS: _("database of KeizerForClubs"),
    OPENGOTHA: _("file of OpenGotha or Pairgoth"),
    PAPI: _("file of Papi"),
    WORKBOOK: _("workbook (XLSX, ODS)"),
    TABLE: _("table or PGN"),
    WEB_PAGE: _("page of the web"),
}
#: The contents of a file in the order of the page; a count of 0 is shown for `ALWAYS` only.
HELD: Mapping[str, Promise] = {
    "players": _("Players"),
    "ratings": _("With a rating"),
    "groups": _("Groups"),
    "evenings": _("Evenings"),
    "rounds": _("Rounds"),
    "games": _("Games"),
    "forfeits": _("Of those by forfeit"),
    "open": _("Of those without a result"),
    "byes": _("Byes"),
    "absences": _("Absences"),
    "settings": _("Settings"),
}
#: Games that take longer to import than a page usually takes.
MANY = 500
#: How many are written in a second on a slow machine that is busy with other work too.
GAMES_A_SECOND = 500
ALWAYS = ("players", "evenings", "rounds", "games", "byes")
#: Remarks on what came in with another value; all other remarks say what was left out.
OTHERWISE = frozenset(
    """acceleration_ignored colour_not_known colour_unknown kind_changed left_there played_twice
    points_differ points_of_results rounds_assumed settings_not_there start_ratings
    tie_breaks_not_there values_differ""".split()
)
#: Remarks on fields that only the other program uses: these are folded.
FIELDS = "fields_not_used"
#: The subject of a table of another program, if its name does not say it.
ABOUT: Mapping[str, Promise] = {
    **dict.fromkeys(("Player", "players"), _("of each player")),
    **dict.fromkeys(("Game", "Pairing", "rounds"), _("of each game")),
    **dict.fromkeys(("Ranking", "RoundHist", "GroupReport"), _("of each round or group")),
    **dict.fromkeys(("Abs", "ByePlayer"), _("of each absence")),
    **dict.fromkeys(
        ("ConfigTab", "variables", "GeneralParameterSet", "XML"), _("settings of the program")
    ),
    **dict.fromkeys(("Sevilla", "Tournament", "SQLite", "Papi"), _("about the file itself")),
}
#: The remark that comes before all others.
AGREED = "points_equal"
#: At most this many games without colours are named one by one; more are counted.
FEW = 3


def contents_of(preview: ImportPreview) -> dict[str, Any]:
    """The contents of the file: players, rounds, settings, and what cannot be imported."""
    snapshot, incoming = preview.snapshot, preview.incoming
    # A system that the file does not give is asked for, and is not among its contents.
    system = "" if incoming.is_of_any_system else snapshot.system
    held = receipts.held_by(snapshot)
    return {
        "preview": preview,
        "kind": KINDS[incoming.kind],
        "held": _held(held if system else {**held, "settings": 0}),
        "takes_long": held["games"] >= MANY,
        "players": held["players"],
        "games": held["games"],
        "seconds": 2 + held["games"] // GAMES_A_SECOND,
        "settings": _settings(snapshot.options, system) if system else [],
        "to_pair": snapshot.to_pair(),
        "system": system_name(system) if system else "",
        **_remarks(incoming.warnings),
    }


def receipt_of(receipt: Receipt) -> dict[str, Any]:
    """What an import brought, what it left out, and what is removed if it is taken back."""
    members = receipts.new_members(receipt)
    is_played_on = receipts.is_played_on(receipt)
    staying = [] if is_played_on else receipts.who_stays(receipt, members)
    return {
        "receipt": receipt,
        "kind": KINDS.get(receipt.kind, receipt.kind),
        "system": system_name(receipt.competition.system),
        "held": _held(receipt.held),
        "new": members,
        "filled": _filled(receipt),
        "is_played_on": is_played_on,
        "staying": staying,
        "going": len(members) - len(staying),
        "unsaid": receipt.held["remarks"] - len(receipt.remarks),
        **_remarks(receipts.remarks_in(receipt)),
    }


def _held(held: Mapping[str, int]) -> list[tuple[Promise, int]]:
    shown = [(name, held.get(name, 0)) for name in HELD]
    return [(HELD[name], count) for name, count in shown if count or name in ALWAYS]


def _settings(options: Mapping[str, object], system: str) -> list[tuple[str, str]]:
    """The options that the file gives, in words."""
    return [
        (field_word(name, system), field_value(name, value, system))
        for name, value in receipts.settings_in(options).items()
    ]


def _remarks(warnings: Iterable[TrfWarning]) -> dict[str, Any]:
    """What was left out and what has other values here, line by line; fields of the other program
    by its tables."""
    remarks: dict[str, list[str]] = {"agreed": [], "left_out": [], "otherwise": []}
    fields = [warning for warning in warnings if warning.code == FIELDS]
    warnings = [warning for warning in warnings if warning.code != FIELDS]
    uncoloured = sum(warning.code == "colour_unknown" for warning in warnings)
    if uncoloured > FEW:
        words = _(
            "%(count)s games have no colours in the file: the player who stands higher has black"
        )
        remarks["otherwise"].append(words % {"count": uncoloured})
    for warning in warnings:
        if warning.code == AGREED:
            remarks["agreed"].append(sentences.trf_warning(warning))
            continue
        if warning.code == "colour_unknown" and uncoloured > FEW:
            continue
        kind = "otherwise" if warning.code in OTHERWISE else "left_out"
        remarks[kind].append(sentences.trf_warning(warning))
    tables = [
        (ABOUT.get(field.path, field.path), field.facts["count"], field.facts["what"])
        for field in fields
    ]
    return {
        **remarks,
        "fields": tables,
        "field_count": sum(int(str(count)) for _about, count, _what in tables),
        "remarks": sum(map(len, remarks.values())) + bool(tables),
    }


def _filled(receipt: Receipt) -> list[tuple[Player, list[str]]]:
    """The fields filled in for players whom the club already had."""
    brought = receipt.brought
    words: dict[int, list[str]] = defaultdict(list)
    for pk, values in brought["filled"]:
        words[pk] += [field_word(name) for name in values]
    for pk, issuer, number in brought["numbers"]:
        words[pk].append(f"{issuer} {number}".strip())
    for pk, listed, _tempo, _date, value in brought["ratings"]:
        words[pk].append(f"{listed} {value}")
    return [(player, words[player.pk]) for player in Player.objects.filter(pk__in=words)]


def refusal_of(error: DocumentError | StepError) -> str:
    """Why a file is refused: a sentence, or the place in the file with the problem there."""
    if isinstance(error, StepError):
        return str(error)
    words = sentences.error(error)
    # "Line 4, column 92: ..." is a sentence; any other place is a key as the file writes it.
    is_sentence = isinstance(error, TrfError) or not error.path
    return capitalised(words) if is_sentence else words
