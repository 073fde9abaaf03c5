"""How is a person forgotten? The name goes everywhere, games and points stay.

The row of the player is kept, under "Former member" and its number, because games and standings
belong to other players too. The name is replaced in the trail, and in the documents and proposals
kept with rounds; files that came in go, and so does everything that was only about the person. A
restored backup or an older archive of the club brings the name back: `forget_again` and
`forget_in_archive` forget once more.
"""

import json
import re
from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import unquote

from django.db.models import F, Model, Q
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from clubcomp.doors.names import full_name, parse_name
from clubcomp.flow.clubs import must_not_be_last_owner
from clubcomp.flow.competitions.apart import forget_groups
from clubcomp.flow.competitions.entries import stop_playing
from clubcomp.flow.people.identities import update_suffixes
from clubcomp.flow.people.members import FIELDS
from clubcomp.flow.rows_now import player_now
from clubcomp.flow.step import all_or_nothing, club_held, write_trail
from clubcomp.models import (
    AskedClub,
    Attendance,
    Away,
    Category,
    Club,
    Competition,
    Entry,
    Event,
    ForbiddenPair,
    Forgotten,
    Game,
    GameAhead,
    GivenPoints,
    Habit,
    Membership,
    Message,
    OldTableSearch,
    Original,
    Player,
    Prize,
    Receipt,
    Round,
    SentReport,
    TrailEntry,
    Upload,
    User,
)

#: What stays in the row of a player, and in the lines of the trail about them.
STAYS = {"name", "rating", "is_member"}
PERSONAL = {*FIELDS, "identities", "national_number", "ratings"} - STAYS
#: What a document no longer says of a player; the rating counts in pairings, so it stays.
OF_DOCUMENT = ("birth_year", "birth_date", "sex", "club", "federation", "identities", "ratings")
#: Columns of free text, after the path to the club. Not the names of competitions, which stay.
FREE_TEXT: dict[type[Model], tuple[str, ...]] = {
    Club: (
        *("pk", "privacy_words", "sender_name", "line", "place", "contact", "headline"),
        "suspended_why",
    ),
    Event: ("competition__club", "chief_arbiter", "arbiters"),
    ForbiddenPair: ("competition__club", "reason", "group"),
    Category: ("competition__club", "name"),
    Prize: ("competition__club", "name"),
    Attendance: ("evening__competition__club", "note"),
    GivenPoints: ("evening__competition__club", "reason"),
    Away: ("player__club", "note"),
    Game: ("round__evening__competition__club", "fixed"),
    GameAhead: ("evening__competition__club", "reason"),
}


@all_or_nothing
def forget_person(player: Player, *, by: User | None) -> Player:
    """Replace the name of a player everywhere and keep nothing else of the person.

    Idempotent; StepError for the last owner of the club.
    """
    with club_held(player.club) as club:
        now = player_now(club, player)
        if now.is_forgotten:
            return now
        name = _("Former member %(number)s") % {"number": now.pk}
        signs = sorted(_signs_of(now))
        _forget(club, now, name)
        stop_playing(now, by=_remaining_account(by))
        Forgotten.objects.update_or_create(
            club=club, player=now.pk, defaults={"name": name, "signs": signs}
        )
        write_trail(club, "forget_person", by=_remaining_account(by), facts={"player": name})
    return now


def forget_again(remembered: Iterable[Forgotten]) -> list[str]:
    """Forget the people whom a restored backup brought back; returns the names they have now.

    A player is only forgotten if their name or a number of theirs was forgotten.
    """
    done = []
    for row in remembered:
        player = Player.objects.filter(pk=row.player, club=row.club_id, is_forgotten=False).first()
        if player and not _signs_of(player).isdisjoint(row.signs):
            done.append(str(forget_person(player, by=None)))
    return done


