"""The preview of an import: what is in the file, and why a file is refused."""

from typing import Any

from clubcomp.flow.errors import StepError
from clubcomp.flow.incoming_players import ImportPreview
from pairing import sentences
from pairing.formats.document import DocumentError
from pairing.sentences.articles import system_name


def contents_of(preview: ImportPreview) -> dict[str, Any]:
    """What is in the file: players, rounds, and warnings about what gets lost."""
    snapshot, incoming = preview.snapshot, preview.incoming
    rounds = [recorded.round for recorded in snapshot.record()]
    games = [game for round_ in rounds for game in round_.games]
    kinds = [kind for round_ in rounds for kind in round_.unplayed.values()]
    return {
        "preview": preview,
        "rounds": len(rounds),
        "games": len(games),
        "forfeits": sum(game.result.is_forfeit for game in games),
        "byes": sum(kind.is_bye for kind in kinds),
        "to_pair": snapshot.to_pair(),
        "system": "" if incoming.is_report else system_name(snapshot.system),
        "warnings": [sentences.trf_warning(warning) for warning in incoming.warnings],
    }


def refusal_of(error: DocumentError | StepError) -> str:
    """Why a file is refused."""
    return str(error) if isinstance(error, StepError) else sentences.error(error)
