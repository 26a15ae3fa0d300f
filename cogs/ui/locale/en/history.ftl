# Finished hands: looking, stepping, taking away, checking.
cmd-hand-name = hand
cmd-hand = Hands that are over
cmd-hand-show-name = show
cmd-hand-show = A finished hand, by default the last one
cmd-hand-list-name = list
cmd-hand-list = The last hands of this table
cmd-hand-replay-name = replay
cmd-hand-replay = Step through a finished hand
cmd-hand-export-name = export
cmd-hand-export = A hand or the whole evening as a file
cmd-hand-verify-name = verify
cmd-hand-verify = Check the sealed deck of a finished hand
opt-number-name = number
opt-number = Number of the hand; the last one if left out
opt-what-name = what
opt-what = One hand, or all of this table
past-own = Your cards: { $cards }
past-step = Step { $step } of { $steps }
past-dealt = The cards are dealt.
past-list = Hands of this table
past-none = No hand has been finished here yet. Open a table with /{ cmd-table-name } { cmd-table-open-name }.
past-pick = Look into a hand
past-title = { $no } · { $game }
past-nobody = nobody won
btn-replay = Step by step
btn-export = As a file
btn-verify = Sealed deck
btn-first = « Start
btn-back = ‹ Back
btn-on = On ›
btn-last = Result »
export-hand = One hand
export-evening = All hands of this table
export-button = , button
export-seat = Seat { $n }: { $name }, { $stack } chips{ $button }, { $net }
export-check = Check the next line with: python -m engine.rules.fairness FILE
export-done = As you may know it: your own cards and what was shown. Unpack it, and check a hand with python -m engine.rules.fairness FILE.
proof-head = Sealed deck of hand { $no }
proof-none = The deck of hand { $no } was not sealed.
proof-right = { $n ->
    [0] It holds. No card was shown that could be opened.
    [one] It holds: one card lay where it says before the deal.
   *[other] It holds: { $n } cards lay where they say before the deal.
 }
proof-false = { $n ->
    [one] It does not hold: one fault.
   *[other] It does not hold: { $n } faults.
 }
proof-root = Root, as the table showed it before the deal: `{ $root }`
proof-means = Before the deal a commitment to every card is published. Afterwards the cards that were shown, and your own, are opened against it: no card was changed after the root was published.
proof-not = It does not prove that the shuffle was fair, that the cards which stay shut are the rest of a full deck, or that whoever runs the bot did not look. Play with hosts you trust.
proof-own = Your own cards, opened against the root that was published before the deal. Nobody else's card is in the file. Check it with python -m engine.rules.fairness FILE ROOT.
proof-self = The file has the proof; anybody can check it with Python alone: python -m engine.rules.fairness FILE
