"""Some screens word for word, with emojis as {names}: what changes here is what players will see changed."""

import random
import re
from collections.abc import Callable
from textwrap import dedent

import pytest
from discord import ui

from cogs.ui.awards import together
from cogs.ui.face import Face
from cogs.ui.felt import felt, text_of
from cogs.ui.house import rules_page
from cogs.ui.lobby import duration, lobby_started
from cogs.ui.panel import dm_cards, panel
from cogs.ui.questions import allin_question, leave_question, ping
from cogs.ui.runout import Chances, bar_of, runout, whole_percents
from cogs.ui.story import story
from engine.rules.cards import parse_cards
from engine.rules.catalogue import CATALOGUE
from engine.rules.events import Awarded, Win
from engine.rules.hand import Hand
from engine.rules.play import BetTo, Call, Check, Fold, Throw
from engine.rules.setup import Setup, completed
from engine.rules.stakes import Limit, Stakes, dues
from engine.rules.view import View
from engine.tables.config import Game
from engine.tables.snapshot import Phase
from tests.ui.deals import EMOJIS, face, game_for, private_of, snapshot_of

HOLDEM = Game("holdem", Stakes(limit=Limit.NO, blinds=(5, 10), min_bet=10))
JACKS = Game("jacks_or_better", Stakes(limit=Limit.FIXED, ante=1, small_bet=5, big_bet=10))


def hand_of(game: Game, deck: str, stacks: tuple[int, ...], carried: int = 0) -> Hand:
    order = tuple(range(1, len(stacks) + 1))
    hand = Hand(Setup(
        variant=game.variant, house=game.house, stakes=game.stakes, order=order, stacks=stacks,
        dues=dues(game.stakes, order), decks=(completed(parse_cards(deck), game.variant.deck),), carried=carried,
    ))
    hand.begin()
    return hand


def flop() -> Hand:
    hand = hand_of(HOLDEM, "Ah 7s Kd  Ad 7c Ks  2c As Kh 7d  3c 2s  4c 9h", (1000, 1000, 500))
    hand.act(3, BetTo(30))
    hand.act(1, Call())
    hand.act(2, Fold())
    hand.act(1, Check())
    hand.act(3, BetTo(60))
    return hand


def words(view: ui.LayoutView) -> str:
    return re.sub(r"<:(\w+?):\d+>", r"{\1}", text_of(view)).replace("\ufe0e", "")


def same(view: ui.LayoutView, expected: str) -> None:
    assert words(view) == dedent(expected).strip()


def test_felt_of_a_board_game() -> None:
    same(felt(snapshot_of(flop(), HOLDEM), face()), """
        -# Hold'em · no limit 5/10 · hand 118
        # {A_spades}{K_hearts}{7_diamonds}{card_back}{card_back}
        -# Flop `A♠ K♥ 7♦`
        ## Pot 130
        ---
        {to_act} **Maja** 970 · to act
        -# {folded} Erik 990 · folded
        {card_back} **Petra** 410 {dealer_button} · bets **60**
        ---
        -# Last: Petra raises to 30, Maja calls 25, Erik folds, Maja checks, Petra bets 60
        ### {to_act} Maja: 60 to call
        -# Time is up <t:1800000024:R>, then fold.
        [Fold]
        [Call 60]
        [Raise to 120]
        [½ pot 155]
        [Pot 250]
        [Raise…]
        [My cards]
        [All-in 970…]
    """)


def test_felt_in_swedish_and_text_only() -> None:
    same(felt(snapshot_of(flop(), HOLDEM), face("sv", emojis=None)), """
        -# Hold'em · no-limit 5/10 · giv 118
        # `A♠ K♥ 7♦`
        -# Flopp
        ## Pott 130
        ---
        → **Maja** 970 · i tur
        -# × Erik 990 · lagt sig
        • **Petra** 410 (D) · satsar **60**
        ---
        -# Senast: Petra höjer till 30, Maja synar 25, Erik lägger sig, Maja checkar, Petra satsar 60
        ### → Maja: 60 att syna
        -# Tiden går ut <t:1800000024:R>: lägg.
        [Lägg]
        [Syna 60]
        [Höj till 120]
        [½ pott 155]
        [Pott 250]
        [Höj…]
        [Mina kort]
        [All-in 970…]
    """)


