# Vad som hände, en mening per händelse: de senaste på bordet, och hela given.
log-posts-ante = { $name } lägger ante { $amount }
log-posts-shared_ante = { $name } lägger ante { $amount } för alla
log-posts-small_blind = { $name } lägger lilla mörken, { $amount }
log-posts-big_blind = { $name } lägger stora mörken, { $amount }
log-posts-blind = { $name } lägger mörk, { $amount }
log-posts-straddle = { $name } straddlar { $amount }
log-posts-live_post = { $name } lägger { $amount } för att komma in
log-posts-dead_blind = { $name } betalar { $amount } för en missad liten mörk
log-bet = { $name } satsar { $amount }
log-open = { $name } öppnar för { $amount }
log-call = { $name } synar { $amount }
log-raise = { $name } höjer till { $amount }
log-complete = { $name } fullföljer till { $amount }
log-bring_in = { $name } lägger bring-in { $amount }
log-check = { $name } checkar
log-pass = { $name } passar
log-fold = { $name } lägger sig
log-allin = { $name } all-in { $amount }
log-allin-call = { $name } synar { $amount }, all-in
log-draw = { $name } byter { $n }
log-pat = { $name } står pat
log-splits = { $name } bryter öppningshanden: kortet läggs åt sidan
log-discard = { $name } kastar { $n ->
    [one] ett kort
   *[other] { $n } kort
 }
log-asked = { $name } tillfrågas om att öppna
log-opens = { $name } öppnar potten
log-declines = { $name } öppnar inte
log-dead-false_openers = { $name } hade ingen öppningshand: handen är död
log-dead-floor = { $name } har en död hand enligt domslut
log-returned = { $amount } tillbaka till { $name }
log-withdrawn = { $amount } av satsningen tillbaka till { $name }
log-runs = { $n ->
    [one] Bordet delas ut en gång
   *[other] Bordet delas ut { $n } gånger
 }
log-voted = { $name } har svarat
log-declared = { $name } säger att bordet spelar
log-shown = { $name } visar { $cards }
log-mucked = { $name } muckar
log-reshuffled = Kasthögen blandas till en ny talong
log-ruling-shuffle = Domslut: de återtagna korten blandas in i talongen
log-ruling-back = Domslut: { $cards } vändes för tidigt och tas tillbaka
log-ruling-flop = Domslut: en flopp med för många kort, { $cards }, tas tillbaka
log-ruling-exposed = Domslut: { $cards } hos { $name } visades och byts ut
log-ruling-extra = Domslut: { $name } fick ett kort för mycket; det blir brännkort
log-void = Given ströks: alla marker är tillbaka där de var
log-shared = Ett kort för alla: { $cards }
log-board = Bordet: { $cards }
log-board-run = Bord { $n }: { $cards }
log-up = { $name } får { $cards }
log-proved = { $name } visar öppningshanden: { $cards }
log-unproved = { $name } kan inte visa öppningshand
log-wins = { $name } vinner { $amount }
log-stays = { $amount } ligger kvar i potten
story-head = Giv { $no } · { $game }
story-after = Efter given
story-none = Inget har hänt ännu.
story-sealed = Leken förseglades före given: { $root }
story-cut = Början är utelämnad här; exporten har allt.
