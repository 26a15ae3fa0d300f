"""The face: pure functions from what a table shows to Discord components. Nothing here decides anything about poker.

ids        Do, Press, custom_id(), parse(), masked(), places_of(): what a control's id says
controls   Control: the one DynamicItem; calls `client.pressed(interaction, press, values)`
words      say(language, key, **args), number(), language_of(locale)
face       Face(language, names, emojis, now, opening)
cards      Emojis(by_name), text_form(); draw_emojis.drawn() makes the 59 pictures
felt       felt(snapshot, face) -> LayoutView        the public message in every phase, lobby and result too
panel      panel(private, face, chosen=0) -> LayoutView (My cards; `chosen` is the mask of discards)
           dm_cards(private, face, link) -> str
story      story(snapshot, view, face) -> LayoutView  (the whole hand as `view`'s viewer may know it)
runout     runout(snapshot, view, chances, next_at, face) -> LayoutView
result     show_choice(private, face, chosen) -> LayoutView
questions  allin_question(private, face, total), leave_question(...), AmountForm, BuyInForm, ping(snapshot, face)
refusals   refused(error, snapshot, face, offer) -> str   for a PokerError
house      rules_page(game, face) -> LayoutView, rule_line(face, field, value) -> str
"""
