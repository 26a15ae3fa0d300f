# Sista ändringen av bordet: vem vann vad med vilka kort, och varför.
result-wins = { $name } vinner { $amount }
result-two = { $a } vinner { $x }, { $b } { $y }
result-split = Delas på { $n }: { $shares }
result-more = { $name } vinner { $amount }, { $n } till vinner
result-part = { $name } { $amount }
result-award = { $what } { $amount } till { $name }
result-shares = { $what } { $amount }: { $shares }
result-pot = Pott
result-main = Huvudpott
result-side = Sidopott
result-side-n = Sidopott { $n }:
result-high = Höga halvan
result-low = Låga halvan
result-of = { $half }, { $pot }
result-run = Bord { $n }: { $what }
result-quartered = { $name } blir kvartad: en fjärdedel av potten, { $amount } marker tillbaka för { $paid } insatta.
result-odd = { $n ->
    [one] Udda mark till { $name }, närmast till vänster om knappen.
   *[other] Udda marker till { $name }, närmast till vänster om knappen.
 }
result-odd-suit = Udda mark till { $name }, som har det högsta kortet.
result-uncontested = Alla andra lade sig.
result-no-show = Inga kort behöver visas.
result-openers = **{ $name }** visar öppningshanden: { $cards } { $what }
result-openers-split = Bruten öppningshand: { $card } låg åt sidan och visas.
result-openers-false = **{ $name }** kan inte visa öppningshand. Handen är död; satsningarna ligger kvar.
result-passed_in = Ingen öppnade
result-no_opener = Ingen annan öppnar
result-false_openers = Felaktig öppning
result-misdeal = Given ströks
result-floor = Stoppad av floorman
result-stays = Potten { $amount } ligger kvar till nästa giv, med nya antar.
result-back = Alla marker är tillbaka där de var. Samma spelare ger igen.
result-left = { $amount } som inte går att dela ligger kvar till nästa giv.
result-low-none = Ingen låghand kvalificerar: höghanden tar hela potten.
result-board = { $name } spelar bordet.
result-pots-more = { $n ->
    [one] En pott till under Hela given.
   *[other] { $n } potter till under Hela given.
 }
result-beats = slår { $what } ({ $name })
result-returned = { $amount } tillbaka till { $name }: ingen synade.
result-folded = Lagt sig: { $names }
result-mucked = muckade
result-shows = **{ $name }** visar { $cards }
result-next = Nästa giv { $when }
result-next-game = Nästa spel: { $game }
result-chooser = { $name } har knappen i nästa giv och väljer spel här:
result-waiting = { $n ->
    [one] En spelare till, sedan ges nästa giv.
   *[other] { $n } spelare till, sedan ges nästa giv.
 }
btn-sitout = Pausa
btn-sitin = Jag är tillbaka
btn-topup = Fyll på…
btn-show-cards = Visa kort…
btn-history = Hela given
show-ask = Visa för bordet? Du behöver inte.
show-place = Kort att visa
show-nothing = Dina kort har redan setts.
btn-show-some = Visa { $n }
btn-show-all = Visa alla
btn-show-none = Visa inget
