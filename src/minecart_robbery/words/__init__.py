"""Words: what people type (`reading`, `player_input`), what they are told (`telling`, `answers`).

Pure, as the engine is, but for the catalogue of sentences, which is read from `config/words.toml`.
"""
