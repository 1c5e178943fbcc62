"""The command `minecart`, also as `python -m minecart_robbery`."""

import sys

from minecart_robbery import interrupt

_INTERRUPTED = 130
"""The exit code of a program that Ctrl-C has stopped, as a shell says it."""


def main() -> None:
    """Run the command. What is imported takes a second, in which it can be stopped too (S59)."""
    interrupt.watch()
    try:
        from minecart_robbery.cli import app

        app(prog_name="minecart")
    except KeyboardInterrupt:
        sys.exit(_INTERRUPTED)


if __name__ == "__main__":
    main()
