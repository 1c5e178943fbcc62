"""Matches being hosted: a table for each, with its clock and its deliveries.

Nothing here knows Discord: a chat gives each table its `Room`.
"""
