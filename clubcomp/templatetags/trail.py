"""How is a line of the trail written?"""

from django import template

from clubcomp.words.trail import member_trail_text, trail_text

register = template.Library()
register.filter(trail_text)
register.filter(member_trail_text)
