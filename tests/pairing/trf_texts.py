"""What TRF text do tests start from? A small file, and how to change a place of it.

Four players, two rounds on record of five; in round 3, to be paired, Dirk is away.
"""

TEXT = """\
012 Clubkampioenschap
XXR 5
XXC white1
001    1 w GM Anna                              2500 NED     1234567 1978        2.0    1     3 w 1     2 b +
001    2 m    Bört                              2400                             1.0    2     4 b 1     1 w -
001    3 m    Cem                                                                0.5    4     1 b 0  0000 - H
001    4 m    Dirk                              1300                             1.0    2     2 w 0  0000 - U  0000 - Z
"""  # noqa: E501
FIRST_PLAYER = 4


def put(text, line, column, new):
    """The text with `new` from that line and column (from 1) on, over what stands there."""
    lines = text.split("\n")
    old = lines[line - 1].ljust(column - 1)
    lines[line - 1] = (old[: column - 1] + new + old[column - 1 + len(new) :]).rstrip()
    return "\n".join(lines)


def spoil(*changes):
    """`TEXT` with several changes (line, column, new)."""
    text = TEXT
    for line, column, new in changes:
        text = put(text, line, column, new)
    return text
