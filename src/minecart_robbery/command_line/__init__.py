"""The larger commands of `minecart`, each group in a file of its own, and how they print."""
