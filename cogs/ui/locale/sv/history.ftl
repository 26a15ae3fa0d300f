# Färdiga givar: titta, stega, ta med sig, kontrollera.
cmd-hand-name = giv
cmd-hand = Färdiga givar
cmd-hand-show-name = visa
cmd-hand-show = En färdig giv; den senaste om inget nummer anges
cmd-hand-list-name = lista
cmd-hand-list = Bordets senaste givar
cmd-hand-replay-name = repris
cmd-hand-replay = Gå igenom en färdig giv steg för steg
cmd-hand-export-name = exportera
cmd-hand-export = En giv eller hela kvällen som fil
cmd-hand-verify-name = kontrollera
cmd-hand-verify = Kontrollera den förseglade leken i en färdig giv
opt-number-name = nummer
opt-number = Givens nummer; den senaste om det utelämnas
opt-what-name = vad
opt-what = En giv, eller alla vid bordet
past-own = Dina kort: { $cards }
past-step = Steg { $step } av { $steps }
past-dealt = Korten är givna.
past-list = Bordets givar
past-none = Ingen giv är färdigspelad här ännu. Öppna ett bord med /{ cmd-table-name } { cmd-table-open-name }.
past-pick = Titta på en giv
past-title = { $no } · { $game }
past-nobody = ingen vann
btn-replay = Steg för steg
btn-export = Som fil
btn-verify = Förseglad lek
btn-first = « Början
btn-back = ‹ Tillbaka
btn-on = Vidare ›
btn-last = Resultat »
export-hand = En giv
export-evening = Bordets alla givar
export-button = , knappen
export-seat = Plats { $n }: { $name }, { $stack } marker{ $button }, { $net }
export-check = Kontrollera nästa rad med: python -m engine.rules.fairness FIL
export-done = Bara det du får veta: dina egna kort och det som visats. Packa upp, och kontrollera en giv med python -m engine.rules.fairness FIL.
proof-head = Den förseglade leken i giv { $no }
proof-none = Leken i giv { $no } var inte förseglad.
proof-right = { $n ->
    [0] Det stämmer. Inget kort visades som kan öppnas.
    [one] Det stämmer: ett kort låg där det skulle före given.
   *[other] Det stämmer: { $n } kort låg där de skulle före given.
 }
proof-false = { $n ->
    [one] Det stämmer inte: ett fel.
   *[other] Det stämmer inte: { $n } fel.
 }
proof-root = Roten, så som bordet visade den före given: `{ $root }`
proof-means = Före given visas ett löfte om varje kort. Efteråt öppnas de kort som visats, och dina egna, mot det: inget kort byttes efter att roten visats.
proof-not = Det bevisar inte att blandningen var ärlig, att korten som aldrig öppnas är resten av en hel lek, eller att den som kör boten inte tittade. Spela med värdar du litar på.
proof-own = Dina egna kort, öppnade mot roten som visades före given. Ingen annans kort finns i filen. Kontrollera den med python -m engine.rules.fairness FIL ROT.
proof-self = Beviset finns i filen; vem som helst kan kontrollera det med bara Python: python -m engine.rules.fairness FIL
