"""What do the pages of a Swiss competition write again and again? Points in words."""

from django import template

from clubcomp.words.numbers import points_in_words

register = template.Library()
register.simple_tag(points_in_words)
