"""The document of a system without tempos, with byes on request and an option it requires."""

import json
import sys

import pytest

import pairing.systems
from pairing.formats.document import DocumentError, read_document, write_document
from pairing.registry import get_system

MODULE = """
from tests.pairing.toy_system import FirstAgainstLast


class Plain(FirstAgainstLast):
    key = "plain-rounds"


SYSTEM = Plain()
"""


@pytest.fixture(autouse=True)
def _a_system_without_tempos(tmp_path, monkeypatch):
    (tmp_path / "plain_rounds.py").write_text(MODULE)
    monkeypatch.setattr(pairing.systems, "__path__", [*pairing.systems.__path__, str(tmp_path)])
    yield
    get_system.cache_clear()
    sys.modules.pop("pairing.systems.plain_rounds", None)
    vars(pairing.systems).pop("plain_rounds", None)


def swiss(**changes):
    data = {
        "format": "clubcomp-competition",
        "version": 1,
        "name": "Open",
        "game": "draughts",
        "system": "plain-rounds",
        "options": {"rounds": 7},
        "tempos": [{"id": "standard", "name": "Standard"}],
        "players": [{"id": "1", "start": 1, "name": "A"}, {"id": "2", "start": 2, "name": "B"}],
        "evenings": [
            {
                "tempo": "standard",
                "rounds": [{"games": [], "half_point_byes": ["1"], "full_point_byes": ["2"]}],
            }
        ],
    }
    return json.dumps(data | changes, indent=2) + "\n"


def test_its_document_comes_back_byte_for_byte():
    assert write_document(read_document(swiss())) == swiss()


@pytest.mark.parametrize(
    ("changes", "at", "code"),
    [
        ({"tempos": [{"id": "a"}, {"id": "b"}]}, "tempos", "one_tempo"),
        ({"tempos": [{"id": "a", "last_n": 4}]}, "tempos[0].last_n", "tempo_number_unused"),
        ({"tempos": [{"id": "a", "weight": 1}]}, "tempos[0].weight", "tempo_number_unused"),
        ({"options": {}}, "options.rounds", "option_missing"),
        ({"options": {"rounds": 7, "first_value": 9}}, "options.first_value", "option_unknown"),
    ],
)
def test_what_it_does_not_have_is_refused(changes, at, code):
    with pytest.raises(DocumentError) as caught:
        read_document(swiss(**changes))
    assert (caught.value.path, caught.value.code) == (at, code)
