"""Minecart Robbery: a program that hosts Death Matches of that name."""

__version__ = "0.1.0"
