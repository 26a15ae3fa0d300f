# The lobby: decide in one look whether to sit down.
lobby-name = Table
lobby-terms = { $game } · { $limit }{ $extra }
lobby-mixed = { $n } games in turn, { $hands } hands of each: { $games }
lobby-choice = The button chooses the game: { $games }
lobby-seats = Seats: { $taken } of { $all } taken
lobby-host = host
lobby-private = Only invited members may sit down.
lobby-free = Free seats: { $seats }
lobby-full = { $n ->
    [0] The table is full.
   *[other] The table is full. { $n } waiting.
 }
lobby-waiting = On the waiting list: { $names }
lobby-empty = Nobody has sat down yet. Press Sit down to take the first seat.
lobby-buyin = Buy in for { $min } to { $max }.
lobby-bank = You start with { $bank } free chips on this server.
lobby-start-one = { $n ->
    [one] One more player and the game can start.
   *[other] { $n } more players and the game can start.
 }
lobby-start = Ready. Anyone seated can press Start.
lobby-rules = House rules
lobby-rule-draw = Draw up to { $n } cards, { $times ->
    [one] once
   *[other] { $times } times
 }
lobby-rule-raises = At most { $n } raises a round{ $free ->
    [yes] {" "}(no cap for two)
   *[no] {""}
 }
lobby-rule-openers = Open with { $rank } or better, checked by the dealer
lobby-rule-openers-honor = Open with { $rank } or better, on your honour
lobby-rule-passed = Nobody opens: the pot stays
lobby-clock = Clock { $time }, then check or fold. Play chips only.
time-s = { $n } s
time-m = { $n } min
time-h = { $n } h
btn-join = Sit down…
btn-start = Start
btn-rules = House rules
btn-leave = Leave…
lobby-started = Game on: hand { $no } is below.
