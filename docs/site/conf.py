"""How Sphinx makes the site (docs/site/build.py)."""

import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent.parent))
from pairing.version import version as number

project = "Clubcomp"
author = copyright = "the developers of Clubcomp"
release = version = number()
extensions = ["myst_parser"]
root_doc = "index"
myst_heading_anchors = 4
highlight_language = "none"
html_theme = "furo"
html_title = "Clubcomp"
html_show_sphinx = html_show_copyright = html_copy_source = False
html_permalinks_icon = "#"
#: A table is what it is; its rows need not name their columns again.
suppress_warnings = ["myst.header"]


def in_its_language(
    _app: Any, page: str, _template: str, context: dict[str, Any], _tree: Any
) -> None:
    """A page of the manual says in which language it is."""
    folders = page.split("/")
    if folders[:2] == ["docs", "manual"]:
        context["language"] = folders[2]


def setup(app: Any) -> None:
    app.connect("html-page-context", in_its_language)
