"""The options of AttaCalc as a club's own regulation: what both can say."""

from collections.abc import Mapping
from typing import Any

from pairing.core.types import Tempo
from pairing.keizer.options import Options


def as_own_rules(options: Options, tempo: Tempo) -> dict[str, Mapping[str, Any]]:
    """The options of `keizer`, as a document writes them, under which points come about as in
    AttaCalc. Of a tempo the limits are options there: it is to have none."""
    limit = {} if tempo.absence_limit is None else {"times": tempo.absence_limit}

    def tiers(amount: Any, **times: int) -> list[dict[str, Any]]:
        return [{"times": times.get("times"), "amount": amount}] if amount else []

    return {
        "values": {
            "first": options.first_value,
            "step": options.value_step,
            "own": 1 if options.own_value_counts else 0,
            "revaluation": options.revaluation,
        },
        "results": {"win": options.win, "draw": options.draw, "loss": options.loss},
        "absences": {
            "kinds": [
                {"key": "absent", "tiers": tiers(options.absent, **limit)},
                {"key": "external", "tiers": tiers(options.external)},
            ],
            "late_join": "absent" if options.late_join == "absent" else None,
        },
        "bye": {"amount": options.bye},
        "meeting": {"gap": tempo.last_n, "gap_counts": "own"},
    }
