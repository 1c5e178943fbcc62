"""The rehearsal: the tables of `live` behind a local web page, with no token and no Discord."""
