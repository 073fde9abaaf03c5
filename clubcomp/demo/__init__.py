"""The demo club, for whoever wants to look around: `manage.py load_demo`."""
