# Ens egna uppgifter.
cmd-privacy-name = integritet
cmd-privacy = Vad som sparas om dig på den här servern
cmd-privacy-show-name = visa
cmd-privacy-show = Allt som sparas om dig här, som fil
cmd-privacy-delete-name = radera
cmd-privacy-delete = Bli glömd på den här servern
privacy-held = Allt som sparas om dig på den här servern. Bara du ser det här.
privacy-ask = Ska serverns Knekt glömma dig?
privacy-goes = Ditt nummer tas bort ur allt: marker, givar, resultat, inställningar. Dina marker försvinner; kommer du tillbaka börjar du som ny. Det går inte att ångra.
privacy-stays = Vad andra vunnit och förlorat förblir rätt: en namnlös spelare står där du var. Floorloggen sparar vem som använt en värds makt och mot vem.
privacy-playing = **Inte än.** Ett öppet bord behöver fortfarande veta vem du är: lämna det, och vänta tills det stängs eller nästa giv delats ut. Inget raderades.
privacy-done = Du är glömd på den här servern.
btn-forget = Ja, glöm mig
