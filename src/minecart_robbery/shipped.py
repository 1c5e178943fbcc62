"""The files that ship with the program beside its code: `config/` and `migrations/`.

A wheel carries them inside the package; in a checkout, which an editable install runs from, they
stand at the top. Nothing here knows what is in them.
"""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_CHECKOUT = _PACKAGE.parent.parent


def shipped(*parts: str) -> Path:
    """Give the path of a shipped file or folder, such as `shipped("config", "rules.toml")`.

    The working folder plays no part. Raises FileNotFoundError, naming both places looked at, when
    it is in neither.
    """
    places = [folder.joinpath(*parts) for folder in (_PACKAGE, _CHECKOUT)]
    for place in places:
        if place.exists():
            return place
    raise FileNotFoundError(
        f"{'/'.join(parts)} should have come with the program, but is neither at {places[0]} "
        f"(where a wheel has it) nor at {places[1]} (where a checkout has it): "
        "please install minecart-robbery again"
    )