def test_a_call_that_empties_the_stack_asks_first_and_leaves_no_raise() -> None:
    hand = flop()
    hand.act(1, BetTo(970))
    shown = words(felt(snapshot_of(hand, HOLDEM), face()))
    assert shown.endswith("[Fold]\n[Call 410, all-in…]\n[My cards]")


def test_my_cards_on_turn_and_waiting() -> None:
    hand = flop()
    snapshot = snapshot_of(hand, HOLDEM)
    same(panel(private_of(hand, snapshot, 1), face()), """
        -# Hand 118 · Hold'em · no limit 5/10
        # {A_hearts}{A_diamonds}
        -# `A♥ A♦`
        ### Three aces, king kicker
        ---
        **Your turn. The buttons are on the table.**
        60 to call into 130. It pays if you win 1 time in 3 (32%).
        -# 60 s left in your time bank when the clock is up.
        [Story]
    """)
    assert "Waiting for Maja. Decide ahead:\n<*Nothing, I will wait | Check or fold | Check only>" in words(
        panel(private_of(hand, snapshot, 3), face())
    )
    assert words(panel(private_of(hand, snapshot, 2), face())).endswith("You are out of this hand.\n[Story]")


def showdown() -> Hand:
    hand = flop()
    hand.act(1, BetTo(970))
    hand.act(3, Call())
    return hand


def test_result_says_who_won_with_what_against_whom() -> None:
    same(felt(snapshot_of(showdown(), HOLDEM), face()), """
        ## Maja wins 1,010
        -# Hold'em · no limit 5/10 · hand 118
        # {A_spades}{K_hearts}{7_diamonds}{2_spades}{9_hearts}
        -# `A♠ K♥ 7♦ 2♠ 9♥`
        ---
        {A_spades}{A_hearts}{A_diamonds}{K_hearts}{9_hearts} three aces
        -# beats Petra's three kings
        -# 500 back to Maja: nobody called it.
        ---
        {A_hearts}{A_diamonds} **Maja** +510
        {K_diamonds}{K_spades} **Petra** −500
        -# {folded} Folded: Erik −10
        ---
        ### Next hand <t:1800000012:R>
        [Show cards…]
        [Top up…]
        [Sit out]
        [Whole hand]
        [Leave…]
    """)


def test_the_whole_hand_in_sentences() -> None:
    hand = showdown()
    snapshot = snapshot_of(hand, HOLDEM)
    told = words(story(snapshot, snapshot.view, face())).split("\n")
    assert told == [
        "### Hand 118 · Hold'em",
        "---",
        "Maja posts the small blind, 5. Erik posts the big blind, 10.",
        "**Before the flop** Petra raises to 30. Maja calls 25. Erik folds.",
        (
            "**Flop** Board: `A♠ K♥ 7♦`. Maja checks. Petra bets 60. Maja all-in 970. Petra calls 410, all-in. "
            "500 back to Maja. Maja shows `A♥ A♦`. Petra shows `K♦ K♠`."
        ),
        "**Turn** Board: `2♠`.",
        "**River** Board: `9♥`. Maja wins 1,010.",
    ]


def opened() -> Hand:
    hand = hand_of(JACKS, "Jh 2d 9s  Jc 4s 9d  As 6c 8h  8d 7c 4d  3c 7d 2h  Tc Kc 5s", (200, 200, 200), carried=6)
    hand.act(1, BetTo(5))
    hand.act(2, Call())
    hand.act(3, Fold())
    return hand


def test_jacks_before_the_opening_pass_and_open_are_offered_to_everybody() -> None:
    hand = hand_of(JACKS, "", (200, 200, 200), carried=6)
    same(felt(snapshot_of(hand, JACKS, redeals=1), face()), """
        -# Five-card draw, jacks to open · fixed limit 5/10 · hand 118
        -# antes › **first round** › draw › second round
        # {chip} Pot 9
        -# 6 of it carried over from a passed-in deal
        ---
        {to_act} **Maja** 199 · to act
        {card_back} **Erik** 199 · waiting
        {card_back} **Petra** 199 {dealer_button} · waiting
        ---
        ### {to_act} Maja: pass or open
        -# Time is up <t:1800000024:R>, then pass.
        [Pass]
        [Open for 5]
        [My cards]
    """)


