"""The chat: translation between Discord, by discord.py, and the floors below; nothing else."""
