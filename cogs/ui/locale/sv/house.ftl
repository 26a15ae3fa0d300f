# Husregler: vad var och en gäller, och vad varje svar betyder.
house-bold = Fetstil: annorlunda än spelets vanliga regler.
house-burn = Brännkort
house-burn-yes = Ett kort bränns före varje bordskort eller gata
house-burn-no = Inga kort bränns
house-max_raises = Höjningar per runda
house-max_raises-n = Högst { $n } höjningar per runda med fast gräns och spread limit
house-max_raises-none = Fritt antal höjningar
house-heads_up_uncapped = Tak för två
house-heads_up_uncapped-yes = Inget tak för höjningar när bara två spelar rundan
house-heads_up_uncapped-no = Taket gäller även för två spelare
house-min_raise = Minsta höjning
house-min_raise-increment = En höjning är minst lika stor som den förra
house-min_raise-double = En höjning är till minst det dubbla
house-odd_chip = Udda marker
house-odd_chip-left_of_button = En udda mark går till vänster om knappen
house-odd_chip-carry_over = En udda mark väntar till nästa giv
house-fl_allin_reopen = Kort all-in, rätt att höja
house-fl_allin_reopen-half = En all-in på minst en halv satsning öppnar för nya höjningar
house-fl_allin_reopen-full = Bara en all-in på en hel satsning öppnar för nya höjningar
house-fl_allin_counts = Kort all-in, storlek
house-fl_allin_counts-half = En all-in på minst en halv satsning räknas som satsning
house-fl_allin_counts-full = Bara en all-in på en hel satsning räknas som satsning
house-draws = Byten
house-draws-n = { $n ->
    [one] Korten byts en gång
   *[other] Korten byts { $n } gånger
 }
house-big_bet_from_round = Stor satsning
house-big_bet_from_round-n = Stor satsning från runda { $n }
house-big_bet_from_round-zero = Stor satsning i de sista rundorna
house-max_draw = Kort att byta
house-max_draw-n = Högst { $n } kort får bytas
house-seven_handed_max_two = Sju spelare
house-seven_handed_max_two-yes = Sju spelare och ingen har lagt sig: högst två kort i första bytet
house-seven_handed_max_two-no = Ingen särskild gräns för sju spelare
house-first_after_draw = Först efter bytet
house-first_after_draw-left_of_button = Spelaren till vänster om knappen är först i tur efter bytet
house-first_after_draw-opener = Öppnaren är först i tur efter bytet
house-round_check = Alla passar
house-round_check-play_on = Checkar alla fortsätter given
house-round_check-redeal = Öppnar ingen ligger potten kvar och korten ges om
house-openers_minimum = Öppningshand
house-openers_minimum-rank = Det krävs minst par i { $rank } för att öppna
house-opener_check = Kontroll av öppning
house-opener_check-enforce = Givaren säger nej till en öppning utan öppningshand, utan att någon annan ser det
house-opener_check-honor = Öppning sker på hedersord och öppningshanden visas efteråt
house-false_opener_extra_bets = Felaktig öppnares satsningar
house-false_opener_extra_bets-stay = Det en felaktig öppnare satsat ligger kvar
house-false_opener_extra_bets-withdraw = Det en felaktig öppnare satsat över öppningen går tillbaka
house-open_for_raise = Öppna för två
house-open_for_raise-yes = Potten får öppnas för två satsningar
house-open_for_raise-no = Potten öppnas för en satsning
house-split_announcement = Bryta öppningshanden
house-split_announcement-automatic = Det sägs högt när öppningshanden bryts
house-split_announcement-manual = Den som bryter öppningshanden måste säga det
house-reante_limit = Nya antar
house-reante_limit-n = { $n ->
    [one] Högst en ny ante efter givar som ingen öppnat
   *[other] Högst { $n } nya antar efter givar som ingen öppnat
 }
house-reante_limit-none = Nya antar efter varje giv som ingen öppnat
house-check_raise = Checka och höja
house-check_raise-yes = Den som checkat får höja
house-check_raise-no = Den som checkat får inte höja i samma runda
house-open_pair = Öppet par på fjärde gatan
house-open_pair-pair_holder = Med öppet par på fjärde gatan får den som har det satsa dubbelt
house-open_pair-any = Med öppet par på fjärde gatan får alla satsa dubbelt
house-open_pair-off = Ett öppet par på fjärde gatan ändrar inget
house-showdown = Visning
house-showdown-auto = Händerna läses av åt spelarna
house-showdown-manual = Spelarna visar eller muckar och måste säga om bordet spelar
house-table_all_in_hands = Händer vid all-in
house-table_all_in_hands-yes = Händerna vänds upp när någon är all-in och satsandet är slut
house-table_all_in_hands-no = Händerna ligger dolda till visningen även vid all-in
house-dealer = Givare
house-dealer-software = Givaren gör inga fel
house-dealer-human = Givaren gör fel ibland, som en människa
house-dealer_errors = Givarens fel
house-dealer_errors-n = { $n } givfel på hundra givar med mänsklig givare
house-dealer_errors-zero = Inga givfel
house-four_card_flop = Flopp med fyra kort
house-four_card_flop-redeal = En flopp med fyra kort ges om
house-four_card_flop-scramble = Ur en flopp med fyra kort lottas ett kort bort och bränns
house-hilo_identical = Samma spelare i hög och låg
house-hilo_identical-even = Delar samma spelare både höga och låga halvan delas hela potten jämnt
house-hilo_identical-per_half = Höga och låga halvan delas alltid var för sig
house-max_runs = Dela ut flera gånger
house-max_runs-n = { $n ->
    [one] Efter en all-in delas bordet ut en gång
   *[other] Efter en all-in får bordet delas ut högst { $n } gånger om alla vill
 }
house-dead_button = Död knapp
house-dead_button-yes = Knappen får stanna vid en tom plats
house-dead_button-no = Knappen flyttas till nästa spelare
house-newcomers = Nya spelare
house-newcomers-post = Nya spelare lägger en stor mörk
house-newcomers-wait = Nya spelare väntar på stora mörken
house-newcomers-free = Nya spelare får kort utan avgift
house-nl_naming = Vad insatserna anger
house-nl_naming-blinds = Insatserna anger mörkarna
house-nl_naming-limits = Insatserna anger de minsta satsningarna
