"""Where the program depends on Django's internals: docs/contributing/inside-django.md."""
