"""Rating lists of federations, a row of a table for each: which are known, how they are read.

`kinds` is the table, `reading` reads whatever is in it; `tables`, `columns` and `fide_xml` know the
three shapes of a text, and `kbsb` a database, in a process of its own.
"""
