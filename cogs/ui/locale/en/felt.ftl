# The felt while a hand is played: pot, seats, whose turn, buttons.
felt-head = { $game } · { $limit } · { $hand }
felt-sealed = sealed { $mark }
felt-pot = Pot { $pot }
felt-pot-main = Main pot: { $amount }
felt-pot-side = Side pot { $n }: { $amount }
felt-pot-all = all { $n } in the hand
felt-board-run = Board { $n }
felt-carried = { $amount } of it carried over from { $n ->
    [one] a passed-in deal
   *[other] { $n } passed-in deals
 }
felt-carried-odd = { $amount } of it left over from the last hand
felt-shared = One card for all
felt-last = Last: { $actions }
felt-paused = Paused by { $name }. The clock stands still.
felt-asked = Play stood still for a long time. Shall this hand go on?
felt-asked-agreed = Want to play on: { $names }
felt-asked-missing = Not answered yet: { $names }
felt-asked-rule = It goes on when all in the hand want it. Every chip goes back { $when }, or at once if somebody presses Refund.
felt-frozen = This table has stopped: a check of the chips failed. The other tables play on. The host closes it with /{ cmd-table-name } { cmd-table-close-name }; every stack is on record.
felt-behind = This table has stopped: it shows more than my books know, so they are an older copy. The hand in them was paid back. The host closes the table with /{ cmd-table-name } { cmd-table-close-name }; every stack is as the books have it.
notice-back = Back after a restart: nothing is lost, and clocks start anew.
notice-stuck = My books cannot be written just now. The clock stands still; play goes on by itself when they can.
notice-update = No new hand for a few minutes: I am about to be updated. Every stack stays where it is.
felt-closed = The table is closed. Every stack is back in its bankroll.
felt-dealing = Dealing…
seat-posts-ante = ante { $amount }
seat-posts-small_blind = small blind { $amount }
seat-posts-big_blind = big blind { $amount }
seat-posts-blind = blind { $amount }
seat-posts-straddle = straddle { $amount }
seat-posts-live_post = posts { $amount }
seat-checked = checks
seat-passed = passes
seat-waiting = waiting
seat-bet = bets { $amount }
seat-opened = opens for { $amount }
seat-called = calls { $amount }
seat-raised = raises to { $amount }
seat-completed = completes to { $amount }
seat-brought-in = bring-in { $amount }
seat-folded = folded
seat-dead = hand is dead
seat-mucked = mucked
seat-allin = all-in { $amount }
seat-to-act = to act
seat-drew = drew { $n }
seat-pat = stands pat
seat-opener = opener
seat-showing = shows { $what }
seat-sitting-out = sitting out
seat-next-hand = from the next hand
seat-leaving = leaving
felt-turn-call = { $name }: { $amount } to call
felt-turn-capped = { $name }: { $amount } to call, capped
felt-turn-open = { $name }: check or bet
felt-turn-option = { $name }: check or raise
felt-turn-check = { $name }: check
felt-turn-first = { $name }: pass or open
felt-turn-bring-in = { $name }: bring in { $amount } or complete
felt-turn-draw = { $name }: draw up to { $n }
felt-turn-discard = { $n ->
    [one] Throw a card: { $names }
   *[other] Throw { $n } cards: { $names }
 }
felt-turn-runs = Run it how many times? { $names }
felt-turn-show = { $name }: show or muck
felt-turn-claim = { $name }: can you open?
felt-clock = Time is up { $when }, then { $default }.
felt-clock-bank = Time bank is running: it is up { $when }, then { $default }.
default-fold = fold
default-check = check
default-pat = stand pat
default-pass = pass
default-bring-in = bring in
default-discard = the card dealt last goes
default-show = show
default-once = one board
default-decline = no
btn-fold = Fold
btn-check = Check
btn-call = Call { $amount }
btn-call-allin = Call { $amount }, all-in…
btn-bet = Bet { $amount }
btn-raise = Raise to { $amount }
btn-half = ½ pot { $amount }
btn-pot = Pot { $amount }
btn-raise-other = Raise…
btn-bet-other = Bet…
btn-open-other = Open…
btn-allin = All-in { $amount }…
btn-cards = My cards
btn-story = Story
btn-complete = Complete to { $amount }
btn-bring-in = Bring in { $amount }
btn-pass = Pass
btn-open = Open for { $amount }
btn-choose = Choose cards…
btn-run = { $n ->
    [one] Once
    [2] Twice
   *[other] { $n } times
 }
btn-reveal = Show
btn-muck = Muck
btn-declare = The board plays
btn-play_on = Resume
btn-refund = Refund
btn-claim = I open
btn-decline = I do not
