"""Who may act, by which password, key, code or link?"""
