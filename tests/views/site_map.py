"""Every address of the site, and what is sent where a press changes something."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver

from tests.make import PASSWORD

# Every address --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Address:
    """A line of the site map: its name (its route when it has none), view and arguments."""

    name: str
    view: Callable[..., Any]
    arguments: tuple[str, ...]


def addresses(
    patterns: list[URLPattern | URLResolver] | None = None, arguments: tuple[str, ...] = ()
) -> Iterator[Address]:
    """The whole site map but Django's admin."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        named = (*arguments, *pattern.pattern.converters)
        if isinstance(pattern, URLPattern):
            yield Address(pattern.name or str(pattern.pattern), pattern.callback, named)
        elif pattern.app_name != "admin":
            yield from addresses(pattern.url_patterns, named)


ADDRESSES = {address.name: address for address in addresses()}

# What is pressed --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Step:
    """A press that changes something: in which place, what the form sends, and who presses."""

    data: dict[str, Any] = field(default_factory=dict)
    place: dict[str, Any] = field(default_factory=dict)
    who: str = "owner"


PLAYING = {"competition": "lopend", "evening": 1}
COMING = {"competition": "rust", "evening": 2}
OVER = {"competition": "rust", "evening": 1}
WHY = "Zo is het afgesproken"

#: Every address where a press changes something. "@..." is filled in by `TwoClubs.data`.
STEPS = {
    "open-evening": Step({"sure": "1"}, COMING),
    "undo-opening": Step(place={"competition": "vroeg", "evening": 1}),
    "mark-attendance": Step({"present": "0"}),
    "plan-attendance": Step({"status": "external", "from_game": "1", "note": "Eerste team"}),
    "drop-out": Step({"way": "went_home", "what": "nothing/absent", "number": "1"}),
    "not-coming": Step({"players": "gerritsen", "way": "external", "first": "", "last": ""}),
    "everybody-here": Step(place=COMING),
    "make-member": Step({"act": "guest"}),
    "add-guest": Step({"name": "Vermeer, Tom", "rating": "1500", "from_game": "1"}),
    "pairing": Step({"number": "2"}, PLAYING),
    "swap": Step({"one": "adema", "other": "cornelis", "reason": WHY, "seen": "@seen"}),
    "fix-board": Step({"white": "bakker", "black": "faber", "reason": WHY, "seen": "@seen"}),
    "release-board": Step({"white": "@white", "black": "@black", "seen": "@seen"}),
    "forbid-pair": Step({"white": "adema", "black": "faber", "reason": WHY}),
    "name-bye": Step({"player": "adema", "seen": "@seen"}),
    "discard-proposal": Step({"seen": "@seen"}),
    "publish": Step({"number": "2", "seen": "@seen"}),
    "withdraw": Step({"seen": "@withdrawn"}, PLAYING),
    "swap-published": Step(
        {"one": "@white1", "other": "@white2", "reason": WHY, "seen": "@seen_playing"}, PLAYING
    ),
    "add-board": Step({"one": "faber", "other": "gerritsen", "reason": WHY}, PLAYING),
    "games-ahead": Step(
        {
            "one": "faber",
            "other": "gerritsen",
            "number": "2",
            "outcome": "draw",
            "played_on": "2024-09-01",
            "reason": WHY,
        },
        PLAYING,
    ),
    "take-board-back": Step({"reason": WHY, "game": "@added"}, OVER | {"board": 3}),
    "record-result": Step({"result": "1-0", "seen": "*", "game": "@playing"}, PLAYING),
    "result-more": Step({"act": "adjourned", "seen": "*", "game": "@playing"}, PLAYING),
    "correct-result": Step({"result": "0-1", "seen": "1-0", "reason": WHY, "game": "@game"}),
    "next-game": Step({"after": "1"}),
    "correct-notice": Step(
        {"player": "gerritsen", "number": "", "kind": "no_notice", "reason": WHY}, OVER
    ),
    "plan-periods": Step({"firsts": "2"}, {"competition": "eigen"}),
    "elsewhere": Step({"1-gerritsen": "1"}, {"competition": "eigen", "evening": 1}),
    "without-notice": Step({"players": "gerritsen", "reason": WHY}, OVER),
    "close": Step({"unplayed": "@unplayed"}),
    "reopen": Step({"reason": WHY}, OVER),
    "deputies": Step({"name": "Piet Invaller", "person": "", "scope": "results"}),
    "plan-evening": Step(
        {
            "tempo": "@tempo",
            "date": "2030-09-05",
            "far": "on",
            "starts_at": "20:00",
            "games": "",
            "until": "",
        }
    ),
    "past-games": Step(
        {"tempo": "@tempo", "text": "12-9-2024\tAdema\tFaber\t1-0", "act": "add"},
        {"competition": "rust"},
    ),
    "old-table": Step(
        {"act": "take", "options": '{"bye": {"amount": "1/3"}}'}, {"competition": "eigen"}
    ),
    "change-evening": Step(
        {"tempo": "@tempo", "date": "2030-09-05", "far": "on", "starts_at": "20:00", "games": "2"},
        COMING,
    ),
    "remove-evening": Step(place=COMING),
    "add-member": Step({"name": "Nieuw, Nina", "rating": "1650", "is_member": "on"}),
    "paste-members": Step({"text": "Nieuw, Nina\t1650", "competition": "rust", "act": "add"}),
    "rating-list": Step({"text": "Relatienummer;Naam;Rating\n1234567;Los, L.;1533", "act": "take"}),
    "member": Step({"name": "Anders, Ada", "rating": "1650", "is_member": "on"}),
    "member-away": Step({"first": "2030-07-01", "last": "2030-07-21", "kind": "absent"}),
    "member-link": Step({"seen": "1"}),
    "own-result": Step(
        {"game": "@own", "result": "1-0"}, PLAYING | {"board": "@own_board"}, who="holder"
    ),
    "confirm-results": Step({"claim": "@claim"}, PLAYING),
    "my-link": Step({"act": "renew", "seen": "1"}, who="holder"),
    "my-evening": Step({"say": "absent"}, {"competition": "vroeg", "evening": 1}, who="holder"),
    "my-name": Step({"shown_as": "initial"}, who="holder"),
    "my-consent": Step({"always": "yes"}, who="holder"),
    "my-away": Step({"act": "away", "first": "2030-07-01", "last": "2030-07-21"}, who="holder"),
    "remove-member": Step(place={"player": "@loose"}),
    "forget-person": Step({"sure": "1"}),
    "people": Step({"email": "nieuw@example.org", "name": "Nina", "role": "leader", "player": ""}),
    "person": Step({"act": "give", "role": "leader", "player": ""}),
    "my-messages": Step({"language": "tr"}, who="holder"),
    "stop-messages": Step(),
    "club-messages": Step({"sender_name": "Schaakclub", "reply_to": "a@example.org"}),
    "webhook": Step({"address": "https://uitslagen.example/toren", "news": "results"}),
    "club-settings": Step({"name": "De Nieuwe Toren", "slug": "toren", "country": "NL"}),
    "headline": Step({"headline": "Het paastoernooi is open"}),
    "nameplate": Step({"line": "Elke donderdag 20:00", "colour": "red"}),
    "club-readers": Step({"audience": "link", "names_shown": "initial", "is_findable": "on"}),
    "competition-readers": Step({"audience": "members", "names_shown": "hidden"}),
    "club-link": Step({"seen": "1"}),
    "end-club": Step({"name": "De Toren"}),
    "operator-club": Step({"why": WHY}, who="staff"),
    "found-club": Step({"name": "De Derde", "slug": "derde", "country": "NL"}, who="staff"),
    "operator-sign-up": Step(
        {"mode": "off", "most_clubs": "40", "terms": "Who runs it: [name].", "seen": "@sign_up"},
        who="staff",
    ),
    "asked-clubs": Step({"act": "approve", "asked": "@asked"}, who="staff"),
    "new-competition": Step(
        {
            "system": "attacalc",
            "name": "Zomer",
            "slug": "zomer",
            "game": "chess",
            "who": "all",
            "first_value": "30",
            "long-use": "on",
            "long-games_per_evening": "1",
            "long-last_n": "4",
            "long-absence_limit": "3",
        }
    ),
    "report-games": Step({"target": "table", "act": "make"}),
    "report-file": Step(),
    "receipt": Step({"act": "undo"}, {"competition": "gelijk"}),
    "federations": Step({"place": "Utrecht", "federation": "NED"}, {"competition": "zwitsers"}),
    "season": Step({"name": "Dit jaar", "first": "2020-07-01", "last": "2020-12-31"}),
    "stage": Step({"to": "finished", "seen": "running"}, {"competition": "zwitsers"}),
    "next-season": Step({"name": "Intern", "players": "@holder", "by_table": "table"}),
    "competition-name": Step({"name": "Anders", "slug": "intern"}),
    "options": Step({"@options": "", "act": "keep"}),
    "ties": Step(
        {"@level": "", "scope": "standard", "reason": WHY, "act": "decide"},
        {"competition": "gelijk"},
    ),
    "points-by-hand": Step(
        {"act": "give", "player": "gerritsen", "points": "1", "evening": "1", "reason": WHY},
        {"competition": "eigen"},
    ),
    "fide-rules": Step({"act": "mark"}, {"competition": "zwitsers"}),
    "tempos": Step(
        {
            "key": "rapid",
            "name": "Rapid",
            "games_per_evening": "2",
            "last_n": "4",
            "absence_limit": "3",
            "weight": "1/2",
        }
    ),
    "tempo": Step(
        {
            "name": "Vluggertjes",
            "games_per_evening": "3",
            "last_n": "4",
            "absence_limit": "3",
            "weight": "1",
            "act": "keep",
        }
    ),
    "entries": Step({"players": "@loose"}),
    "entry": Step({"start": "1", "rating": "1700", "joined": "1", "left": "", "act": "keep"}),
    "groups": Step({"goes_up": "1", "goes_down": "1", "seen": "@seen_groups"}),
    "start-numbers": Step({"act": "number", "seen": "@seen_numbers"}, {"competition": "zwitsers"}),
    "keep-apart": Step({"group": "Familie", "members": "@apart", "how": "always"}),
    "forbidden-pairs": Step({"one": "adema", "other": "faber", "reason": WHY}),
    "categories": Step({"name": "Jeugd", "born_from": "2008", "picked": "faber", "act": "keep"}),
    "prizes": Step({"table": "-", "place": "1", "until": "3", "worth": "50", "act": "keep"}),
    "remove-competition": Step({"sure": "on"}),
    "import": Step({"text": "@document", "name": "Terug", "slug": "terug", "act": "import"}),
    "password": Step(
        {
            "old_password": PASSWORD,
            "new_password1": "de toren staat stevig",
            "new_password2": "de toren staat stevig",
        }
    ),
    "recovery-codes": Step(),
    "welcome": Step(
        {
            "new_password1": "de toren staat stevig",
            "new_password2": "de toren staat stevig",
        }
    ),
}
