# House rules: what each is about, and what each answer means.
house-bold = Bold: different from the usual rules of this game.
house-burn = Burn cards
house-burn-yes = A card is burned before each board card or street
house-burn-no = No cards are burned
house-max_raises = Raises a round
house-max_raises-n = At most { $n } raises a round in fixed and spread limit
house-max_raises-none = No limit on raises
house-heads_up_uncapped = Cap for two
house-heads_up_uncapped-yes = No cap on raises when only two play the round
house-heads_up_uncapped-no = The cap holds for two players as well
house-min_raise = Smallest raise
house-min_raise-increment = A raise is at least as large as the last one
house-min_raise-double = A raise is to at least twice the bet
house-odd_chip = Odd chips
house-odd_chip-left_of_button = An odd chip goes left of the button
house-odd_chip-carry_over = An odd chip waits for the next hand
house-fl_allin_reopen = Short all-in, right to raise
house-fl_allin_reopen-half = An all-in of half a bet or more reopens the betting
house-fl_allin_reopen-full = Only an all-in of a full bet reopens the betting
house-fl_allin_counts = Short all-in, size
house-fl_allin_counts-half = An all-in of half a bet or more counts as a bet
house-fl_allin_counts-full = Only an all-in of a full bet counts as a bet
house-draws = Draws
house-draws-n = { $n ->
    [one] Cards are drawn once
   *[other] Cards are drawn { $n } times
 }
house-big_bet_from_round = Big bet
house-big_bet_from_round-n = The big bet from round { $n } on
house-big_bet_from_round-zero = The big bet in the last rounds
house-max_draw = Cards to draw
house-max_draw-n = Up to { $n } cards may be drawn
house-seven_handed_max_two = Seven players
house-seven_handed_max_two-yes = Seven players and nobody folded: up to two cards in the first draw
house-seven_handed_max_two-no = No special limit for seven players
house-first_after_draw = First after the draw
house-first_after_draw-left_of_button = The player left of the button speaks first after the draw
house-first_after_draw-opener = The opener speaks first after the draw
house-round_check = All pass
house-round_check-play_on = If all check, the hand goes on
house-round_check-redeal = If nobody opens, the pot stays and the cards are dealt anew
house-openers_minimum = Openers
house-openers_minimum-rank = Opening takes at least a pair of { $rank }
house-opener_check = Checking openers
house-opener_check-enforce = The dealer refuses an opening without openers, in private
house-opener_check-honor = Openers are on your honour and proved afterwards
house-false_opener_extra_bets = False opener's bets
house-false_opener_extra_bets-stay = What a false opener bet stays in the pot
house-false_opener_extra_bets-withdraw = What a false opener bet above the opening goes back
house-open_for_raise = Opening for two
house-open_for_raise-yes = The pot may be opened for two bets
house-open_for_raise-no = The pot is opened for one bet
house-split_announcement = Splitting openers
house-split_announcement-automatic = The dealer says it when openers are split
house-split_announcement-manual = Who splits openers must say so
house-reante_limit = New antes
house-reante_limit-n = { $n ->
    [one] One new ante at most after hands nobody opened
   *[other] { $n } new antes at most after hands nobody opened
 }
house-reante_limit-none = New antes after each hand nobody opened
house-check_raise = Check and raise
house-check_raise-yes = A player who has checked may raise
house-check_raise-no = A player who has checked may not raise in that round
house-open_pair = Open pair on fourth street
house-open_pair-pair_holder = With an open pair on fourth street its holder may bet double
house-open_pair-any = With an open pair on fourth street anybody may bet double
house-open_pair-off = An open pair on fourth street changes nothing
house-showdown = Showdown
house-showdown-auto = The dealer reads the hands
house-showdown-manual = Players show or muck and must say if the board plays
house-table_all_in_hands = All-in hands
house-table_all_in_hands-yes = Hands are turned up once someone is all-in and the betting is over
house-table_all_in_hands-no = All-in hands stay down until the showdown
house-dealer = Dealer
house-dealer-software = The dealer makes no mistakes
house-dealer-human = The dealer errs like a human now and then
house-dealer_errors = Dealer's errors
house-dealer_errors-n = { $n } dealing errors per hundred hands with a human dealer
house-dealer_errors-zero = No dealing errors
house-four_card_flop = Flop of four
house-four_card_flop-redeal = A flop of four cards is dealt again
house-four_card_flop-scramble = From a flop of four one card is drawn by lot and burned
house-hilo_identical = Same players both ways
house-hilo_identical-even = The same players tied both ways share the whole pot evenly
house-hilo_identical-per_half = High and low are always split apart
house-max_runs = Running it again
house-max_runs-n = { $n ->
    [one] After an all-in the board is dealt once
   *[other] After an all-in the board may be dealt up to { $n } times if all agree
 }
house-dead_button = Dead button
house-dead_button-yes = The button may stop at an empty seat
house-dead_button-no = The button moves to the next player
house-newcomers = Newcomers
house-newcomers-post = Newcomers post a big blind
house-newcomers-wait = Newcomers wait for the big blind
house-newcomers-free = Newcomers are dealt in free
house-nl_naming = What the stakes name
house-nl_naming-blinds = The stakes name the blinds
house-nl_naming-limits = The stakes name the smallest bets
