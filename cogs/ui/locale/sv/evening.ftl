# Bordets sista meddelande.
evening-head = { $table } är stängt
evening-hands = { $n ->
    [0] Ingen giv spelades.
    [one] En giv spelades.
   *[other] { $n } givar spelades.
 }
evening-paid = Alla marker är tillbaka i kassorna. Tack för spelet.
