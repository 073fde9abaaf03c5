"""With which regulations can a club begin? The usual ones, as options of `keizer` (article 8)."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any


def _kind(key: str, times: int | None, amount: str | int, **more: Any) -> dict[str, Any]:
    return {"key": key, "tiers": [{"times": times, "amount": amount}], **more}


PRESETS: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {
        "systeem-keizer": {},
        "sevilla": {
            "values": {"first": 50, "revaluation": "previous"},
            "absences": {"kinds": [_kind("absent", 5, "2/5"), _kind("external", None, "667/1000")]},
            "bye": {"amount": "3/4"},
        },
        "keizerforclubs": {
            "values": {"ratio": 3, "revaluation": "previous"},
            "absences": {
                "kinds": [
                    _kind("absent", None, "7/20"),
                    _kind("no_notice", None, "7/20"),
                    _kind("external", None, "7/10"),
                ]
            },
            "bye": {"amount": "1/2", "fewest": "none"},
            "meeting": {"gap": 3},
            "colours": {"rules": ["whites", "met", "lower"]},
            "standing": {"ties": ["rating"]},
        },
        "german": {
            "values": {"ratio": 3},
            "absences": {
                "kinds": [_kind("absent", None, "1/2"), {"key": "no_notice"}],
                "late_join": "absent",
            },
            "bye": {"amount": "1/2", "fewest": "none"},
            "colours": {"rules": ["whites", "lower"]},
            "standing": {"ties": ["rating"]},
        },
        "draughts": {
            "values": {"first": 70, "own": 0},
            "absences": {
                "kinds": [
                    _kind("absent", 8, "1/6"),
                    _kind("busy", 10, "1/3"),
                    _kind("external", None, 0, win=1, draw="1/2", loss=0),
                ]
            },
            "meeting": {"times": 4, "gap": 8},
        },
    }
)
