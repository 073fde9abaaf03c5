"""Which reasons are there? One frozen dataclass each, with its text beside it (`core.reason`).

What a docstring here says is what is claimed: a test works each claim out by other means.
"""
