"""Rating lists of federations, each a row of a table: which are known, how they are read.

`kinds` is the table, `reading` reads whatever is in it; `tables`, `columns` and `fide_xml` know the
three shapes of a text, and `kbsb` a database, in a process of its own.
"""
