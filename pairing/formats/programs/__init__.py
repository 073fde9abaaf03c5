"""What other programs write: their files, and tables of games as people have them.

`recognised` tells from its content which program wrote a file. A reader makes a competition of it,
and names in remarks whatever it does not use. Nothing here trusts a file: sizes are counted before
it is unpacked, and what cannot be understood is refused in words.
"""
