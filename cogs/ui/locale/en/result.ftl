# The last edit of a felt: who won what with which cards, and why.
result-wins = { $name } wins { $amount }
result-two = { $a } wins { $x }, { $b } { $y }
result-split = Split { $n } ways: { $shares }
result-more = { $name } wins { $amount }, { $n } more win too
result-part = { $name } { $amount }
result-award = { $what } { $amount } to { $name }
result-shares = { $what } { $amount }: { $shares }
result-pot = Pot
result-main = Main pot
result-side = Side pot
result-side-n = Side pot { $n }:
result-high = High half
result-low = Low half
result-of = { $half }, { $pot }
result-run = Board { $n }: { $what }
result-quartered = { $name } is quartered: a quarter of the pot, { $amount } chips back for { $paid } put in.
result-odd = { $n ->
    [one] Odd chip to { $name }, nearest left of the button.
   *[other] Odd chips to { $name }, nearest left of the button.
 }
result-odd-suit = Odd chip to { $name }, who holds the highest card.
result-uncontested = Everyone else folded.
result-no-show = No cards need to be shown.
result-openers = **{ $name }** proves the opening: { $cards } { $what }
result-openers-split = Split openers: { $card } lay aside and is shown.
result-openers-false = **{ $name }** cannot show openers. The hand is dead; the bets stay in the pot.
result-passed_in = Nobody opened
result-no_opener = Nobody else opens
result-false_openers = False openers
result-misdeal = Hand void
result-floor = Stopped by the floor
result-stays = Pot { $amount } stays for the next hand, with new antes.
result-back = Every chip is back where it was. The same player deals again.
result-left = { $amount } that cannot be split stays for the next hand.
result-low-none = No low hand qualifies: the high hand takes the whole pot.
result-board = { $name } plays the board.
result-pots-more = { $n ->
    [one] One more pot under Whole hand.
   *[other] { $n } more pots under Whole hand.
 }
result-beats = beats { $name }'s { $what }
result-returned = { $amount } back to { $name }: nobody called it.
result-folded = Folded: { $names }
result-mucked = mucked
result-shows = **{ $name }** shows { $cards }
result-next = Next hand { $when }
result-next-game = Next game: { $game }
result-chooser = { $name } has the button in the next hand and chooses the game here:
result-waiting = { $n ->
    [one] One more player and the next hand is dealt.
   *[other] { $n } more players and the next hand is dealt.
 }
btn-sitout = Sit out
btn-sitin = I am back
btn-topup = Top up…
btn-show-cards = Show cards…
btn-history = Whole hand
show-ask = Show the table? You do not have to.
show-place = Cards to show
show-nothing = Your cards have been seen already.
btn-show-some = Show { $n }
btn-show-all = Show all
btn-show-none = Keep hidden
