"""The steps of a club evening. One file is one part of it, one function one step.

A step is one transaction: it locks the competition, checks the status, changes, and writes
the trail. It raises `StepError` with a sentence for the person who pressed the button, and
then nothing has changed. The first argument is the thing, the rest keyword-only, last `by`:
the account that does it (None for a command).
"""
