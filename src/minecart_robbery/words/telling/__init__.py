"""Telling: what happened in a match becomes notices, one for each audience."""
