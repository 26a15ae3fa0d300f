# My cards: what only one member sees.
panel-head = Hand { $no } · { $game } · { $limit }
panel-made-high = High: { $made }
panel-made-low = Low: { $made }
panel-made-nolow = Low: none yet, needs three board cards of 8 or lower
panel-made-nolow-stud = Low: none yet, needs five ranks of 8 or lower
panel-run = Board { $n }: { $made }
panel-odds = { $call } to call into { $pot }. It pays if you win 1 time in { $times } ({ $percent }%).
panel-bank = { $n } s left in your time bank when the clock is up.
panel-yourturn = Your turn. The buttons are on the table.
panel-wait = Waiting for { $name }. Decide ahead:
panel-wait-only = Waiting for { $name }.
panel-ahead = Dropped if the price changes or the hand ends.
panel-ahead-none = Nothing, I will wait
panel-ahead-fold = Check or fold
panel-ahead-call = Call { $amount }, nothing more
panel-ahead-check = Check only
panel-out = You are out of this hand.
panel-asked = The hand stands still. Resume or Refund? Answer at the table.
panel-over = The hand is over.
panel-draw = Your draw: throw up to { $n } cards
panel-discard = { $n ->
    [one] Throw one card
   *[other] Throw { $n } cards
 }
panel-draw-place = Cards to throw, 0 to { $n }
panel-discard-place = { $n ->
    [one] Card to throw
   *[other] Cards to throw: { $n }
 }
panel-draw-sees = The table will see: **{ $name } draws { $n }**
panel-draw-keep = You keep { $cards }
panel-draw-part = part of { $what }
panel-draw-loose = not part of anything yet
panel-draw-paired = there is another of this rank
panel-draw-none = Nothing chosen: you keep all { $n }.
panel-draw-split = You opened. Throwing these splits the openers: it is said aloud and they are kept aside.
panel-draw-split-manual = You opened. Throwing these splits the openers. Say so, or you cannot prove the opening.
panel-part-pair = your pair
panel-part-trips = your three of a kind
panel-part-quads = your four of a kind
panel-part-hand = your hand: { $made }
panel-no-openers = You have no openers. If you opened by mistake you may show it now; the hand is then dead.
panel-show-board = Your best hand is the board: you must declare it to win.
panel-claim = You can open: you hold { $what }.
panel-claim-none = You cannot open with this hand.
btn-draw = { $n ->
    [one] Throw 1, draw 1
   *[other] Throw { $n }, draw { $n }
 }
btn-throw = { $n ->
    [one] Throw it
   *[other] Throw { $n }
 }
btn-splits = Throw { $n } and say it
btn-pat = Stand pat
btn-confess = Show that I had no openers
dm-cards = Hand { $no } in { $table }: your cards
dm-felt = [To the table]({ $link })
dm-hint = Rather no messages? Choose cards by button only in your settings.
