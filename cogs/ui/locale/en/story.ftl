# What happened, one sentence an event: the last actions on the felt, and the whole hand.
log-posts-ante = { $name } antes { $amount }
log-posts-shared_ante = { $name } antes { $amount } for all
log-posts-small_blind = { $name } posts the small blind, { $amount }
log-posts-big_blind = { $name } posts the big blind, { $amount }
log-posts-blind = { $name } posts a blind, { $amount }
log-posts-straddle = { $name } straddles { $amount }
log-posts-live_post = { $name } posts { $amount } to come in
log-posts-dead_blind = { $name } pays { $amount } for a missed small blind
log-bet = { $name } bets { $amount }
log-open = { $name } opens for { $amount }
log-call = { $name } calls { $amount }
log-raise = { $name } raises to { $amount }
log-complete = { $name } completes to { $amount }
log-bring_in = { $name } brings in { $amount }
log-check = { $name } checks
log-pass = { $name } passes
log-fold = { $name } folds
log-allin = { $name } all-in { $amount }
log-allin-call = { $name } calls { $amount }, all-in
log-draw = { $name } draws { $n }
log-pat = { $name } stands pat
log-splits = { $name } splits openers: the card lies aside
log-discard = { $name } throws { $n ->
    [one] a card
   *[other] { $n } cards
 }
log-asked = { $name } is asked to open
log-opens = { $name } declares the pot open
log-declines = { $name } does not open
log-dead-false_openers = { $name } had no openers: the hand is dead
log-dead-floor = The hand of { $name } is dead by ruling
log-returned = { $amount } back to { $name }
log-withdrawn = { $amount } of the bet back to { $name }
log-runs = { $n ->
    [one] The board is dealt once
   *[other] The board is dealt { $n } times
 }
log-voted = { $name } has answered
log-declared = { $name } declares the board
log-shown = { $name } shows { $cards }
log-mucked = { $name } mucks
log-reshuffled = The discards are shuffled into a new stub
log-ruling-shuffle = Ruling: the cards taken back are shuffled into the stub
log-ruling-back = Ruling: { $cards } was turned too early and is taken back
log-ruling-flop = Ruling: a flop of too many cards, { $cards }, is taken back
log-ruling-exposed = Ruling: { $cards } of { $name } was exposed and is replaced
log-ruling-extra = Ruling: { $name } had a card too many; it becomes the burn card
log-void = The hand is void: every chip is back where it was
log-shared = One card for all: { $cards }
log-board = Board: { $cards }
log-board-run = Board { $n }: { $cards }
log-up = { $name } is dealt { $cards }
log-proved = { $name } proves the opening: { $cards }
log-unproved = { $name } cannot show openers
log-wins = { $name } wins { $amount }
log-stays = { $amount } stays in the middle
story-head = Hand { $no } · { $game }
story-after = After the hand
story-none = Nothing has happened yet.
story-sealed = The deck was sealed before the deal: { $root }
story-cut = The beginning is left out here; the export has all of it.
