# Lobbyn: avgör med en blick om du vill sätta dig.
lobby-name = Bord
lobby-terms = { $game } · { $limit }{ $extra }
lobby-mixed = { $n } spel i tur och ordning, { $hands } givar av varje: { $games }
lobby-choice = Knappen väljer spel: { $games }
lobby-seats = Platser: { $taken } av { $all } tagna
lobby-host = värd
lobby-private = Bara inbjudna får sätta sig.
lobby-free = Lediga platser: { $seats }
lobby-full = { $n ->
    [0] Bordet är fullt.
   *[other] Bordet är fullt. { $n } väntar.
 }
lobby-waiting = På väntelistan: { $names }
lobby-empty = Ingen har satt sig ännu. Tryck på Sätt dig för att ta första platsen.
lobby-buyin = Köp in dig för { $min } till { $max }.
lobby-bank = Du börjar med { $bank } gratismarker på den här servern.
lobby-start-one = { $n ->
    [one] En spelare till, sedan kan spelet börja.
   *[other] { $n } spelare till, sedan kan spelet börja.
 }
lobby-start = Klart. Alla som sitter kan trycka på Starta.
lobby-rules = Husregler
lobby-rule-draw = Byt högst { $n } kort, { $times ->
    [one] en gång
   *[other] { $times } gånger
 }
lobby-rule-raises = Högst { $n } höjningar per runda{ $free ->
    [yes] {" "}(fritt för två)
   *[no] {""}
 }
lobby-rule-openers = Öppna: minst par i { $rank }, kontrolleras
lobby-rule-openers-honor = Öppna: minst par i { $rank }, på hedersord
lobby-rule-passed = Ingen öppnar: potten ligger kvar
lobby-clock = Klocka { $time }, sedan checka eller lägga sig. Bara spelmarker.
time-s = { $n } s
time-m = { $n } min
time-h = { $n } tim
btn-join = Sätt dig…
btn-start = Starta
btn-rules = Husregler
btn-leave = Lämna…
lobby-started = Nu spelas det: giv { $no } står nedanför.
