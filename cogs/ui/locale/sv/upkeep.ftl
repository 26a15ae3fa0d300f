# Vad huset självt har att berätta: en återställd säkerhetskopia, servrar som raderas.
restored-head = Det här bordet är tillbaka från en säkerhetskopia.
restored-gap = Det som hände från { $since } till { $until } ({ $gap }) är förlorat: platser, marker och resultat är som de var vid den första tiden. Meddelanden däremellan är inaktuella, och deras knappar gör ingenting.
restored-refunded = Given som spelades då är struken. Alla marker som lagts in i den är tillbaka, även hos den som lagt sig.
audit-did-erase = raderade alla uppgifter om en server som boten lämnat för länge sedan
audit-heads = Dagliga sigill: { $heads }. Skriv upp ett, så kan ingen ändra en rad fram till det utan att det märks.
audit-seal = { $day } rad { $line } `{ $hash }`