def forget_in_archive(club: Club) -> None:
    """Forget, in a club imported from an archive, the people whom this site has forgotten in it.

    It is the same club when its log begins with the same line. People who are forgotten in the
    archive already are skipped: anyone with such a name there is somebody else.
    """
    first = TrailEntry.objects.filter(club=club).order_by("pk").first()
    if first is None:
        return
    same = TrailEntry.objects.filter(at=first.at, action=first.action).exclude(club=club)
    rows = Forgotten.objects.filter(club__in=same.values("club"))
    forgotten_names = set(club.players.filter(is_forgotten=True).values_list("name", flat=True))
    done = {sign for row in rows if row.name in forgotten_names for sign in row.signs}
    wanted = {sign for row in rows for sign in row.signs} - done
    for player in club.players.filter(is_forgotten=False).order_by("pk") if wanted else ():
        if not _signs_of(player).isdisjoint(wanted):
            forget_person(player, by=None)


def forgotten_of(club: Club) -> dict[str, Player]:
    """The players of a club who were forgotten, by the codes of their numbers and names."""
    rows = {row.player: row for row in Forgotten.objects.filter(club=club)}
    players = club.players.filter(pk__in=rows, is_forgotten=True)
    return {sign: player for player in players for sign in rows[player.pk].signs}


def sign_of_name(name: str) -> str:
    """A code of a name, alike however it is written."""
    return _sign("name", " ".join(sorted(str(parse_name(name)).casefold().split())))


def sign_of_number(issuer: str, number: str) -> str:
    """A code of a number at a federation."""
    return _sign(issuer, number)


def _sign(kind: str, text: str) -> str:
    digest = salted_hmac("clubcomp.flow.forgetting", f"{kind} {text}", algorithm="sha256")
    return digest.hexdigest()[:32]


def _signs_of(player: Player) -> set[str]:
    numbers = player.identities.exclude(issuer="").values_list("issuer", "number")
    of_numbers = {sign_of_number(issuer, number) for issuer, number in numbers}
    return of_numbers | {*map(sign_of_name, _names_of(player))}


def _names_of(player: Player) -> set[str]:
    """The name as it is and as it was, except names that another player of the club has."""
    names = {player.name}
    lines = TrailEntry.objects.filter(club=player.club_id, action="change_member")
    changed = [
        (line.before["name"], line.after["name"])
        for line in lines.filter(before__has_key="name").order_by("-pk")
        if line.before and line.after
    ]
    for before, after in changed:
        names |= {before} if after in names else set()
    club_mates = Player.objects.filter(club=player.club_id).exclude(pk=player.pk)
    taken = {str(parse_name(name)) for name in club_mates.values_list("name", flat=True)}
    return {name for name in names if str(parse_name(name)) not in taken}


def _remaining_account(by: User | None) -> User | None:
    """The account of the person who forgets, unless it was just removed."""
    return by if by and User.objects.filter(pk=by.pk).exists() else None


# What is replaced ----------------------------------------------------------------------------


def _forget(club: Club, player: Player, name: str) -> None:
    # So that nobody makes a step on them meanwhile; in the order in which steps lock.
    held = Competition.objects.filter(club=club).order_by("pk").select_for_update(no_key=True)
    list(held.values_list("pk", flat=True))
    names = {text for known in _names_of(player) for text in (known, str(parse_name(known)))}
    names.add(full_name(player.name, player.apart))
    replaced = _replacing(names, name)
    account = _forget_account(player)
    entries = list(Entry.objects.filter(player=player).select_related("competition"))
    for entry in entries:
        key = _free_key(entry)
        _in_rounds(entry, key, name, replaced)
        entry.key = key
        entry.save(update_fields=["key"])
    _in_trail(club, replaced, account, name)
    _in_free_text(club, replaced)
    _in_links(club, names)
    _only_about(club, player, entries)
    for field in player._meta.concrete_fields:
        if field.name not in {"id", "club", "link_generation", *STAYS}:
            setattr(player, field.name, field.get_default())
    player.name, player.is_forgotten, player.is_member = name, True, False
    player.link_generation += 1
    player.save()
    update_suffixes(club, player)
    Competition.objects.filter(club=club).update(version=F("version") + 1)


