"""The demo club, for people who want to look around: `manage.py load_demo`."""
