# Topplista, säsonger, siffror, diagram.
cmd-leaderboard-name = topplista
cmd-leaderboard = Vem som vunnit mest, spelat mest, vunnit bäst
cmd-stats-name = statistik
cmd-stats = Ditt spel i siffror, eller en annan medlems
cmd-graph-name = diagram
cmd-graph = Ett diagram över marker, för en till tre medlemmar
cmd-season-name = säsong
cmd-season = Topplistans säsonger
cmd-season-start-name = starta
cmd-season-start = Starta en säsong för topplistan (värden)
cmd-season-close-name = stäng
cmd-season-close = Avsluta säsongen; slutställningen sparas för alltid (värden)
cmd-season-list-name = lista
cmd-season-list = Alla säsonger och vem som vann dem
cmd-season-standing-name = slutställning
cmd-season-standing = Hur en säsong slutade
cmd-season-limits-name = krav
cmd-season-limits = Hur mycket man måste ha spelat för att rankas (värden)
opt-period-name = period
opt-period = Sedan när
opt-by-name = efter
opt-by = Vad medlemmarna rankas efter
opt-played-name = spel
opt-played = Bara ett spel
opt-over-name = över
opt-over = Marker över kvällar, eller vinsten över givar eller dagar
opt-second-name = andra
opt-second = En andra linje
opt-third-name = tredje
opt-third = En tredje linje
opt-title-name = titel
opt-title = Vad säsongen heter
opt-which-name = nummer
opt-which = Säsongens nummer
opt-least_hands-name = minst_givar
opt-least_hands = Så många givar, vanligen 20
opt-least_opponents-name = minst_motståndare
opt-least_opponents = Så många olika motståndare, vanligen 2
period-today = i dag
period-week = den här veckan
period-month = den här månaden
period-season = den här säsongen
period-all = sedan början
top-head = Topplista · { $season }
top-sub = { $hands ->
    [one] 1 giv
   *[other] { $hands } givar
 } · { $players ->
    [one] 1 spelare
   *[other] { $players } spelare
 }
top-least = { $hands ->
    [one] Rankas från 1 giv
   *[other] Rankas från { $hands } givar
 } och { $opponents ->
    [one] 1 motståndare
   *[other] { $opponents } olika motståndare
 }
top-you = Du är nummer { $rank } av { $players }
top-gap = { $amount } efter { $name }
top-not-yet = Du rankas inte än: { $hands } av { $least } givar, { $others } av { $fewest } olika motståndare.
top-not-played = Du har inte spelat under den här perioden.
top-measure = Ordna efter
top-m-net = Vunna marker
top-m-hands = Spelade givar
top-m-rate = Vunna stora mörkar per 100 givar
top-m-pot = Största vunna pott
top-m-best = Bästa hand
top-m-showdowns = Vunna visningar
top-rate = { $n } bb/100
top-graph = Dina marker, senaste { $n } kvällarna
top-graph-alt = Linjediagram över dina marker under { $n } kvällar, från { $from } till { $to }, lägst { $low }.
top-empty = Ingen rankas här än. Öppna ett bord med /{ cmd-table-name } { cmd-table-open-name }.
btn-prev = ‹ Föregående
btn-next = Nästa ›
btn-me = Min sida
decimal-point = ,
all-games = alla spel
season-none = Det har inte varit någon säsong än. Starta en med /{ cmd-season-name } { cmd-season-start-name }.
season-list = Säsonger
season-won = vanns av { $name }
season-runs = pågår
season-nobody = ingen rankades
season-final = Slutställning · { $name }
season-started = **Säsongen { $name } har börjat.** Från och med nu räknas varje giv till den.
season-is-running = **En säsong pågår redan:** { $name }. Avsluta den först. Inget ändrades.
season-none-runs = **Ingen säsong pågår.** Inget ändrades.
season-unknown = Ingen sådan säsong har avslutats här.
season-limited = Från och med nu rankas man med minst { $hands } givar och { $opponents } olika motståndare.
audit-did-season_start = startade säsong
audit-did-season_close = avslutade säsong
audit-did-limits = ändrade vem som rankas
stats-head = { $name } spelar så här
stats-none = Inga givar under den här perioden.
stats-net = **{ $net }** på { $hands ->
    [one] 1 giv
   *[other] { $hands } givar
 }, { $rate }
stats-in = Frivilligt i potten **{ $vpip }**, höjde i första rundan **{ $pfr }**
stats-aggression = Satsningar och höjningar per syn: **{ $n }**
stats-showdown = Av givar som gick vidare, till visning **{ $went }**; av dem vunna **{ $won }**
stats-openers = Öppningar med knektar **{ $opened }**, brutna öppningshänder **{ $split }**
stats-pots = Största vunna pott **{ $won }**, mest förlorat i en giv **{ $lost }**
stats-best = Bästa hand: { $hand }
stats-favourite = Mest spelat: { $game }
graph-bankroll = Marker, kväll för kväll
graph-hands = Vunna marker, giv för giv
graph-days = Vunna marker, dag för dag
graph-alt-bankroll = Linjediagram över marker under { $n } kvällar, från { $from } till { $to }, lägst { $low }.
graph-alt-hands = Linjediagram över vunna marker under { $n } givar, från { $from } till { $to }, lägst { $low }.
graph-alt-days = Linjediagram över vunna marker under { $n } dagar, från { $from } till { $to }, lägst { $low }.
graph-marks = Vita romber är dagar med gratismarker.
graph-empty = Det finns inget att rita än.
graph-missing = **Här kan inga diagram ritas.** Den som kör boten måste installera matplotlib. Allt annat fungerar utan.
chart-start = start
chart-evening = kväll
chart-hand = giv
chart-day = dag
