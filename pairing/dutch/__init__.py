"""The FIDE (Dutch) System, C.04.3 as applied since 1 February 2026: the engine."""
