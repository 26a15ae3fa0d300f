# Leaderboard, seasons, figures, charts.
cmd-leaderboard-name = leaderboard
cmd-leaderboard = Who has won most, played most, won best
cmd-stats-name = stats
cmd-stats = What your play adds up to, or another member's
cmd-graph-name = graph
cmd-graph = A chart of chips, of one to three members
cmd-season-name = season
cmd-season = Seasons of the leaderboard
cmd-season-start-name = start
cmd-season-start = Start a season of the leaderboard (host)
cmd-season-close-name = close
cmd-season-close = Close the season; its standing is kept for ever (host)
cmd-season-list-name = list
cmd-season-list = All seasons and who won them
cmd-season-standing-name = standing
cmd-season-standing = How a season ended
cmd-season-limits-name = limits
cmd-season-limits = How much one must have played to be ranked (host)
opt-period-name = period
opt-period = Since when
opt-by-name = by
opt-by = What members are ranked by
opt-played-name = game
opt-played = One game only
opt-over-name = over
opt-over = Chips over evenings, or what was won over hands or days
opt-second-name = second
opt-second = A second line
opt-third-name = third
opt-third = A third line
opt-title-name = title
opt-title = What the season is called
opt-which-name = number
opt-which = Number of the season
opt-least_hands-name = least_hands
opt-least_hands = At least so many hands, usually 20
opt-least_opponents-name = least_opponents
opt-least_opponents = At least so many different opponents, usually 2
period-today = today
period-week = this week
period-month = this month
period-season = this season
period-all = all time
top-head = Leaderboard · { $season }
top-sub = { $hands ->
    [one] 1 hand
   *[other] { $hands } hands
 } · { $players ->
    [one] 1 player
   *[other] { $players } players
 }
top-least = { $hands ->
    [one] Ranked from 1 hand
   *[other] Ranked from { $hands } hands
 } and { $opponents ->
    [one] 1 opponent on
   *[other] { $opponents } different opponents on
 }
top-you = You are number { $rank } of { $players }
top-gap = { $amount } behind { $name }
top-not-yet = You are not ranked yet: { $hands } of { $least } hands, { $others } of { $fewest } different opponents.
top-not-played = You have not played in this period.
top-measure = Rank by
top-m-net = Chips won
top-m-hands = Hands played
top-m-rate = Big blinds won per 100 hands
top-m-pot = Biggest pot won
top-m-best = Best hand
top-m-showdowns = Showdowns won
top-rate = { $n } bb/100
top-graph = Your chips, last { $n } evenings
top-graph-alt = Line chart of your chips over { $n } evenings, from { $from } to { $to }, lowest { $low }.
top-empty = Nobody is ranked here yet. Open a table with /{ cmd-table-name } { cmd-table-open-name }.
btn-prev = ‹ Previous
btn-next = Next ›
btn-me = My page
decimal-point = .
all-games = all games
season-none = There has been no season yet. Start one with /{ cmd-season-name } { cmd-season-start-name }.
season-list = Seasons
season-won = won by { $name }
season-runs = runs now
season-nobody = nobody was ranked
season-final = Final standing · { $name }
season-started = **The season { $name } has begun.** From now on every hand counts for it.
season-is-running = **A season runs already:** { $name }. Close it first. Nothing was changed.
season-none-runs = **No season runs.** Nothing was changed.
season-unknown = No such season has ended here.
season-limited = From now on one is ranked with { $hands } hands and { $opponents } different opponents.
audit-did-season_start = started season
audit-did-season_close = closed season
audit-did-limits = changed who is ranked
stats-head = Play of { $name }
stats-none = No hands in this period.
stats-net = **{ $net }** in { $hands ->
    [one] 1 hand
   *[other] { $hands } hands
 }, { $rate }
stats-in = Put chips in by choice **{ $vpip }**, raised in the first round **{ $pfr }**
stats-aggression = Bets and raises for each call: **{ $n }**
stats-showdown = Of hands that went on, to showdown **{ $went }**; of those, won **{ $won }**
stats-openers = Pots opened in jacks **{ $opened }**, openers split **{ $split }**
stats-pots = Biggest pot won **{ $won }**, most lost in a hand **{ $lost }**
stats-best = Best hand: { $hand }
stats-favourite = Played most: { $game }
graph-bankroll = Chips, evening by evening
graph-hands = Chips won, hand by hand
graph-days = Chips won, day by day
graph-alt-bankroll = Line chart of chips over { $n } evenings, from { $from } to { $to }, lowest { $low }.
graph-alt-hands = Line chart of chips won over { $n } hands, from { $from } to { $to }, lowest { $low }.
graph-alt-days = Line chart of chips won over { $n } days, from { $from } to { $to }, lowest { $low }.
graph-marks = White diamonds are days with free chips.
graph-empty = There is nothing to draw yet.
graph-missing = **Charts cannot be drawn here.** Whoever runs the bot must install matplotlib. Everything else works without it.
chart-start = start
chart-evening = evening
chart-hand = hand
chart-day = day
