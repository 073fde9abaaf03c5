"""Would the system have paired the same? Every round of competitions in files, again."""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from pairing.commands.file_command import (
    FileCommand,
    Status,
    add_system_and_files,
    files_of,
    sentences_of,
)
from pairing.commands.language import gettext as _
from pairing.commands.language import ngettext
from pairing.core.replay import Replay, before, is_of_before, replay
from pairing.core.types import Snapshot
from pairing.formats.files import STANDARD_INPUT, TRF
from pairing.formats.trf_places import places_in
from pairing.registry import rules_of


class Command(FileCommand):
    """`check_pairings SYSTEM FILE...`"""

    help = (
        "Pair every round that was played in each FILE again (a competition document or a FIDE "
        "TRF file), list each difference and say why. It stops at the first round in which more "
        "than half of the boards differ, which was not paired by this system. Of a TRF file the "
        "places are compared too, with the tie-breaks that it names. Exit status: 0 "
        "nothing differs; 6 something does; others as of `pair`, the highest of all."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_system_and_files(parser)
        parser.add_argument(
            "--go-on",
            action="store_true",
            help="tell every round board by board, also of another system's",
        )

    def handle(self, **options: Any) -> Status:
        system = self.system(options["system"])
        worst = Status.DONE

        def differences(path: Path, snapshot: Snapshot) -> str:
            differ = list[Replay]()
            if is_of_before(snapshot, system.applied_from):
                words = _(
                    "played before %(day)s, and checked by the rules that are applied from then"
                )
                print(f"{path}: {words % {'day': system.applied_from}}", file=sys.stderr)
            for played in replay(snapshot, rules_of(snapshot)):
                if played.differs:
                    differ.append(played)
                if not options["go_on"] and played.is_of_another_system:
                    return "".join(f"{line}\n" for line in _another_system(differ))
            places = "".join(f"{line}\n" for line in _wrong_places(path, snapshot))
            texts = ["".join(f"{line}\n" for line in _lines(played, snapshot)) for played in differ]
            return "\n".join([*texts, *corrected_since(differ), *filter(None, [places])])

        for path in files_of(options["files"]):
            status, text = self.attempt(
                path,
                partial(differences, path),
                system,
                needs_rounds=False,
                unaccelerated=options["without_acceleration"],
                initial_colour=options["initial_colour"],
                code_page=options["code_page"],
            )
            if status is not Status.DONE:
                print(f"{path}: {' '.join(text.split())}")
            elif text:
                status = Status.DIFFERS
                print(f"{path}: " + _("differs") + f"\n\n{text}", end="")
                if path.suffix.lower() in TRF:
                    words = _(
                        "A TRF file holds one rating a player: where a rating was corrected "
                        "during play, that shows as a difference."
                    )
                    print(words)
            else:
                print(f"{path}: ok")
            worst = max(worst, status)
        return worst


def _another_system(differ: Sequence[Replay]) -> Iterator[str]:
    """A line for each round that differs, up to the first that another system paired; later rounds
    rest on that one."""
    for played in differ:
        yield _("Round %(round)d: %(count)d of %(boards)d boards differ.") % {
            "round": played.number,
            "count": len(played.played_only),
            "boards": len(played.recorded.round.games),
        }
    yield _("Round %(round)d was not paired by this system.") % {"round": differ[-1].number}
    yield _("Later rounds were not looked at; --go-on tells every round, board by board.")


def _wrong_places(path: Path, snapshot: Snapshot) -> Iterator[str]:
    """A line for each place in a TRF file that does not follow from its results and tie-breaks."""
    if path == STANDARD_INPUT or path.suffix.lower() not in TRF:
        return
    places = places_in(path.read_bytes(), snapshot)
    if places.unknown:
        print(
            _("%(path)s: places were compared by what comes before %(codes)s, not known here")
            % {"path": path, "codes": ", ".join(places.unknown)},
            file=sys.stderr,
        )
    name = sentences_of(snapshot).words.name if places.wrong else str
    for place in places.wrong:
        facts = {"player": name(place.player), "id": place.player, "written": place.written}
        facts |= {"first": place.first, "last": place.last}
        facts["by"] = ", ".join(("PTS", *places.tie_breaks))
        if place.first == place.last:
            yield (
                _("%(player)s (%(id)s) has place %(written)d, and by %(by)s place %(first)d")
                % facts
            )
        else:
            yield (
                _(
                    "%(player)s (%(id)s) has place %(written)d, and by %(by)s one from %(first)d to"
                    " %(last)d"
                )
                % facts
            )


def corrected_since(differ: Sequence[Replay]) -> list[str]:
    """A line for the differing rounds that this program paired before a correction.

    A document holds the facts as they are now, not as they were when a round was paired.
    """
    numbers = [played.number for played in differ if played.recorded.round.paired_by == "system"]
    if not numbers:
        return []
    return [
        ngettext(
            "Round %(rounds)s was paired by this program, before something it rests on was "
            "corrected: a result, a colour, an absence, a rating or an option. The document holds "
            "what is so now, not what was known then.\n",
            "Rounds %(rounds)s were paired by this program, before something they rest on was "
            "corrected: a result, a colour, an absence, a rating or an option. The document holds "
            "what is so now, not what was known then.\n",
            len(numbers),
        )
        % {"rounds": ", ".join(map(str, numbers))}
    ]


def _lines(played: Replay, snapshot: Snapshot) -> Iterator[str]:
    """A round that differs: what was played, what the system pairs, and why."""
    say = sentences_of(snapshot)
    name = say.words.name
    count = len(played.played_only) + played.has_other_bye
    yield ngettext(
        "Round %(round)d: %(count)d difference", "Round %(round)d: %(count)d differences", count
    ) % {"round": played.number, "count": count}
    if played.failure is not None:
        yield f"  {say.failure(played.failure)}"
        return
    for game in played.played_only:
        yield _("  played: %(white)s - %(black)s (%(pair)s)") % {
            "white": name(game.white),
            "black": name(game.black),
            "pair": f"{game.white} {game.black}",
        }
    for bye in played.recorded.round.byes if played.has_other_bye else ():
        yield _("  had the bye: %(player)s (%(id)s)") % {"player": name(bye), "id": bye}
    if not (played.proposed_only or played.has_other_bye):
        return
    from pairing.commands.explained import Explained

    again = rules_of(snapshot).explain(before(snapshot, played.recorded))
    explained = Explained(again, say)
    for pair in played.proposed_only:
        title = _("%(system)s: %(white)s - %(black)s (%(pair)s)") % {
            "system": snapshot.system,
            "white": name(pair.white),
            "black": name(pair.black),
            "pair": f"{pair.white} {pair.black}",
        }
        yield _indented(explained.pair_block(pair, title))
    for proposed in played.proposal.byes if played.has_other_bye else ():
        title = _("%(system)s: the bye for %(player)s (%(id)s)") % {
            "system": snapshot.system,
            "player": name(proposed),
            "id": proposed,
        }
        yield _indented(explained.bye_block(proposed, title))


def _indented(text: str) -> str:
    return "\n".join(f"  {line}" for line in text.splitlines())
