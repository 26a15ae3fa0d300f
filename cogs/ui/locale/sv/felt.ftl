# Bordet medan en giv spelas: pott, platser, vem som är i tur, knappar.
felt-head = { $game } · { $limit } · { $hand }
felt-sealed = sigill { $mark }
felt-pot = Pott { $pot }
felt-pot-main = Huvudpott: { $amount }
felt-pot-side = Sidopott { $n }: { $amount }
felt-pot-all = alla { $n } i given
felt-board-run = Bord { $n }
felt-carried = varav { $amount } låg kvar från { $n ->
    [one] en passad giv
   *[other] { $n } passade givar
 }
felt-carried-odd = varav { $amount } blev över i förra given
felt-shared = Ett kort för alla
felt-last = Senast: { $actions }
felt-paused = Pausat av { $name }. Klockan står still.
felt-asked = Spelet stod still länge. Ska given spelas vidare?
felt-asked-agreed = Vill spela vidare: { $names }
felt-asked-missing = Har inte svarat: { $names }
felt-asked-rule = Den spelas vidare när alla i given vill. Alla marker går tillbaka { $when }, eller genast om någon trycker på Ge tillbaka.
felt-frozen = Bordet har stannat: markerna stämde inte vid en kontroll. De andra borden spelar vidare. Värden stänger det med /{ cmd-table-name } { cmd-table-close-name }; varje stack är sparad.
felt-behind = Bordet har stannat: det visar mer än böckerna känner till, så de är en äldre kopia. Insatserna i den giv som pågick i dem betalades tillbaka. Värden stänger bordet med /{ cmd-table-name } { cmd-table-close-name }; varje stack är som den står i böckerna.
notice-back = Tillbaka efter en omstart: inget är förlorat, och klockorna börjar om.
notice-stuck = Det går inte att skriva i böckerna just nu. Klockan står still; spelet går vidare av sig självt när det fungerar igen.
notice-update = Ingen ny giv på några minuter: jag ska uppdateras. Alla stackar ligger kvar.
felt-closed = Bordet är stängt. Alla stackar är tillbaka i kassorna.
felt-dealing = Korten ges…
seat-posts-ante = ante { $amount }
seat-posts-small_blind = lilla mörken { $amount }
seat-posts-big_blind = stora mörken { $amount }
seat-posts-blind = mörk { $amount }
seat-posts-straddle = straddle { $amount }
seat-posts-live_post = lägger { $amount }
seat-checked = checkar
seat-passed = passar
seat-waiting = väntar
seat-bet = satsar { $amount }
seat-opened = öppnar för { $amount }
seat-called = synar { $amount }
seat-raised = höjer till { $amount }
seat-completed = fullföljer till { $amount }
seat-brought-in = bring-in { $amount }
seat-folded = lagt sig
seat-dead = död hand
seat-mucked = muckade
seat-allin = all-in { $amount }
seat-to-act = i tur
seat-drew = bytte { $n }
seat-pat = stod pat
seat-opener = öppnaren
seat-showing = visar { $what }
seat-sitting-out = pausar
seat-next-hand = från nästa giv
seat-leaving = lämnar
felt-turn-call = { $name }: { $amount } att syna
felt-turn-capped = { $name }: { $amount } att syna, cappat
felt-turn-open = { $name }: checka eller satsa
felt-turn-option = { $name }: checka eller höj
felt-turn-check = { $name }: checka
felt-turn-first = { $name }: passa eller öppna
felt-turn-bring-in = { $name }: bring-in { $amount } eller fullfölj
felt-turn-draw = { $name }: byt högst { $n }
felt-turn-discard = { $n ->
    [one] Kasta ett kort: { $names }
   *[other] Kasta { $n } kort: { $names }
 }
felt-turn-runs = Dela ut bordet hur många gånger? { $names }
felt-turn-show = { $name }: visa eller mucka
felt-turn-claim = { $name }: kan du öppna?
felt-clock = Tiden går ut { $when }: { $default }.
felt-clock-bank = Tidsbanken går och är slut { $when }: { $default }.
default-fold = lägg
default-check = checka
default-pat = stå pat
default-pass = passa
default-bring-in = bring-in
default-discard = sist givna kortet kastas
default-show = visa
default-once = en gång
default-decline = nej
btn-fold = Lägg
btn-check = Checka
btn-call = Syna { $amount }
btn-call-allin = Syna { $amount }, all-in…
btn-bet = Satsa { $amount }
btn-raise = Höj till { $amount }
btn-half = ½ pott { $amount }
btn-pot = Pott { $amount }
btn-raise-other = Höj…
btn-bet-other = Satsa…
btn-open-other = Öppna…
btn-allin = All-in { $amount }…
btn-cards = Mina kort
btn-story = Förlopp
btn-complete = Fullfölj till { $amount }
btn-bring-in = Bring-in { $amount }
btn-pass = Passa
btn-open = Öppna för { $amount }
btn-choose = Välj kort…
btn-run = { $n ->
    [one] En gång
    [2] Två gånger
   *[other] { $n } gånger
 }
btn-reveal = Visa
btn-muck = Mucka
btn-declare = Bordet spelar
btn-play_on = Spela vidare
btn-refund = Ge tillbaka
btn-claim = Jag öppnar
btn-decline = Jag öppnar inte
