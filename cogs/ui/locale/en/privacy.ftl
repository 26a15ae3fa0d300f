# One's own data.
cmd-privacy-name = privacy
cmd-privacy = What is kept about you on this server
cmd-privacy-show-name = show
cmd-privacy-show = Everything that is kept about you here, as a file
cmd-privacy-delete-name = delete
cmd-privacy-delete = Have yourself forgotten on this server
privacy-held = Everything that is kept about you on this server. Only you see this.
privacy-ask = Shall this server's Knekt forget you?
privacy-goes = Your number is taken out of everything: chips, hands, results, settings. Your chips are gone; if you come back you start as a new member. This cannot be undone.
privacy-stays = What others won and lost stays right: a nameless player stands where you were. The log of the floor keeps who used a host's power and on whom.
privacy-playing = **Not yet.** An open table still needs to know who you are: leave it, and wait until it is closed or the next hand is dealt. Nothing was deleted.
privacy-done = You are forgotten on this server.
btn-forget = Yes, forget me
