"""Discord's face of Knekt: commands, buttons, wording. Decides nothing about poker."""

VERSION = "0.1.0"
"""As `/about` says it."""

EXTENSIONS = (
    "cogs.table",
    "cogs.play",
    "cogs.settings",
    "cogs.help",
    "cogs.house",
    "cogs.floor",
    "cogs.history",
    "cogs.privacy",
    "cogs.bank",
    "cogs.stats",
    "cogs.season",
    "cogs.process.upkeep",
    "cogs.process.doors",
)
"""The cogs, in the order in which they are loaded."""
