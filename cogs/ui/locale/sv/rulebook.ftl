# Reglerna att läsa: ett spels steg, berättade ur dess manus, och en sida för varje ämne.
rules-here = Så som bordet i den här kanalen spelar: { $terms }
rules-usual = Så som det brukar spelas: { $terms }. Ett bord kan komma överens om annat.
rules-seats = { $least } till { $most } platser.
rules-limits = Spelas med { $limits }.
rules-deck = Leken har { $n } kort.
rules-house = Husregler
rules-select = Regler för ett ämne
rules-post = läggs in före given: { $posts }
rules-post-ante = en ante från alla
rules-post-shared = en ante för alla
rules-post-blinds = { $n ->
    [one] en mörk
    [2] lilla och stora mörken
   *[other] { $n } mörkar
 }
rules-post-button = en mörk från knappen
rules-deal-down = { $down ->
    [one] ett dolt kort till var och en
   *[other] { $down } dolda kort till var och en
 }
rules-deal-up = { $up ->
    [one] ett öppet kort till var och en
   *[other] { $up } öppna kort till var och en
 }
rules-deal-both = { $down } dolda och { $up } öppna kort till var och en
rules-deal-share = { $n ->
    [one] ett dolt kort till var och en; räcker inte leken blir det ett kort för alla
   *[other] { $n } dolda kort till var och en; räcker inte leken blir det ett kort för alla
 }
rules-board = { $n ->
    [one] ett gemensamt kort på bordet
   *[other] { $n } gemensamma kort på bordet
 }
rules-draw = i tur och ordning kastar var och en högst { $n } kort och får lika många nya
rules-discard = { $n ->
    [one] var och en kastar ett kort
   *[other] var och en kastar { $n } kort
 }
rules-burned = { $what } (ett kort bränns först)
rules-bet-after_blinds = satsningsrunda; spelaren till vänster om sista mörken är först i tur
rules-bet-left_of_button = satsningsrunda; spelaren till vänster om knappen är först i tur
rules-bet-opener = satsningsrunda; öppnaren är först i tur
rules-bet-low_card = satsningsrunda; lägsta öppna kortet lägger bring-in
rules-bet-high_card = satsningsrunda; högsta öppna kortet lägger bring-in
rules-bet-best_up = satsningsrunda; bästa öppna handen är först i tur
rules-bet-lowest_up = satsningsrunda; lägsta öppna handen är först i tur
rules-big = stora satsningar härifrån
rules-openers = första satsningen kräver öppningshand
rules-pass-in = passar alla är given slut och potten ligger kvar
rules-ranking-high = bästa handen
rules-ranking-short_high = bästa handen (färg slår kåk; A-6-7-8-9 är en stege)
rules-ranking-eight_low = bästa låghanden, åtta eller lägre (stegar och färger räknas inte, esset är lågt)
rules-ranking-ace_five = lägsta handen (stegar och färger räknas inte, esset är lågt)
rules-ranking-deuce_seven = lägsta handen (stegar och färger är till nackdel, esset är högt)
rules-ranking-badugi = lägsta handen av kort med olika valör och färg, fyra före tre
rules-hole = { $hand } av exakt { $n } egna kort och { $board } från bordet
rules-win = visning: { $hand } vinner
rules-split = visning: halva potten till { $high }, halva till { $low }; finns ingen låghand tar höghanden allt
topic-here = Vid det här bordet ({ $game })
topic-usual = Som vanligt ({ $game })
topic-ranks = Vad slår vad
topic-ranks-text = Fem kort är en hand. Inom samma sort vinner högre valörer, sedan sidokorten (kickrarna) ett efter ett. Esset är högt, och lågt i stegen till femman. Färgerna avgör aldrig vem som vinner. Exakt lika händer delar potten. Låghänder, hold'em med kort lek och badugi har en egen ordning: se de spelen.
topic-limits = Satsningsgränser
topic-limits-text =
    - **Fast gräns**: varje satsning och höjning är lika stor; i de senare rundorna dubbelt så stor.
    - **Spread limit**: en satsning eller höjning får vara vad som helst mellan två gränser, och en höjning minst lika stor som den förra.
    - **Pottgräns**: högst potten så som den är när du har synat.
    - **No-limit**: alla dina marker när som helst.
    - Belopp är totalsummor: höj till 60. All-in för mindre går alltid.
topic-allin = All-in och sidopotter
topic-allin-text =
    Ingen kan tvingas ut för att markerna tar slut: man lägger in det man har och spelar om den delen. Vad andra satsar därutöver blir en sidopott mellan dem, och varje pott jämförs för sig. Det ingen synat går tillbaka.
    Exempel: all-in för 30, 80 och 200. Huvudpott 3 × 30 = 90, sidopott 2 × 50 = 100, och 120 går tillbaka.
    En all-in som är mindre än en hel höjning ger inte dem som redan agerat rätt att höja igen. Fler övningar: /{ cmd-practice-name }.
