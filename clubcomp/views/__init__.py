"""The pages. A view is about fifteen lines: access, form, one step, render or redirect."""
