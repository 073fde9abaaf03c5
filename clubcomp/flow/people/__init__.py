"""Who belongs to the club, and how is a person forgotten?"""
