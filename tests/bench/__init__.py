"""How fast the engine is, next to PokerKit in the same breath, because machines are noisy."""
