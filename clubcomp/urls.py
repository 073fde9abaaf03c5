"""The site map. First the site itself, then a club, then a competition, then an evening.

Slugs are the club's own choice, path words are English. A club's slug is not one of
`SITE_WORDS`, a competition's not one of `CLUB_WORDS`.
"""

from django.conf import settings
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path
from django.views.generic import RedirectView

from clubcomp.slugs import CLUB_WORDS, SITE_WORDS
from clubcomp.views import (
    accounts,
    added_boards,
    api,
    attendance,
    backups,
    calendars,
    clubs,
    competitions,
    deputies,
    downloads,
    evenings,
    feeds,
    hall,
    links,
    me,
    members,
    messages,
    pairings,
    players,
    prints,
    readers,
    results,
    rounds,
    rules,
    seals,
    standings,
    taking_part,
    trail,
    why,
)
from clubcomp.views.access import site_page

__all__ = ["CLUB_WORDS", "SITE_WORDS", "urlpatterns"]

Paths = list[URLPattern | URLResolver]

evening_steps: Paths = [
    # The leader's five steps of an evening, and what is pressed on each.
    path("", evenings.lead, name="lead"),
    path("open/", evenings.open_evening, name="open-evening"),
    path("open/undo/", evenings.undo_opening, name="undo-opening"),
    path("attendance/", attendance.sheet, name="attendance"),
    path("attendance/guest/", attendance.guest, name="add-guest"),
    path("everybody-here/", attendance.everybody, name="everybody-here"),
    path("not-coming/", attendance.not_coming, name="not-coming"),
    path("attendance/<str:player>/", attendance.mark, name="mark-attendance"),
    path("attendance/<str:player>/member/", attendance.member, name="make-member"),
    path("attendance/<str:player>/plan/", attendance.plan, name="plan-attendance"),
    path("pairing/", pairings.proposal, name="pairing"),
    path("pairing/swap/", pairings.swap, name="swap"),
    path("pairing/fix/", pairings.fix, name="fix-board"),
    path("pairing/release/", pairings.release, name="release-board"),
    path("pairing/forbid/", pairings.forbid, name="forbid-pair"),
    path("pairing/bye/", pairings.name_bye, name="name-bye"),
    path("pairing/discard/", pairings.discard, name="discard-proposal"),
    path("pairing/publish/", pairings.publish, name="publish"),
    path("pairing/<int:number>/withdraw/", pairings.withdraw, name="withdraw"),
    path("pairing/<int:number>/swap/", pairings.swap_published, name="swap-published"),
    path("ahead/", added_boards.ahead, name="games-ahead"),
    path("pairing/<int:number>/board/", added_boards.add, name="add-board"),
    path(
        "pairing/<int:number>/board/<int:board>/back/",
        added_boards.take_back,
        name="take-board-back",
    ),
    path("results/", results.sheet, name="results"),
    path("results/next/", results.next_game, name="next-game"),
    path("results/<int:number>/", results.sheet_of, name="results-of"),
    path("results/<int:number>/<int:board>/", results.record, name="record-result"),
    path("results/<int:number>/<int:board>/more/", results.more, name="result-more"),
    path("results/<int:number>/<int:board>/correct/", results.correct, name="correct-result"),
    path("standings/", standings.evening_standings, name="evening-standings"),
    path("notice/", evenings.correct_notice, name="correct-notice"),
    path("notice/without/", evenings.without_notice, name="without-notice"),
    path("close/", evenings.close, name="close"),
    path("reopen/", evenings.reopen, name="reopen"),
    path("deputies/", deputies.deputies, name="deputies"),
]

competition: Paths = [
    # For everybody, on a phone first.
    path("", competitions.overview, name="competition"),
    path("tonight/", rounds.tonight, name="tonight"),
    path("standings/", standings.table, name="standings"),
    path("standings/<str:scope>/", standings.table, name="standings-of"),
    path("cross-table/", standings.cross_table, name="cross-table"),
    path("cross-table/<str:scope>/", standings.cross_table, name="cross-table-of"),
    path("places/", standings.places, name="places"),
    path("places/<str:scope>/", standings.places, name="places-of"),
    path("print/<str:sheet>/", prints.of_competition, name="print"),
    path("players/", players.everyone, name="players"),
    path("players/<str:player>/", players.season, name="player"),
    path("players/<str:player>/<str:scope>/", players.season, name="player-in"),
    path("start-list/", players.start_list, name="start-list"),
    path("calendar/", evenings.calendar, name="calendar"),
    path("calendar.ics", calendars.of_competition, name="calendar-file"),
    path("feed.xml", feeds.of_competition, name="feed"),
    path("evenings/<int:evening>/", rounds.evening_record, name="evening"),
    path("evenings/<int:evening>/report/", rounds.evening_report, name="evening-report"),
    path("evenings/<int:evening>/games/<int:number>/", rounds.pairings, name="round"),
    path(
        "evenings/<int:evening>/games/<int:number>/boards/<int:board>/",
        why.this_pairing,
        name="why",
    ),
    path(
        "evenings/<int:evening>/games/<int:number>/print/<str:sheet>/",
        prints.of_round,
        name="print-round",
    ),
    path("evenings/<int:evening>/games/<int:number>/why/", why.this_round, name="why-round"),
    path("evenings/<int:evening>/games/<int:number>/bye/", why.this_bye, name="why-bye"),
    path("evenings/<int:evening>/games/<int:number>/seal/", seals.seal, name="seal"),
    path("rules/", rules.of_competition, name="rules"),
    path("hall/", hall.hall, name="hall"),
    path("downloads/", downloads.downloads, name="downloads"),
    path("downloads/standings/", downloads.standings_file, name="standings-file"),
    path("downloads/games/", downloads.games_file, name="games-file"),
    path("downloads/pgn/", downloads.pgn, name="pgn"),
    # For the competition leader.
    path("evening/", evenings.dashboard, name="dashboard"),
    path("evenings/<int:evening>/lead/", include(evening_steps)),
    path("calendar/new/", evenings.plan_evening, name="plan-evening"),
    path("calendar/<int:evening>/", evenings.change_evening, name="change-evening"),
    path("calendar/<int:evening>/remove/", evenings.remove_evening, name="remove-evening"),
    path("name/", competitions.name, name="competition-name"),
    path("readers/", readers.of_competition, name="competition-readers"),
    path("options/", competitions.options, name="options"),
    path("tempos/", competitions.tempos, name="tempos"),
    path("tempos/<str:tempo>/", competitions.tempo, name="tempo"),
    path("entries/", competitions.entries, name="entries"),
    path("entries/<str:player>/", competitions.entry, name="entry"),
    path("start-numbers/", players.start_numbers, name="start-numbers"),
    path("forbidden/", competitions.forbidden_pairs, name="forbidden-pairs"),
    path(
        "evenings/<int:evening>/games/<int:number>/paired-from/",
        seals.paired_from,
        name="paired-from",
    ),
    path("document/", downloads.export, name="document"),
    path("federations/", downloads.federations, name="federations"),
    path("downloads/trf/", downloads.trf, name="trf"),
    path("downloads/h9/", downloads.h9, name="h9"),
    path("remove/", competitions.remove, name="remove-competition"),
]

