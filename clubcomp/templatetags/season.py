"""How is a line of a points statement written?"""

from django import template

from clubcomp.words import statements

register = template.Library()
for word in (
    statements.line_title,
    statements.without_opponent,
    statements.line_note,
    statements.which_game,
    statements.item_sum,
):
    register.filter(word)
