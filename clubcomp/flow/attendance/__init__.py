"""Step 1 of the evening: who is there, who is asked to come, and who drops out?"""