def _replacing(names: Iterable[str], name: str) -> Callable[[str], str]:
    """A function that replaces these names in a text, the longest first; a name of one word, which
    may be a part of somebody else's, only where it is the whole text."""
    alone = set(names)
    texts = sorted((text for text in alone if " " in text), key=len, reverse=True)
    within = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, texts))})(?![\w-])")

    def replaced(text: str) -> str:
        return name if text in alone else within.sub(name, text) if texts else text

    return replaced


def _walked(value: Any, word: Callable[[str], str]) -> Any:
    """A value of JSON with all its words, those of objects included, replaced."""
    if isinstance(value, str):
        return word(value)
    if isinstance(value, list):
        return [_walked(item, word) for item in value]
    if isinstance(value, dict):
        return {word(key): _walked(item, word) for key, item in value.items()}
    return value


def _free_key(entry: Entry) -> str:
    """An unused key that does not contain the name."""
    taken = set(entry.competition.entries.values_list("key", flat=True))
    stem, number = f"former-{entry.player_id}", 1
    while (key := stem if number == 1 else f"{stem}-{number}") in taken:
        number += 1
    return key


def _in_trail(club: Club, replaced: Callable[[str], str], account: User | None, name: str) -> None:
    """Replace the name in every line of the log; lines about the player lose personal facts."""
    lines = TrailEntry.objects.filter(club=club)
    for line in lines.order_by("pk"):
        was = (line.facts, line.before, line.after, line.reason, line.by_name)
        line.facts, line.before, line.after = (_walked(part, replaced) for part in was[:3])
        line.reason, line.by_name = replaced(line.reason), replaced(line.by_name)
        if account and line.by_id == account.pk:
            line.by_name = name
        if name in (line.facts or {}).values() and line.action.endswith("_member"):
            line.before, line.after = _without_person(line.before), _without_person(line.after)
        if was != (line.facts, line.before, line.after, line.reason, line.by_name):
            line.save(update_fields=["facts", "before", "after", "reason", "by_name"])


def _in_free_text(club: Club, replaced: Callable[[str], str]) -> None:
    """Replace the name in free text that people wrote, whatever the text is about."""
    for model, (of_club, *columns) in FREE_TEXT.items():
        rows = model._default_manager
        longest = {field.name: field.max_length for field in model._meta.concrete_fields}
        for column in columns:
            written = rows.filter(**{of_club: club.pk}).exclude(**{column: ""})
            for pk, text in written.values_list("pk", column):
                if (now := replaced(text)) != text:
                    rows.filter(pk=pk).update(**{column: now[: longest[column]]})
    # An account that was made for a link has the name that was written beside it.
    by_link = User.objects.filter(
        deputy_for__by_link=True, deputy_for__evening__competition__club=club, memberships=None
    )
    for account in by_link.distinct():
        User.objects.filter(pk=account.pk).update(name=replaced(account.name))


def _in_links(club: Club, names: Iterable[str]) -> None:
    """Drop links of the club that name the person: an address cannot have another name in it."""
    sought = [_words_of(name) for name in names]
    club.links = [link for link in club.links if not any(n in _words_of(link) for n in sought)]
    Club.objects.filter(pk=club.pk).update(links=club.links)


def _words_of(text: str) -> str:
    """A text as its words alone, between blanks."""
    words = re.findall(r"[^\W_]+", unquote(text).lower())
    return f" {' '.join(words)} "


def _without_person(values: Any) -> Any:
    if not isinstance(values, dict):
        return values
    return {key: value for key, value in values.items() if key not in PERSONAL}


