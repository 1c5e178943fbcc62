"""Checks of what a set-up needs: each gives a finding, with what to do. They change nothing.

They know the machine, the files and the record, and nothing of Discord; whoever does adds checks
of its own, and shows what was found.
"""
