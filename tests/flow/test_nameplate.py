"""What a club shows of itself is harmless and readable, whatever file it came from."""

import struct
import zlib
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from clubcomp.flow.errors import StepError
from clubcomp.flow.nameplate.images import (
    CREST_BYTES,
    PHOTO_BYTES,
    SHOWN_BYTES,
    crest_of,
    photo_of,
    shown_crest,
)
from clubcomp.flow.nameplate.nameplate import drawn
from clubcomp.flow.nameplate.svg import reduced_svg
from clubcomp.models.colours import COLOURS, DARK, PAPER

ROOT = Path(__file__).parents[2]
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">'


def luminance(colour):
    """How bright a colour is, from 0 to 1 (WCAG 2.2, relative luminance)."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    """Of two colours, from 1 to 21."""
    low, high = sorted(map(luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


def test_the_style_sheet_has_the_same_pairs():
    css = (ROOT / "static" / "css" / "clubcomp.css").read_text()
    for name, colour in COLOURS.items():
        pair = f"{{ --day: {colour.light}; --night: {colour.dark} }}"
        where = f':has(> [name=colour][value={name}]), [data-colour="{name}"]:root'
        assert f"{where} {pair}" in css


def svg(inner, head=HEAD):
    return f"{head}{inner}</svg>".encode()


@pytest.mark.parametrize("name", COLOURS)
def test_a_colour_can_be_read_on_paper_and_in_the_dark(name):
    colour = COLOURS[name]
    assert contrast(colour.light, PAPER) >= 4.5
    assert contrast(colour.dark, DARK) >= 4.5


def test_there_are_twelve_of_them_and_the_measure_is_right():
    assert len(COLOURS) == 12
    assert round(contrast("#000000", "#ffffff"), 1) == 21.0
    assert round(contrast("#777777", "#ffffff"), 2) == 4.48


def test_a_drawing_stays_as_it_was():
    drawing = (
        '<g fill="#b3261e"><path d="M0 0L10 10Z"></path><circle cx="5" cy="5" r="2"></circle></g>'
    )
    assert reduced_svg(svg(drawing)) == svg(drawing).decode()


@pytest.mark.parametrize(
    "hostile",
    [
        "<script>alert(1)</script>",
        "<style>path{fill:url(https://evil.example)}</style>",
        '<use href="#x"/>',
        '<image href="https://evil.example/x.png"/>',
        "<foreignObject><body xmlns='http://www.w3.org/1999/xhtml'><b>x</b></body></foreignObject>",
        '<a href="javascript:alert(1)"><path d="M0 0"/></a>',
        '<animate attributeName="href" values="javascript:alert(1)"/>',
        '<set attributeName="onload" to="alert(1)"/>',
        '<g xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></g>',
        '<svg onload="alert(1)"><path d="M0 0"/></svg>',
    ],
)
def test_what_runs_loads_or_points_outside_is_left_out(hostile):
    said = reduced_svg(svg(f'{hostile}<path d="M1 1"/>'))
    assert said == svg('<path d="M1 1"></path>').decode()


@pytest.mark.parametrize(
    "attribute",
    [
        'onload="alert(1)"',
        'href="https://evil.example"',
        'xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="javascript:alert(1)"',
        'fill="url(https://evil.example/#a)"',
        'fill="URL(//evil.example)"',
        'style="fill:url(https://evil.example)"',
        'style="background:url(https://evil.example);-moz-binding:url(x)"',
        'fill="red;background:url(x)"',
        'id="a b"',
        'class="hidden"',
        'fill="\\75rl(//evil.example)"',
    ],
)
def test_an_attribute_that_is_not_of_a_drawing_is_left_out(attribute):
    said = reduced_svg(svg(f'<path d="M1 1" {attribute}/>'))
    assert said == svg('<path d="M1 1"></path>').decode()


def test_a_style_is_read_as_the_attributes_that_it_stands_for():
    said = reduced_svg(svg('<path d="M1 1" fill="red" style="fill:#00f; stroke : url(\'#a\')"/>'))
    assert 'fill="#00f"' in said
    assert 'stroke="url(#a)"' in said
    assert "style" not in said
    assert "red" not in said


def test_the_size_becomes_a_view_box():
    head = '<svg xmlns="http://www.w3.org/2000/svg" width="40mm" height="30">'
    assert 'viewBox="0 0 40 30"' in reduced_svg(svg('<path d="M1 1"/>', head))
    with pytest.raises(StepError, match="how large"):
        reduced_svg(svg('<path d="M1 1"/>', '<svg xmlns="http://www.w3.org/2000/svg">'))


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "is no SVG"),
        (b"hello", "is no SVG"),
        (b"<html/>", "does not begin"),
        (svg("<script>1</script>"), "nothing to draw"),
        (svg("<g>" * 60 + "</g>" * 60), "too many parts"),
        (svg("<g/>" * 3000), "too many parts"),
        (b'<!DOCTYPE svg [<!ENTITY a "aaaa">]>' + svg("<text>&a;</text>"), "document type"),
        (b'<!DOCTYPE svg SYSTEM "file:///etc/passwd">' + svg("<path/>"), "document type"),
        (svg("<path d='" + "M1 1" * 20_000 + "'/>"), "at most 64"),
    ],
)
def test_what_is_no_drawing_is_refused_in_a_sentence(data, said):
    with pytest.raises(StepError, match=said):
        reduced_svg(data)


@pytest.mark.parametrize("encoding", ["nonsense", "gb18030", "idna", "base64"])
def test_an_encoding_that_is_not_known_is_refused_in_a_sentence(encoding):
    head = f'<?xml version="1.0" encoding="{encoding}"?>'.encode()
    with pytest.raises(StepError, match="is no SVG"):
        reduced_svg(head + svg('<path d="M1 1"/>'))


def test_the_public_document_type_of_drawings_is_read_and_nothing_that_it_declares():
    public = '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/svg11.dtd"%s>'
    drawing = svg('<path d="M1 1"/>')
    assert "M1 1" in reduced_svg((public % "").encode() + drawing)
    for inner in (' [<!ENTITY a "aaaa">]', " []"):
        with pytest.raises(StepError, match="document type"):
            reduced_svg((public % inner).encode() + drawing)


@pytest.mark.parametrize("box", ["none", "0 0 10", "0 0 0 10", "0 0 -1 10", "a b c d", "0,0,1e9,1"])
def test_a_view_box_that_is_none_gives_way_to_the_size(box):
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="4" height="3">'
    assert 'viewBox="0 0 4 3"' in reduced_svg(svg('<path d="M1 1"/>', head))
    with pytest.raises(StepError, match="how large"):
        reduced_svg(svg('<path d="M1 1"/>', head.replace(' width="4"', "")))


def test_a_drawing_is_measured_as_it_is_sent_compressed():
    path = "".join(f"L{number * 7919 % 9973} {number}" for number in range(6_000))
    assert drawn("crest", svg('<path d="M1 1h8v8z"/>' * 1_500)).name.endswith(".svg")
    with pytest.raises(StepError, match="more than pages can carry"):
        drawn("crest", svg(f'<path d="M1 1{path[:15_000]}"/><path d="M1 1{path[15_000:34_000]}"/>'))


def picture(size, kind, mode="RGB", **more):
    file = BytesIO()
    Image.effect_noise(size, 90).convert(mode).save(file, kind, **more)
    return file.getvalue()


def test_a_crest_is_drawn_anew_and_small_enough():
    png = crest_of(picture((900, 600), "PNG", pnginfo=None))
    image = Image.open(BytesIO(png))
    assert len(png) <= CREST_BYTES
    assert image.format == "PNG"
    assert not image.info
    assert len(shown_crest(png)) <= SHOWN_BYTES


def test_a_photo_has_nothing_beside_its_points():
    exif = Image.Exif()
    exif[0x010F], exif[0x0112] = "Camera of Anna", 6  # the camera, and turned by a quarter
    data = picture((1600, 1000), "JPEG", exif=exif)
    assert b"Anna" in data
    photo = photo_of(data)
    image = Image.open(BytesIO(photo))
    assert len(photo) <= PHOTO_BYTES
    assert b"Anna" not in photo
    assert not image.getexif()
    assert image.height > image.width


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_no_comment_and_no_profile_of_a_file_is_written_again(kind):
    extra = {"comment": b"told by Anna"} if kind == "JPEG" else {}
    data = picture((90, 60), kind, icc_profile=b"profile of Anna" * 2_000, **extra)
    assert "icc_profile" in Image.open(BytesIO(data)).info
    made = [photo_of(data), *([crest_of(data), shown_crest(data)] if kind == "PNG" else [])]
    for drawn_anew in made:
        assert b"Anna" not in drawn_anew
        assert Image.open(BytesIO(drawn_anew)).info.keys() <= JFIF
    assert all(len(crest) <= SHOWN_BYTES for crest in made[2:])


#: What every JPEG says of itself.
JFIF = {"jfif", "jfif_version", "jfif_unit", "jfif_density", "progressive", "progression"}


def test_what_is_transparent_in_a_photo_becomes_white():
    file = BytesIO()
    Image.new("RGBA", (9, 9), (0, 0, 0, 0)).save(file, "PNG")
    assert Image.open(BytesIO(photo_of(file.getvalue()))).getpixel((4, 4)) == (255, 255, 255)


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "I;16", "RGBA"])
def test_every_kind_of_points_is_drawn(mode):
    file = BytesIO()
    Image.new(mode, (9, 9)).save(file, "PNG")
    assert crest_of(file.getvalue())
    assert photo_of(file.getvalue())


def bomb(wide, high):
    """A PNG of a few bytes that says it is very large."""

    def chunk(kind, body):
        return (
            struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        )

    head = struct.pack(">IIBBBBB", wide, high, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", b"") + chunk(b"IEND", b"")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (bomb(30_000, 30_000), "smaller first|unfolds"),
        (bomb(4_001, 4_000), "smaller first"),
        (b"\x89PNG\r\n\x1a\n", "no picture"),
        (b"GIF89a", "no picture"),
        (picture((9, 9), "JPEG"), "no picture"),
        (picture((40, 40), "PNG")[:-80], "no picture"),
        (b"x" * 8_000_001, "at most 8"),
    ],
)
def test_another_picture_is_refused_in_a_sentence(data, said):
    with pytest.raises(StepError, match=said):
        crest_of(data)


def test_a_picture_that_moves_is_refused():
    file = BytesIO()
    frames = [Image.new("RGB", (9, 9), colour) for colour in ("red", "blue")]
    frames[0].save(file, "PNG", save_all=True, append_images=frames[1:])
    with pytest.raises(StepError, match="moves"):
        crest_of(file.getvalue())
