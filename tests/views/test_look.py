"""The look holds: light stylesheets, no inline code, known classes, enough contrast."""

import gzip
import re
from itertools import product

from pairing.installed import FILES
from tests.attempts import attempts

STYLESHEET = (FILES / "static/css/clubcomp.css").read_text()
STYLESHEETS = sorted((FILES / "static/css").glob("*.css"))
TAGS = re.compile(r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}", re.DOTALL)
TEMPLATES = sorted((FILES / "templates").rglob("*.html"))

LIGHT, DARK = (
    dict(re.findall(r"(--[\w-]+): (#[0-9a-f]{3,6})\b", block))
    for block in re.findall(r":root \{(.*?)\}", STYLESHEET, re.DOTALL)[:2]
)

# What is written on what, and the contrast that WCAG 2.2 and the look ask for.
PAIRS = [
    ("--ink", "--paper", 7),
    ("--ink-2", "--paper", 7),
    ("--ink", "--pen-tint", 7),
    ("--ink-2", "--pen-tint", 4.5),
    ("--ink-2", "--tint", 4.5),
    ("--ink", "--tint", 7),
    ("--pen", "--paper", 7),
    ("--pen", "--pen-tint", 4.5),
    ("--on-pen", "--pen", 7),
    ("--on-mark", "--mark", 7),
    ("--pen-on-mark", "--mark", 4.5),
    ("--red", "--paper", 7),
    ("--red", "--red-tint", 4.5),
    ("--ink", "--red-tint", 7),
    ("--edge", "--paper", 3),
    ("--edge", "--pen-tint", 3),
]


def luminance(colour: str) -> float:
    digits = colour.removeprefix("#")
    digits = "".join(2 * digit for digit in digits) if len(digits) == 3 else digits
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4))
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_text_and_borders_stand_out_from_what_they_are_on():
    with attempts() as attempt:
        for theme, (front, back, least) in product(("light", "dark"), PAIRS):
            tokens = LIGHT if theme == "light" else {**LIGHT, **DARK}
            darker, lighter = sorted((luminance(tokens[front]), luminance(tokens[back])))
            with attempt(front, "on", back, "in the", theme):
                assert (lighter + 0.05) / (darker + 0.05) >= least


def test_a_stylesheet_is_light_and_loads_nothing_else_and_brings_no_colours_of_its_own():
    """The colours are named once, in `:root`, for light and dark and paper."""
    with attempts() as attempt:
        for file in STYLESHEETS:
            text = file.read_text()
            with attempt(file.name):
                assert len(gzip.compress(file.read_bytes(), 9)) < 12 * 1024
                assert "url(" not in text
                assert "@import" not in text
                rules = re.sub(r"/\*.*?\*/|:root \{.*?\}", "", text, flags=re.DOTALL)
                assert not re.search(r"#[0-9a-f]{3,6}\b|rgb|hsl", rules)


def test_all_stylesheets_together_are_light():
    together = b"".join(file.read_bytes() for file in STYLESHEETS)
    assert len(gzip.compress(together, 9)) < 18 * 1024


def test_a_template_has_no_inline_code_or_style():
    with attempts() as attempt:
        for template in TEMPLATES:
            text = TAGS.sub("", template.read_text())
            with attempt(template.relative_to(FILES)):
                assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:", text)
                assert not re.search(r"<script(?![^>]*\ssrc=)", text)


def test_every_class_in_a_template_is_one_of_the_stylesheets():
    written = "".join(file.read_text() for file in STYLESHEETS)
    rules = re.sub(r"/\*.*?\*/", "", written, flags=re.DOTALL)
    known = set(re.findall(r"\.([a-z][\w-]*)", rules))
    unknown = set()
    for template in TEMPLATES:
        for value in re.findall(r'\sclass="([^"]*)"', TAGS.sub(" ", template.read_text())):
            words = value.split()
            unknown |= {f"{word} in {template.name}" for word in words if word not in known}
    assert not unknown


PRINTED = STYLESHEET[STYLESHEET.index("/* Paper") :]
FORCED = STYLESHEET[STYLESHEET.index("forced-colors: active") :]


def test_on_paper_the_words_that_fold_out_in_a_table_stay():
    hidden = re.search(r"\.nav, (.*) \{ display: none \}", PRINTED)[1]
    assert " summary," in hidden
    assert "table summary { display: block; list-style: none" in PRINTED


def test_in_forced_colours_no_line_covers_the_one_above_it():
    raised = re.search(r"\n  (.*) \{ line-height: 1\.35 \}", FORCED)[1]
    assert {".huge", ".figures dd"} <= set(raised.split(", "))


#: Marks that something else shows too: letters in bold type, or the outline of the whole row.
SHOWN_OTHERWISE = {".unsent-note > b", "tr.me > .who"}


def test_in_forced_colours_nothing_is_marked_by_its_ground_alone():
    """Grounds are gone there: what they mark has an outline, or a colour that stays."""
    alone = set()
    for sheet in STYLESHEETS:
        written = sheet.read_text()
        forced = " ".join(re.findall(r"forced-colors: active\) \{(.*?\})\s*\}", written, re.DOTALL))
        for selectors, rules in re.findall(r"(?m)^([^\n{}@]+)\{([^{}]*)\}", written):
            is_ground = re.search(r"background: var\(--(mark|tint)\)", rules)
            if not is_ground or re.search(r"border", rules) or "print" in selectors:
                continue
            for selector in map(str.strip, selectors.split(",")):
                kept = selector in forced or selector in SHOWN_OTHERWISE or ":hover" in selector
                last = selector.split()[-1].rpartition(">")[2]
                if not kept and last not in forced and last != ".quote":
                    alone.add(f"{sheet.name}: {selector}")
    assert not alone


def test_words_in_a_table_are_broken_only_where_nothing_else_helps():
    cell = re.search(r"\nth, td \{(.*?)\}", STYLESHEET)[1]
    assert "overflow-wrap: break-word" in cell


def test_a_page_is_headed_by_what_its_title_says():
    """A press on "Members" leads to "Members"; a question may stand below."""
    words = r'\s*{% translate ("[^"]+"(?: context "[^"]+")?) %}\s*'
    title = re.compile(f"{{% block title %}}{words}{{% end")
    heading = re.compile(f"<h1>{words}</h1>")
    with attempts() as attempt:
        for template in TEMPLATES:
            text = template.read_text()
            if (said := title.search(text)) and (headed := heading.search(text)):
                with attempt(template.relative_to(FILES)):
                    # A page that asks before it does something is headed by the question.
                    assert said[1].replace("?", "") == headed[1].replace("?", "")
