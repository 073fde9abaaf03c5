"""Is what explanations say true? Every statement is recomputed by means of the tests' own.

`rounds` draws the rounds, `walk` asks an explanation everything that a page can ask, `world` knows
what the record says, and `every_system`, `swiss`, `attacalc` and `resistance` hold a checker for
each class of reason: written from its docstring and from the regulation, never from the engine.
`texts` reads what a member reads, `verdict` puts it together, and
`python -m tests.pairing.truth SYSTEM ROUNDS` counts.
"""
