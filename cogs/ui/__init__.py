"""The face: pure functions from what a table shows to Discord components. Nothing here decides anything about poker.

ids        Do, Press, custom_id(), parse(), masked(), places_of(): what a control's id says
controls   Control: the one DynamicItem; calls `client.pressed(interaction, press, values)`
words      say(language, key, **args), number(), language_of(locale)
face       Face(language, names, emojis, now, opening)
cards      Emojis(by_name), text_form(); draw_emojis.drawn() makes the 59 pictures
felt       felt(snapshot, face) -> LayoutView        the public message in every phase, lobby and result too
panel      panel(private, face, chosen=()) -> LayoutView (My cards; `chosen`: the values of the discard select, cards)
           dm_cards(private, face, link) -> str
story      story(snapshot, view, face) -> LayoutView  (the whole hand as `view`'s viewer may know it)
runout     runout(snapshot, view, Chances(parts, boards, exact), next_at, face) -> LayoutView
lobby      lobby_started(snapshot, face) -> LayoutView
result     show_choice(private, face, chosen) -> LayoutView
questions  allin_question(), leave_question(), try_again() -> LayoutView; ping(snapshot, face) -> str;
           amount_form(), join_form(), top_up_form() -> Form
refusals   refused(error, face, snapshot, offer) -> str   for PokerError, TableError, AmountError, TermsError
house      rules_page(game, face) -> LayoutView; rule_line(face, field, value), rule_name(face, field) -> str
games      game_name(), limit_words(), terms(), head() -> str
"""
