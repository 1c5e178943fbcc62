"""`python -m minecart_robbery`: the same as the command `minecart`."""

from minecart_robbery.cli import app

if __name__ == "__main__":
    app(prog_name="minecart")
