"""Discord's face of Knekt: commands, buttons, wording. Decides nothing about poker."""

EXTENSIONS = ("cogs.table", "cogs.play", "cogs.settings")
"""The cogs, in the order in which they are loaded."""
