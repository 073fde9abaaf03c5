"""What do pages say of a category?"""

from django import template

from clubcomp.words import categories

register = template.Library()
register.filter("rule", categories.rule_text)
