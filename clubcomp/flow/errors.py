"""What can go wrong in a step that the person who takes it can do something about?"""

from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

if TYPE_CHECKING:
    from clubcomp.models import Entry, Game


class StepError(Exception):
    """A step that cannot be made now. The message, with its `facts`, says why and what to do."""

    def __init__(self, message: str, **facts: Any):
        super().__init__(message % facts if facts else message)
        vars(self).update(facts)


class TooBusy(StepError):
    """Only the moment is wrong."""

    def __init__(self) -> None:
        words = _(
            "Something else that takes long is under way here, so this had to wait too long"
            " and was not done. Wait a moment and press again."
        )
        super().__init__(words)


class LookAgain(StepError):
    """The page was out of date. What it shows was brought up to date, and that is kept."""


class Unpairable(StepError):
    """No game can be paired; `code` is the system's (`CannotPair`)."""

    code: str


class ResultConflict(StepError):
    """Another device was first: `game` is as that one left it, `wanted` the result entered here."""

    game: "Game"
    wanted: str


class NeedsConfirmation(StepError):
    """The step would give up results; `boards` are the games that have one."""

    def __init__(self, message: str, boards: list["Game"]):
        super().__init__(message)
        self.boards = boards


class PlayedAlready(StepError):
    """The evening's date is before the last one played; it can only come after that one."""


class Seated(StepError):
    """A `player` who would be away still plays on a board, or has the bye: what happened?"""

    player: "Entry"


class GamesLeft(StepError):
    """The evening would be closed with more or fewer games left than the page said."""
