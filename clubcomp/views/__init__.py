"""The pages. A view is about fifteen lines: access, form, one step, render or redirect.

What a page shows is a value of `clubcomp.pages`. Beside what `urls.py` names there is here only
what needs a request itself: `access` (who may), `leading` (addresses and messages of an evening),
`live` (what a screen that asks shows already), `visitor` (the cookie that says who looks),
`answers` (done, refused above its form, or shown) and `errors` (the handlers).
"""
