"""The referee: adjudicates a match typed in as a script, in virtual time.

It knows no Discord, no database and no clock: it feeds a script's lines through `words` and
`engine`, and tells what the rules make of them.
"""

from minecart_robbery.referee.adjudicate import Entry, Ruling, adjudicate
from minecart_robbery.referee.script import MalformedScriptError, Script, parse

__all__ = ["Entry", "MalformedScriptError", "Ruling", "Script", "adjudicate", "parse"]
