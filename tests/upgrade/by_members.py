"""What members do by themselves, who may see what, and what comes in with files, for the dump."""

import base64
import json
from dataclasses import replace
from datetime import date, time, timedelta

from clubcomp.flow.absences.signing_off import set_away
from clubcomp.flow.absences.taking_part import RESERVE, say_for_oneself, set_habits
from clubcomp.flow.accounts.deputies import name_deputy, remove_deputy
from clubcomp.flow.accounts.links import renew_link
from clubcomp.flow.accounts.readers import (
    renew_club_link,
    set_shown_name,
    show_club_to,
    show_competition_to,
)
from clubcomp.flow.accounts.second_factors import ask_second_factor
from clubcomp.flow.attendance.marks import mark_present
from clubcomp.flow.claims import claim_result
from clubcomp.flow.clubs import change_club, found_club
from clubcomp.flow.competitions.competition import change_competition, start_competition
from clubcomp.flow.competitions.entries import forbid_pair
from clubcomp.flow.documents.consents import own_games, say_consent
from clubcomp.flow.documents.downloads import change_event
from clubcomp.flow.documents.federation_reports import ReportChoice, ReportFacts, make_report
from clubcomp.flow.evenings import open_evening, plan_evening
from clubcomp.flow.headline import write_headline
from clubcomp.flow.messages import change_messages
from clubcomp.flow.nameplate.nameplate import change_nameplate
from clubcomp.flow.pairings.adding import add_board
from clubcomp.flow.pairings.ahead import play_ahead
from clubcomp.flow.pairings.publishing import publish_next
from clubcomp.flow.pairings.seals import seal_of
from clubcomp.flow.people.forgetting import forget_person
from clubcomp.flow.people.members import add_member, change_member
from clubcomp.flow.webhook import change_webhook, renew_webhook, stop_webhook
from clubcomp.flow.wishes import add_device, choose
from clubcomp.models import Club, Competition, Entry, Evening, Round, User
from clubcomp.models.competitions import ByPlayers
from clubcomp.record.snapshots import event_of
from pairing.core.types import Result
from tests.flow.test_original_files import FILE
from tests.make import import_file
from tests.views.pictures import square_png

#: A browser that takes notifications, as it says so itself.
BROWSER = {
    "endpoint": "https://fcm.googleapis.com/fcm/send/dump",
    "keys": {
        "p256dh": base64.urlsafe_b64encode(b"\4" + bytes(64)).decode(),
        "auth": base64.urlsafe_b64encode(bytes(16)).decode(),
    },
}