club: Paths = [
    path("", clubs.page, name="club"),
    path("calendar.ics", calendars.of_club, name="club-calendar-file"),
    path("feed.xml", feeds.of_club, name="club-feed"),
    path("link/", readers.link, name="club-link"),
    path("link/<str:token>/", readers.open_link, name="open-club-link"),
    path("readers/", readers.of_club, name="club-readers"),
    path("members/", members.everyone, name="members"),
    path("members/new/", members.add, name="add-member"),
    path("members/paste/", members.paste, name="paste-members"),
    path("members/ratings/", members.rating_list, name="rating-list"),
    path("members/links/send/", messages.send, name="send-links"),
    path("members/links/", links.everyone, name="member-links"),
    path("members/<int:player>/", members.edit, name="member"),
    path("members/<int:player>/away/", attendance.away, name="member-away"),
    path("members/<int:player>/link/", links.of_member, name="member-link"),
    path("members/<int:player>/remove/", members.remove, name="remove-member"),
    path("invitation/<str:token>/", accounts.invitation, name="invitation"),
    path("people/", clubs.people, name="people"),
    path("people/<int:person>/", clubs.person, name="person"),
    path("messages/", messages.of_club, name="club-messages"),
    path("trail/", trail.lines, name="trail"),
    path("settings/", clubs.change, name="club-settings"),
    path("competitions/new/", competitions.start, name="new-competition"),
    path("import/", downloads.import_document, name="import"),
    path("hall/", hall.club_hall, name="club-hall"),
    # For who came by the personal link, or is a player with an account.
    path("me/", me.page, name="me"),
    path("me/link/", me.link, name="my-link"),
    path("me/messages/", messages.wishes, name="my-messages"),
    path("me/messages/device/", messages.device, name="my-device"),
    path("me/messages/address/", messages.address, name="my-address"),
    path("me/messages/stop/<str:token>/", messages.stop, name="stop-messages"),
    path("me/ask/", messages.ask_link, name="ask-link"),
    path("me/away/", taking_part.away, name="my-away"),
    path("me/<slug:competition>/<int:evening>/", taking_part.evening, name="my-evening"),
    # Last of them: any other word is taken for a link.
    path("me/<str:token>/", me.open_link, name="open-link"),
    path("me/<str:token>/calendar.ics", calendars.mine, name="my-calendar"),
    path("<slug:competition>/", include(competition)),
]

urlpatterns = [
    path("", clubs.home, name="home"),
    path("sign-in/", accounts.sign_in, name="sign-in"),
    path("sign-out/", accounts.sign_out, name="sign-out"),
    path("password/", accounts.password, name="password"),
    path("password/forgotten/", accounts.forgotten, name="password-forgotten"),
    path("welcome/<str:person>/<str:token>/", accounts.welcome, name="welcome"),
    path("backups/", backups.backups, name="backups"),
    path("backups/<str:name>/", backups.backup_file, name="backup-file"),
    path("clubs/new/", clubs.found, name="found-club"),
    path("set-up/<str:token>/", clubs.set_up, name="set-up"),
    path("deputy/<int:deputy>/<str:token>/", deputies.start_as_deputy, name="deputy"),
    path("rules/", rules.every_regulation, name="regulations"),
    path("rules/<slug:system>/", rules.of_system, name="regulation"),
    path("robots.txt", readers.robots, name="robots"),
    path("language/", accounts.language, name="set_language"),
    path("favicon.ico", site_page(RedirectView.as_view(url="/static/icons/favicon.ico"))),
    path("worker.js", messages.worker, name="worker"),
    path("api/v1/", include(list(api.paths()))),
    *([path("admin/", admin.site.urls)] if settings.HAS_ADMIN else []),
    path("<slug:club>/", include(club)),
]

handler400 = "clubcomp.views.errors.bad_request"
handler403 = "clubcomp.views.errors.forbidden"
handler404 = "clubcomp.views.errors.not_found"
handler500 = "clubcomp.views.errors.broken"
