# The rules to read: steps of a game told from its script, and a page for each topic.
rules-here = As the table in this channel plays it: { $terms }
rules-usual = As it is usually played: { $terms }. A table may agree on other rules.
rules-seats = { $least } to { $most } seats.
rules-limits = Played in { $limits }.
rules-deck = The deck has { $n } cards.
rules-house = House rules
rules-select = Rules on a topic
rules-post = put in before the cards: { $posts }
rules-post-ante = an ante from everybody
rules-post-shared = one ante for all
rules-post-blinds = { $n ->
    [one] one blind
    [2] the small and the big blind
   *[other] { $n } blinds
 }
rules-post-button = a blind from the button
rules-deal-down = { $down ->
    [one] one card face down to each player
   *[other] { $down } cards face down to each player
 }
rules-deal-up = { $up ->
    [one] one card face up to each player
   *[other] { $up } cards face up to each player
 }
rules-deal-both = { $down } cards face down and { $up } face up to each player
rules-deal-share = { $n ->
    [one] one card face down to each player; if the deck is short, one card for all
   *[other] { $n } cards face down to each player; if the deck is short, one card for all
 }
rules-board = { $n ->
    [one] one card face up in the middle for all
   *[other] { $n } cards face up in the middle for all
 }
rules-draw = in turn each player throws up to { $n } cards and gets as many new ones
rules-discard = { $n ->
    [one] each player throws one card
   *[other] each player throws { $n } cards
 }
rules-burned = { $what } (one card is burned first)
rules-bet-after_blinds = betting round; the player left of the last blind speaks first
rules-bet-left_of_button = betting round; the player left of the button speaks first
rules-bet-opener = betting round; the opener speaks first
rules-bet-low_card = betting round; the lowest up card brings in
rules-bet-high_card = betting round; the highest up card brings in
rules-bet-best_up = betting round; the best hand showing speaks first
rules-bet-lowest_up = betting round; the lowest hand showing speaks first
rules-big = big bets from here
rules-openers = the first bet needs openers
rules-pass-in = if all pass, the deal is over and the pot stays
rules-ranking-high = the best hand
rules-ranking-short_high = the best hand (a flush beats a full house; A-6-7-8-9 is a straight)
rules-ranking-eight_low = the best low hand, eight or lower (straights and flushes do not count, aces are low)
rules-ranking-ace_five = the lowest hand (straights and flushes do not count, aces are low)
rules-ranking-deuce_seven = the lowest hand (straights and flushes count against it, aces are high)
rules-ranking-badugi = the lowest hand of cards that differ in rank and suit, four before three
rules-hole = { $hand } of exactly { $n } own cards and { $board } from the board
rules-win = showdown: { $hand } wins
rules-split = showdown: half the pot to { $high }, half to { $low }; without a low hand the high hand takes it all
topic-here = At this table ({ $game })
topic-usual = As usual ({ $game })
topic-ranks = What beats what
topic-ranks-text = Five cards make a hand. Within a kind the higher ranks win, then the side cards (kickers) one by one. The ace is high, and low in a straight to the five. Suits never decide who wins. Exactly equal hands share the pot. Lows, short deck and badugi have an order of their own: see their games.
topic-limits = Betting limits
topic-limits-text =
    - **Fixed limit**: each bet and raise is one bet; the size doubles in the later rounds.
    - **Spread limit**: a bet or raise may be anything between two ends, and a raise at least as large as the last one.
    - **Pot limit**: at most the pot as it is after you have called.
    - **No limit**: all your chips at any time.
    - Amounts are totals: raise to 60. All-in for less is always possible.
topic-allin = All-in and side pots
topic-allin-text =
    Nobody can be forced out for want of chips: you put in what you have and play for that part. What others bet beyond it makes a side pot among them, and each pot is compared by itself. What nobody called goes back.
    Example: all-in for 30, 80 and 200. Main pot 3 × 30 = 90, side pot 2 × 50 = 100, and 120 go back.
    An all-in smaller than a full raise does not let those bet again who have already acted. More exercises: /{ cmd-practice-name }.
topic-odd = Split pots and odd chips
topic-odd-text = Equal hands share a pot as evenly as chips allow. Each pot is split by itself. In stud an odd chip goes to the highest card; in hi-lo the high half takes it.
topic-jacks = Jacks to open
topic-jacks-text =
    The first bet of a deal needs openers. Whoever has them may open but does not have to; once the pot is open everybody may call and raise with anything.
    The opener must be able to prove the opening, also when all others fold. Thrown openers are kept aside for that: the opener may split them.
    If nobody opens, the button moves, the pot stays and the cards are dealt anew. Only those who were dealt in play for what was carried over.
topic-false_openers = False openers
topic-false_openers-text =
    With the dealer checking, an opening without openers is refused in private and cannot happen. On your honour it can, and then:
    - Found before the draw: the hand is dead, the opening bet stays, and the others may declare the pot open in turn.
    - The pot is played on if the opening was raised, called by two, or the round was over.
    - Found at the showdown or when all have folded: the false opener cannot win; with nobody else in, the pot stays.
topic-stud = Seven-card stud
topic-stud-text = The lowest up card posts the bring-in (clubs lowest, then diamonds, hearts, spades) or opens for the full bet. From fourth street on the best hand showing speaks first; the earlier dealt of equals. Raising the bring-in to a full bet completes it and is no raise. If the deck runs short, the last card is one for all.
topic-hilo = High and low
topic-hilo-text = The best high hand and the best low hand share each pot. A low needs five different ranks of eight or lower; the wheel 5-4-3-2-A is the best. High and low may use different cards. Two who share a half while a third takes the other are quartered.
topic-draw = Draw
topic-draw-text = Each player in turn says how many cards they throw and gets as many. The number is public, the cards are not. Throwing none is to stand pat. When the deck runs out, the thrown and folded cards are shuffled again, except those of whoever draws just then.
topic-showdown = Showdown
topic-showdown-text = Whoever bet or raised last in the last round shows first, else whoever spoke first in it. Later hands are shown if they win and may be mucked if not; a mucked hand stays secret for good. When somebody is all-in and the betting is over, the hands are turned up at once if the house rule says so. Who wins because all have folded shows nothing.
topic-floor = Dealing and dealing errors
topic-floor-text =
    The program makes no dealing errors. A table may choose a human dealer, who errs now and then by the same shuffled chance and rules on it aloud; the host can call an error too (/{ cmd-floor-name }).
    - The first card exposed, or two of them: misdeal, everything goes back.
    - One other card exposed: it is replaced and becomes the burn card.
    - A flop turned too early is shuffled back and dealt again without a burn; a turn too early is out, the next card takes its place, and the river comes from the reshuffled deck.
topic-table = The table
topic-table-text = The button moves clockwise after each hand. For two players the button is the small blind and speaks first before the flop. Chips on the table stay there until you leave; you can top up between hands, never during one. Missed blinds are posted on return. Two time-outs in a row and you sit out. Leaving in a hand means check or fold until it is over.
topic-fairness = Fairness
topic-fairness-text =
    Cards are shuffled by the operating system's source of chance. Before the deal a commitment to every card is made: the table shows the beginning of its root, your own card message and My cards the whole. My cards opens your own cards against it at any time; afterwards /{ cmd-hand-name } { cmd-hand-verify-name } opens the cards that were shown.
    It proves that no card was changed after the root was published. It does not prove that the shuffle was fair, that the cards which stay shut are the rest of a full deck, or that whoever runs the bot did not look.