def make_quiet_club(owner: User, today: date) -> Club:
    """A club that shows itself to who has its link, where members do what they may."""
    club = found_club("Stille Toren", "stil", owner, country="BE", by=owner)
    sites = "https://www.stil.example"
    club = change_club(
        club,
        name=club.name,
        slug=club.slug,
        country="BE",
        embed_sites=sites,
        rating_k=20,
        privacy_words="Vragen? Schrijf naar het bestuur.",
        time_zone="Europe/Brussels",
        by=owner,
    )
    ask_second_factor(club, asks=True, by=owner)
    show_club_to(
        club,
        audience="link",
        names_shown="initial",
        shows_youth_names=True,
        is_findable=True,
        by=owner,
    )
    renew_club_link(club, by=owner)
    change_messages(
        club,
        sender_name="De Stille",
        reply_to="stil@scheef.example",
        kinds_off=["reserve"],
        by=owner,
    )
    program = "https://uitslagen.stil.example/hook"
    change_webhook(club, address=program, news=["results"], by=owner)
    renew_webhook(club, by=owner)
    stop_webhook(club, by=owner)
    drawing = (
        b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1h7v7z"/></svg>'
    )
    change_nameplate(
        club,
        colour="teal",
        line="Elke donderdag 20:00",
        place="De Zaal",
        contact="Vraag de secretaris",
        links="https://www.stil.example",
        pictures={"crest": drawing, "icon": square_png(), "photo": square_png()},
        by=owner,
    )
    write_headline(club, headline="Het paastoernooi is open", by=owner)
    members = [
        add_member(club, name=f"Stil, {first}", rating=1500 + 10 * number, by=owner)
        for number, first in enumerate(("Anna", "Bram", "Cees", "Dora", "Evert", "Fleur", "Gé"))
    ]
    anna, bram, cees, *_others, former = members
    known = {"email": "anna@stil.example", "birth_date": date(1990, 2, 3), "federation": "BEL"}
    rating = ("FIDE", "rapid", today, 1555)
    change_member(anna, **known, grade="1d", ratings=[rating], by=owner)
    set_shown_name(bram, "hidden", by=bram)
    renew_link(bram, by=bram)
    choose(anna, {"email": ["board"], "push": ["evening"]}, language="nl")
    add_device(anna, json.dumps(BROWSER))
    days = {"first": today + timedelta(weeks=3), "last": today + timedelta(weeks=4)}
    set_away(club, [cees], **days, kind="external", note="Op reis", by=owner)
    competition = start_competition(
        club,
        name="Stille avonden",
        slug="avonden",
        system="attacalc",
        options={},
        tempos=[{"key": "lang"}, {"key": "snel", "games_per_evening": 3}],
        players=members,
        seeding=("FIDE", "rapid"),
        by=owner,
    )
    _evenings(competition, today, owner)
    forget_person(former, by=owner)
    seal_of(Round.objects.on_record().get(evening__competition=competition))
    imported = import_file(club, FILE, system="knsb-rating", by=owner)
    change_event(imported, replace(event_of(imported), type="Swiss"), by=owner)
    days = (date(2000, 1, 1), date(2100, 1, 1))
    tempo = imported.tempos.get().key
    player = imported.entries.order_by("start")[0].player
    say_consent(player, always="yes", games={own_games(player)[0].pk: "no"}, by=player)
    make_report(
        imported, ReportChoice("table", tempo, *days, ReportFacts(officer="Owner")), by=owner
    )
    asked = {"asks_consent": True, "numbers": "KBSB 101"}
    change_club(club, name=club.name, slug=club.slug, country="BE", **asked, by=owner)
    return club


def _play_ahead(evening: Evening, entries: list[Entry], today: date, owner: User) -> None:
    play_ahead(
        evening,
        (entries[0], entries[5]),
        number=1,
        result=Result.WHITE_WINS,
        played_on=today,
        reason="Kan niet",
        by=owner,
    )


def _evenings(competition: Competition, today: date, owner: User) -> None:
    """One that is being played, and one to come."""
    competition = change_competition(
        competition,
        name=competition.name,
        slug=competition.slug,
        sign_off_until=time(18, 30),
        reserves_asked_ahead=1,
        results_by_players=ByPlayers.CONFIRMED,
        by=owner,
    )
    show_competition_to(competition, audience="members", names_shown="hidden", by=owner)
    entries = list(competition.entries.select_related("player").order_by("start"))
    forbid_pair(competition, entries[0], entries[1], members_may_read=True, by=owner)
    long, quick = competition.tempos.order_by("pk")
    set_habits(entries[2], [quick], is_reserve=True, by=entries[2].player)
    later = plan_evening(competition, tempo=quick, date=today + timedelta(weeks=1), by=owner)
    say_for_oneself(entries[3], later, status=RESERVE, note="Als het moet", by=entries[3].player)
    say_for_oneself(entries[4], later, status="expected", from_game=2, by=entries[4].player)
    _play_ahead(later, entries, today, owner)
    evening = open_evening(
        plan_evening(competition, tempo=long, date=today, starts_at=time(20), by=owner), by=owner
    )
    name_deputy(evening, name="Hulp", scope="results", by=owner)
    remove_deputy(name_deputy(evening, name="Weg", by=owner), by=owner)
    for entry in entries[:4]:
        mark_present(evening, entry, present=True, by=owner)
    round_ = publish_next(evening, after=0, by=owner)
    game = round_.games.select_related("white__player").first()
    claim_result(game, result=Result.DRAW, by=game.white.player)
    add_board(round_, (entries[4], entries[5]), reason="Kwamen te laat", by=owner)
