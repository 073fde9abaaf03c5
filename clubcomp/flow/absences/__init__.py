"""Who does not come, with which notice, and what may players say by themselves?"""
