"""Which drawing is in a stranger's SVG? It is rewritten with the elements and attributes allowed.

Nothing that runs, loads or points outside comes through: elements and attributes that are not
named here are left out, and a colour or a clip can only point into the drawing. Inkscape's `style`
is read as the attributes that it stands for.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any
from xml.parsers import expat
from xml.sax.saxutils import escape, quoteattr

from django.utils.translation import gettext as _

from clubcomp.flow.errors import StepError

#: The most bytes of a file; how deep its elements may be nested, and how many there may be.
MOST_BYTES, DEEPEST, MOST_ELEMENTS = 64_000, 40, 2_000
SVG = "http://www.w3.org/2000/svg"
#: The elements that draw; an SVG without any of them shows nothing.
SHAPES = frozenset("path rect circle ellipse line polyline polygon text".split())
ELEMENTS = SHAPES | frozenset(
    "svg g defs title desc tspan linearGradient radialGradient stop clipPath".split()
)
#: The elements whose text is kept.
WITH_TEXT = frozenset("text tspan title desc".split())
#: How something looks: attributes, also within `style`.
LOOKS = frozenset(
    """fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin
    stroke-miterlimit stroke-dasharray stroke-dashoffset opacity color clip-path clip-rule
    stop-color stop-opacity font-family font-size font-weight font-style text-anchor
    dominant-baseline letter-spacing visibility display""".split()
)
ATTRIBUTES = LOOKS | frozenset(
    """id d x y x1 y1 x2 y2 cx cy r rx ry fx fy width height points transform viewBox offset dx dy
    gradientUnits gradientTransform spreadMethod clipPathUnits preserveAspectRatio""".split()
)
_NAME = re.compile(r"[A-Za-z_][\w.-]{0,60}\Z")
#: A reference into the drawing itself.
_INSIDE = re.compile(r"url\(\s*[\"']?#([A-Za-z_][\w.-]{0,60})[\"']?\s*\)\Z")
_PLAIN = re.compile(r"[^<>&\\;{}@]{0,20000}\Z", re.DOTALL)
#: A document type may only be one of W3C's, and declare nothing.
_PUBLIC = "-//W3C//DTD SVG "
_NUMBER = r"[-+]?(?:\d{1,7}(?:\.\d{0,7})?|\.\d{1,7})"
_VIEW_BOX = re.compile(rf"\s*{_NUMBER}(?:[\s,]+{_NUMBER}){{3}}\s*\Z")
_LENGTH = re.compile(r"\s*(\d{1,5}(?:\.\d{1,4})?)\s*(?:px|pt|mm|cm|in)?\s*\Z")


def reduced_svg(data: bytes) -> str:
    """The drawing of a file, as one `svg` element with a viewBox. StepError if it is no drawing."""
    if len(data) > MOST_BYTES:
        words = _("The drawing has %(has)s kB; a crest has at most %(most)s.")
        raise StepError(words, has=len(data) // 1000 + 1, most=MOST_BYTES // 1000)
    reader = _Reader()
    try:
        reader.read(data)
    except expat.ExpatError as problem:
        words = _("This is no SVG: line %(line)s cannot be read.")
        raise StepError(words, line=problem.lineno) from None
    except (LookupError, ValueError) as problem:  # of an encoding that is not known here
        raise StepError(_("This is no SVG: line %(line)s cannot be read."), line=1) from problem
    if not reader.shapes:
        raise StepError(
            _("There is nothing to draw in this SVG: pictures and styles within it are left out.")
        )
    return "".join(reader.written)


class _Reader:
    """Writes the parts that may stay while expat reads."""

    def __init__(self) -> None:
        self.written: list[str] = []
        self.shapes = 0
        self._elements = 0
        #: The elements that are open; None for one that is left out.
        self._open: list[str | None] = []

    def read(self, data: bytes) -> None:
        """Read all of it; ExpatError, StepError, and errors of the encoding that it names."""
        parser = expat.ParserCreate(namespace_separator=" ")
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._text
        parser.StartDoctypeDeclHandler = self._check_type
        parser.EntityDeclHandler = self._refuse
        parser.ProcessingInstructionHandler = lambda *_instruction: None
        parser.Parse(data, True)

    def _check_type(self, _name: str, _at: Any, public: str | None, declares: int) -> None:
        if declares or not (public or "").startswith(_PUBLIC):
            self._refuse()

    def _refuse(self, *_declaration: Any) -> None:
        raise StepError(
            _("This SVG declares a document type or entities: save it as a “plain SVG”.")
        )

    def _start(self, name: str, given: Mapping[str, str]) -> None:
        self._elements += 1
        if self._elements > MOST_ELEMENTS or len(self._open) >= DEEPEST:
            raise StepError(_("This drawing has too many parts for a crest: simplify it."))
        space, _blank, word = name.rpartition(" ")
        if not self._open and (word != "svg" or space != SVG):
            raise StepError(_("This is no SVG: it does not begin with “svg”."))
        is_left_out = bool(self._open) and self._open[-1] is None
        if is_left_out or space != SVG or word not in ELEMENTS or (self._open and word == "svg"):
            self._open.append(None)
            return
        attributes = dict(_kept(given))
        if word == "svg":
            attributes = _framed(attributes)
            self.written.append(f'<svg xmlns="{SVG}"')
        else:
            self.written.append(f"<{word}")
        self.written += [f" {key}={quoteattr(value)}" for key, value in attributes.items()]
        self.written.append(">")
        self.shapes += word in SHAPES
        self._open.append(word)

    def _end(self, _name: str) -> None:
        if word := self._open.pop():
            self.written.append(f"</{word}>")

    def _text(self, text: str) -> None:
        if self._open and self._open[-1] in WITH_TEXT:
            self.written.append(escape(text))


def _kept(given: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The attributes that may stay; those within `style` come last, since they win."""
    for name, value in given.items():
        if name in ATTRIBUTES and (safe := _safe(name, value)) is not None:
            yield name, safe
    for declared in given.get("style", "").split(";"):
        name, _colon, value = declared.partition(":")
        name = name.strip().lower()
        if name in LOOKS and (safe := _safe(name, value.replace("!important", ""))) is not None:
            yield name, safe


def _safe(name: str, value: str) -> str | None:
    """The value if it only draws; None if it is to be left out."""
    value = value.strip()
    if name == "id":
        return value if _NAME.match(value) else None
    if inside := _INSIDE.match(value):
        return f"url(#{inside[1]})"
    if "url" in value.lower() or not _PLAIN.match(value):
        return None
    return value


def _framed(attributes: dict[str, str]) -> dict[str, str]:
    """The attributes of the root, with a viewBox: its own, or one of its width and height."""
    box = [float(number) for number in re.findall(_NUMBER, attributes.get("viewBox", ""))]
    if not _VIEW_BOX.match(attributes.get("viewBox", "")) or min(box[2:]) <= 0:
        sizes = [_LENGTH.match(attributes.get(side, "")) for side in ("width", "height")]
        if not all(sizes):
            raise StepError(_("This SVG does not say how large it is (viewBox)."))
        attributes["viewBox"] = " ".join(["0 0", *(size[1] for size in sizes if size)])
    return {name: value for name, value in attributes.items() if name not in ("width", "height")}
