"""Files of other programs, and tables as people paste them; the names in them are invented.

`paste-samples.txt` has them under lines of `====`, those of games behind a line `#### GAMES`.
"""

import re
from pathlib import Path

FILES = Path(__file__).parent


def games_pasted() -> dict[str, str]:
    """The tables of games, by their titles."""
    text = (FILES / "paste-samples.txt").read_text()
    parts = re.split(r"^==== ", text[text.index("######## GAMES") :], flags=re.MULTILINE)
    return {
        title.strip(): body for title, _line, body in (part.partition("\n") for part in parts[1:])
    }