topic-odd = Delade potter och udda marker
topic-odd-text = Lika händer delar en pott så jämnt som markerna medger. Varje pott delas för sig. I stöt går en udda mark till det högsta kortet; i hi-lo tar höghalvan den.
topic-jacks = Knektöppning
topic-jacks-text =
    Givens första satsning kräver öppningshand. Den som har en får öppna men måste inte; när potten är öppnad får alla syna och höja med vad som helst.
    Öppnaren måste kunna bevisa öppningen, också när alla andra lagt sig. Kastade öppningskort läggs åt sidan för det: man får bryta öppningshanden.
    Öppnar ingen flyttas knappen, potten ligger kvar och korten ges om. Bara de som fick kort spelar om det som ligger kvar.
topic-false_openers = Felaktig öppning
topic-false_openers-text =
    När givaren kontrollerar nekas en öppning utan öppningshand, utan att någon annan ser det, så felet kan inte inträffa. På hedersord kan det inträffa, och då gäller:
    - Upptäckt före bytet: handen är död, öppningssatsningen ligger kvar, och de andra får i tur och ordning förklara potten öppnad.
    - Potten spelas vidare om öppningen höjts eller synats av två, eller om rundan var slut.
    - Upptäckt vid visningen eller när alla lagt sig: den felaktiga öppnaren kan inte vinna; finns ingen annan kvar ligger potten kvar.
topic-stud = Sjukortsstöt
topic-stud-text = Lägsta öppna kortet lägger bring-in (klöver lägst, sedan ruter, hjärter, spader) eller öppnar för hel satsning. Från fjärde gatan är bästa öppna handen först i tur; vid lika händer den som fick kort först. Att höja bring-in till en hel satsning är att fullfölja och räknas inte som höjning. Räcker inte leken blir sista kortet gemensamt för alla.
topic-hilo = Hög och låg
topic-hilo-text = Bästa höghanden och bästa låghanden delar varje pott. En låghand kräver fem olika valörer, åtta eller lägre; wheel, 5-4-3-2-A, är bäst. Hög och låg får använda olika kort. Två som delar en halva medan en tredje tar den andra blir kvartade.
topic-draw = Byte
topic-draw-text = Spelarna säger i tur och ordning hur många kort de kastar och får lika många nya. Antalet är öppet, korten inte. Att inte byta är att stå pat. När leken tar slut blandas kastade och lagda kort om, utom de som kastats av den som just byter.
topic-showdown = Visning
topic-showdown-text = Den som satsade eller höjde sist i sista rundan visar först, annars den som var först i tur i den. Senare händer visas om de vinner och får muckas om inte; en muckad hand förblir hemlig. När någon är all-in och satsandet är slut vänds händerna upp genast om husregeln säger så. Den som vinner för att alla lagt sig visar ingenting.
topic-floor = Giv och givfel
topic-floor-text =
    Programmet ger aldrig fel. Ett bord kan välja en mänsklig givare, som ibland gör fel, av samma blandade slump, och säger domslutet högt; värden kan också påtala ett fel (/{ cmd-floor-name }).
    - Första kortet visat, eller två kort: felgiv, allt går tillbaka.
    - Ett annat kort visat: det byts ut och blir brännkort.
    - En flopp som vänds för tidigt blandas in och ges om utan brännkort; en turn som vänds för tidigt är ur spel, nästa kort tar dess plats, och river kommer ur den omblandade leken.
topic-table = Bordet
topic-table-text = Knappen flyttas medurs efter varje giv. Med två spelare är knappen lilla mörken och först i tur före floppen. Marker på bordet ligger där tills du lämnar; fylla på går mellan givarna, aldrig under en giv. Missade mörkar läggs när man kommer tillbaka. Två gånger i rad utan att svara och du pausas. Den som lämnar mitt i en giv checkar eller lägger sig tills den är slut.
topic-fairness = Ärlighet
topic-fairness-text =
    Korten blandas av operativsystemets slumpkälla. Före given ges ett löfte om varje kort: bordet visar början av dess rot, ditt eget kortmeddelande och Mina kort hela roten. Mina kort öppnar dina egna kort mot den när som helst; efteråt öppnar /{ cmd-hand-name } { cmd-hand-verify-name } de kort som visats.
    Det bevisar att inget kort byttes efter att roten visats. Det bevisar inte att blandningen var ärlig, att korten som aldrig öppnas är resten av en hel lek, eller att den som kör boten inte tittade.
