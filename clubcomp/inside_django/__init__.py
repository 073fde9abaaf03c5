"""Where the program leans on the inside of Django: docs/contributing/inside-django.md."""