def test_the_draw_on_the_felt() -> None:
    shown = words(felt(snapshot_of(opened(), JACKS), face()))
    assert "### {to_act} Maja: draw up to 3" in shown
    assert shown.endswith("[Choose cards…]\n[Stand pat]\n[My cards]")


def test_the_draw_in_the_panel_warns_of_splitting_openers() -> None:
    hand = opened()
    private = private_of(hand, snapshot_of(hand, JACKS), 1)
    same(panel(private, face(), ["Jc", "8d", "3c"]), """
        -# Hand 118 · Five-card draw, jacks to open · fixed limit 5/10
        # {J_hearts}{J_clubs}{A_spades}{8_diamonds}{3_clubs}
        -# `J♥ J♣ A♠ 8♦ 3♣`
        ### Pair of jacks, ace kicker
        ---
        **Your draw: throw up to 3 cards**
        <Jack of hearts | *Jack of clubs | Ace of spades | *8 of diamonds | *3 of clubs>
        You keep {J_hearts}{A_spades}
        The table will see: **Maja draws 3**
        ⚠️ You opened. Throwing these splits the openers: it is said aloud and they are kept aside.
        [Throw 3, draw 3]
        [Stand pat]
        [Story]
    """)
    assert "splits" not in words(panel(private, face(), ["As", "8d", "3c"]))
    assert words(panel(private, face())).endswith("Nothing chosen: you keep all 5.\n[Stand pat]\n[Story]")


def test_an_opener_who_wins_uncontested_shows_only_what_proves_it() -> None:
    hand = opened()
    hand.act(1, Throw(parse_cards("8d 3c")))
    hand.act(2, Throw(()))
    hand.act(1, BetTo(10))
    hand.act(2, Fold())
    shown = words(felt(snapshot_of(hand, JACKS), face()))
    assert "Everyone else folded.\n**Maja** proves the opening: {J_hearts}{J_clubs} pair of jacks" in shown
    assert "{card_back}{card_back}{card_back}{card_back}{card_back} **Maja** +13" in shown


def test_nobody_opened() -> None:
    hand = hand_of(JACKS, "", (200, 200))
    hand.act(1, Check())
    hand.act(2, Check())
    same(felt(snapshot_of(hand, JACKS), face("sv")), """
        ## Ingen öppnade
        -# Mörkpoker med knektöppning · fast gräns 5/10 · giv 118
        ---
        Potten 2 ligger kvar till nästa giv, med nya antar.
        ---
        -# Maja −1, Erik −1
        ---
        ### Nästa giv <t:1800000012:R>
        [Visa kort…]
        [Fyll på…]
        [Pausa]
        [Hela given]
        [Lämna…]
    """)


def test_lobby() -> None:
    hand = hand_of(JACKS, "", (200, 200, 150))
    same(felt(snapshot_of(hand, JACKS, phase=Phase.LOBBY), face()), """
        ## {chip} Thursday poker
        Five-card draw, jacks to open · fixed limit 5/10 · ante 1
        ---
        ### Seats: 3 of 3 taken
        {chip} **Maja** 199 · host
        {chip} **Erik** 199
        {chip} **Petra** 149
        -# The table is full.
        ---
        ### House rules
        - Draw up to 3 cards, once
        - At most 4 raises a round (no cap for two)
        - Open with jacks or better, checked by the dealer
        - Nobody opens: the pot stays
        -# Clock 30 s, then check or fold. Play chips only.
        ---
        **Ready. Anyone seated can press Start.**
        -# Buy in for 100 to 400. You start with 1,000 free chips on this server.
        [Sit down…]
        [Start]
        [House rules]
        [Leave…]
    """)
    same(lobby_started(snapshot_of(hand, JACKS), face()), "-# Game on: hand 118 is below.")


