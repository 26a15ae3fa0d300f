# Mina kort: det som bara en medlem ser.
panel-head = Giv { $no } · { $game } · { $limit }
panel-made-high = Hög: { $made }
panel-made-low = Låg: { $made }
panel-made-nolow = Låg: ingen ännu, kräver tre bordskort som är högst 8
panel-made-nolow-stud = Låg: ingen ännu, kräver fem valörer som är högst 8
panel-run = Bord { $n }: { $made }
panel-odds = { $call } att syna till en pott på { $pot }. Lönar sig om du vinner 1 gång av { $times } ({ $percent } %).
panel-bank = { $n } s kvar i din tidsbank när klockan gått ut.
panel-yourturn = Din tur. Knapparna finns på bordet.
panel-wait = Väntar på { $name }. Bestäm i förväg:
panel-wait-only = Väntar på { $name }.
panel-ahead = Gäller inte längre om summan att syna ändras eller given tar slut.
panel-ahead-none = Inget, jag väntar
panel-ahead-fold = Checka eller lägg
panel-ahead-call = Syna { $amount }, inget mer
panel-ahead-check = Bara checka
panel-out = Du är ute ur given.
panel-asked = Given står still. Spela vidare eller ge tillbaka? Svara vid bordet.
panel-over = Given är slut.
panel-draw = Ditt byte: kasta högst { $n } kort
panel-discard = { $n ->
    [one] Kasta ett kort
   *[other] Kasta { $n } kort
 }
panel-draw-place = Kort att kasta, 0 till { $n }
panel-discard-place = { $n ->
    [one] Kort att kasta
   *[other] Kort att kasta: { $n }
 }
panel-draw-sees = Bordet får se: **{ $name } byter { $n }**
panel-draw-keep = Du behåller { $cards }
panel-draw-part = del av { $what }
panel-draw-loose = hör inte till något ännu
panel-draw-paired = det finns ett till av samma valör
panel-draw-none = Inget valt: du behåller alla { $n }.
panel-draw-split = Du öppnade. Kastar du de här bryts öppningshanden: det sägs högt och de läggs åt sidan.
panel-draw-split-manual = Du öppnade. Kastar du de här bryts öppningshanden. Säg det, annars kan du inte bevisa öppningen.
panel-part-pair = ditt par
panel-part-trips = din triss
panel-part-quads = ditt fyrtal
panel-part-hand = din hand: { $made }
panel-no-openers = Du har ingen öppningshand. Öppnade du av misstag kan du visa det nu; då är handen död.
panel-show-board = Din bästa hand är bordet: du måste säga det för att vinna.
panel-claim = Du kan öppna: du har { $what }.
panel-claim-none = Du kan inte öppna med den här handen.
btn-draw = { $n ->
    [one] Kasta 1, byt 1
   *[other] Kasta { $n }, byt { $n }
 }
btn-throw = { $n ->
    [one] Kasta det
   *[other] Kasta { $n }
 }
btn-splits = Kasta { $n } och säg det
btn-pat = Stå pat
btn-confess = Visa att jag saknade öppningshand
dm-cards = Giv { $no } vid { $table }: dina kort
dm-felt = [Till bordet]({ $link })
dm-hint = Hellre inga meddelanden? Välj "bara knapp" för dina kort i inställningarna.
