"""What does it cost? CPU time, never asserted. `make bench` runs every `bench_*.py` by itself.

A bench prints the time of the calibration loop first, then a line a figure: what it is, the number,
`ms CPU` or `% of a core`. Of these `tests.bench.__main__` makes one table.
"""