def test_runout() -> None:
    hand = showdown()
    upto = View(None).take(hand.log[:-4])
    chances = Chances({1: 0.953, 3: 0.047}, 44, exact=True)
    shown = words(runout(snapshot_of(hand, HOLDEM), upto, chances, 1_800_000_004, face("sv")))
    assert "-# Chans att vinna huvudpotten (exakt, 44 bord kvar)" in shown
    assert "### {A_hearts}{A_diamonds} Maja 95\u00a0%\n`███████████████████▁`" in shown
    assert shown.endswith("### Nästa kort <t:1800000004:R>\n[Mina kort]")


def test_percents_are_whole_and_sum_to_a_hundred() -> None:
    assert whole_percents({1: 0.401, 2: 0.482, 3: 0.117}) == {1: 40, 2: 48, 3: 12}
    assert sum(whole_percents(dict.fromkeys(range(7), 1 / 7)).values()) == 100
    assert bar_of(0) == f"`{'▁' * 20}`"


def test_questions_and_ping() -> None:
    hand = flop()
    snapshot = snapshot_of(hand, HOLDEM)
    asked = words(allin_question(snapshot, face(), 970))
    assert asked == "**All-in for 970? This bets your whole stack.**\n[Yes, all-in 970]\n[No]"
    assert "You fold when it is your turn" in words(leave_question(snapshot, face(), 1001))
    assert "990 chips go back" in words(leave_question(snapshot, face(), 1002))
    assert ping(snapshot, face()) == "<@1001> your turn: **60 to call**, pot 130. Time is up <t:1800000024:R>."


def test_private_message_hides_the_cards_from_a_lock_screen() -> None:
    hand = flop()
    private = private_of(hand, snapshot_of(hand, HOLDEM), 1)
    first, second, third, last = dm_cards(private, face(emojis=None), "LINK").split("\n")
    assert first == "Hand 118 in Thursday poker: your cards"
    assert second.replace("\ufe0e", "") == "||`A♥ A♦`||"
    assert third == "[To the table](LINK)"
    assert last.startswith("-# Rather no messages?")


@pytest.mark.parametrize(("seconds", "text"), [(30, "30 s"), (90, "90 s"), (600, "10 min"), (86400, "24 h")])
def test_clock(seconds: int, text: str) -> None:
    assert duration(face(), seconds) == text


def test_house_rules_that_differ_are_bold() -> None:
    game = game_for("jacks_or_better", random.Random(1), max_draw=4)
    shown = words(rules_page(game, face()))
    assert "- **Up to 4 cards may be drawn**" in shown
    assert "- Opening takes at least a pair of jacks" in shown
    assert "blinds" not in shown


def test_every_game_has_its_rules_page() -> None:
    for key in CATALOGUE:
        for language in ("en", "sv"):
            assert words(rules_page(game_for(key, random.Random(1)), face(language))).count("\n- ") > 4


def test_a_drawing_is_a_function_of_its_arguments() -> None:
    draw: Callable[[Face], ui.LayoutView] = lambda with_face: felt(snapshot_of(flop(), HOLDEM), with_face)  # noqa: E731
    first, second = draw(face()), draw(face())
    assert first is not second
    assert first.to_components() == second.to_components()
    assert EMOJIS.complete


def award(pot: int, share: int, amount: int, seats: tuple[int, ...], run: int = 0) -> Awarded:
    wins = tuple(Win(seat, amount // len(seats), 0, 7) for seat in seats)
    return Awarded(pot, run, share, amount, (1, 2, 3, 4)[pot:], wins)


def test_pots_won_by_the_same_seats_in_the_same_way_are_told_as_one() -> None:
    main, side = (award(0, 0, 50, (4,)), award(0, 1, 50, (3, 4))), (award(1, 0, 20, (4,)), award(1, 1, 20, (3, 4)))
    high, low = together([*main, *side])
    assert (high.amount, low.amount) == (70, 70)
    assert [(win.seat, win.chips) for win in low.wins] == [(3, 35), (4, 35)]
    assert high.contenders == (1, 2, 3, 4)


def test_pots_won_differently_are_told_apart() -> None:
    different = [award(0, 0, 50, (4,)), award(1, 0, 20, (3,))]
    no_low_on_the_side = [award(0, 0, 50, (4,)), award(0, 1, 50, (3,)), award(1, 0, 20, (4,))]
    assert together(different) == tuple(different)
    assert together(no_low_on_the_side) == tuple(no_low_on_the_side)