def _in_rounds(entry: Entry, key: str, name: str, replaced: Callable[[str], str]) -> None:
    """Replace the player's key and name in everything that rounds of the competition keep."""
    competition, old = entry.competition, entry.key
    rounds = Round.objects.filter(evening__competition=competition)

    def word(text: str) -> str:
        return key if text == old else replaced(text)

    kept = ("proposal", "fixed", "named_byes", "drawn", "elsewhere", "kept_results")
    for round_ in rounds.defer(None).order_by("pk"):
        if round_.paired_from:
            round_.keep_paired_from(_in_document(round_.paired_from, old, key, name))
        for field in kept:
            setattr(round_, field, _walked(getattr(round_, field), word))
        round_.seal = None  # it is paired again when somebody asks, from the document as it is now
        round_.save(update_fields=["paired_from", "paired_digest", *kept, "seal"])
    ties = _walked(competition.decided_ties, word)
    Competition.objects.filter(pk=competition.pk).update(decided_ties=ties)
    for game in Game.objects.filter(round__in=rounds).exclude(added=None):
        game.added = _walked(game.added, word)
        game.save(update_fields=["added"])


def _in_player(known: dict[str, Any], key: str, name: str) -> dict[str, Any]:
    kept_values = {word: value for word, value in known.items() if word not in OF_DOCUMENT}
    return kept_values | {"id": key, "name": name}


def _in_document(text: str, old: str, key: str, name: str) -> str:
    """A document with the player's new key, and without the person; otherwise the same bytes."""

    def walked(value: Any, at: str = "") -> Any:
        if isinstance(value, dict):
            return {word: walked(item, word) for word, item in value.items()}
        if isinstance(value, list):
            return [walked(item, "item") for item in value]
        return key if value == old and at in ("white", "black", "bye", "item") else value

    document = json.loads(text)
    document["players"] = [
        _in_player(player, key, name) if player["id"] == old else player
        for player in document["players"]
    ]
    for part in ("forbidden_pairs", "evenings"):
        if part in document:
            document[part] = walked(document[part])
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def _forget_account(player: Player) -> User | None:
    """Remove the role, and empty the account if it has no other role, with all its ways in."""
    membership = Membership.objects.filter(player=player).select_related("user").first()
    if membership is None:
        return None
    must_not_be_last_owner(membership)
    account = membership.user
    membership.delete()
    account.deputy_for.filter(evening__competition__club=player.club_id).delete()
    Message.objects.filter(user=account, club=player.club_id).delete()
    if not (account.is_staff or account.memberships.exists()):
        AskedClub.objects.filter(email=account.email).delete()
        account.is_active, account.name = False, ""
        account.email = f"{account.pk}@forgotten.invalid"
        account.set_unusable_password()
        account.last_login = None
        account.save()
        for rows in (account.sessions, account.second_factors, account.recovery_codes):
            rows.all().delete()
        Message.objects.filter(user=account).delete()
    return account


def _only_about(club: Club, player: Player, entries: list[Entry]) -> None:
    """Remove everything that is only about the person, and files that may have the name."""
    for rows in ("identities", "ratings", "away", "wishes", "devices", "consents"):
        getattr(player, rows).all().delete()
    Message.objects.filter(player=player).delete()
    Attendance.objects.filter(entry__in=entries).update(note="")
    Habit.objects.filter(entry__in=entries).delete()
    pairs = ForbiddenPair.objects.filter(Q(one__in=entries) | Q(other__in=entries))
    forget_groups(pairs, entries)
    pairs.update(reason="")
    competitions = [entry.competition_id for entry in entries]
    Original.objects.filter(competition__in=competitions).delete()
    Receipt.objects.filter(competition__in=competitions).delete()
    reports = SentReport.objects.filter(competition__club=club)
    reports.update(facts={})
    reports.filter(competition__in=competitions).update(data=None)
    Upload.objects.filter(club=club).delete()
    OldTableSearch.objects.filter(competition__club=club).delete()
