"""The slash commands, each group of them in a file of its own."""
