"""The views. Each is about fifteen lines: access, form, one step, render or redirect.

What a page shows is a value of `clubcomp.pages`. Besides the views that `urls.py` names, this
package holds only what needs a request: `access` (who may do what), `leading` (addresses and
messages of an evening), `live` (pages that poll for changes), `visitor` (the cookie that says who
is looking), `answers` (what a form leads to) and `errors` (the error pages).
"""
