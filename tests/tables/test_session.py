"""One table: commit before speech, refusals without a trace, buttons of one moment, and who sees what."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace

import pytest

from data.leaderboard import Query
from engine.rules.catalogue import CATALOGUE
from engine.rules.play import BetTo, Call, Check, Code, Fold, PokerError, Throw, time_out
from engine.tables import history, playing
from engine.tables.errors import No, TableError
from engine.tables.session import TableSession
from engine.tables.snapshot import Phase
from tests.rules.invariants import cards_in
from tests.tables.house import GUILD, HOST, Room, picture, terms
from tests.tables.test_recovery import rejoin

ANNA, BO, CEDRIC, DORA = 101, 102, 103, 104


async def stored(room: Room, session: TableSession) -> object:
    """All that the database knows of a table and its hand."""
    return await room.store.table(session.table), await room.store.hand(session.state.hand)


async def refused(room: Room, session: TableSession, code: No | Code, step: object) -> None:
    """The step is refused for this reason; nothing that anybody can see has changed, and nothing was written."""
    seen, kept, commits = picture(session), await stored(room, session), room.store.commits
    with pytest.raises((TableError, PokerError)) as error:
        await step  # type: ignore[misc]
    assert error.value.code is code  # type: ignore[attr-defined]
    assert (picture(session), await stored(room, session), room.store.commits) == (seen, kept, commits)


# Commit, then speak


async def test_what_is_said_is_in_the_database_already(room: Room) -> None:
    versions: list[int] = []

    async def compare(what: str, table: int) -> None:
        session = room.tables.get(table)
        shown = session.record.version
        record = await room.store.table(table)
        assert record is not None
        assert record.version >= shown
        assert record.state == session.state.to_json()
        await asyncio.sleep(0.002)  # other steps are being made meanwhile
        assert session.state.to_json() == session.record.state
        versions.append(record.version)

    room.ears.listen = compare
    session = await room.open(terms(), ANNA, BO, CEDRIC)
    for _ in range(3):
        if len(session.state.table.ready()) > 1:
            await room.hand(session)
    await session.close(HOST)
    await session.voice.finish(5)
    assert len(versions) > 5
    assert room.ears.said()[-1] == "closed"


async def test_a_voice_that_fails_changes_nothing(room: Room) -> None:
    room.ears.deaf = True
    session = await room.open(terms(), ANNA, BO)
    await room.hand(session)
    await session.voice.finish(5)
    assert session.state.phase is Phase.BETWEEN
    assert room.ears.heard == []
    await room.check()


async def test_nobody_waits_for_discord_under_the_lock(room: Room) -> None:
    stuck = asyncio.Event()

    async def hang(what: str, table: int) -> None:
        await stuck.wait()

    room.ears.listen = hang
    session = await room.open(terms(), ANNA, BO)
    await asyncio.wait_for(room.hand(session), timeout=20)
    stuck.set()


async def test_a_step_that_changes_nothing_is_not_stored(room: Room) -> None:
    session = await room.open(terms(), ANNA, BO)
    await session.start(ANNA)
    before = room.store.commits
    await session.stop_waiting(DORA)
    await session.fresh_clock()
    await session.tick(session.state.deadline - 1)
    assert room.store.commits == before


# Refusals leave no trace


async def test_acting_out_of_turn_is_refused(room: Room) -> None:
    session = await room.open(terms(), ANNA, BO, CEDRIC)
    await session.start(ANNA)
    other = next(member for member in (ANNA, BO, CEDRIC) if member != room.actor(session))
    await refused(room, session, Code.NOT_YOUR_TURN, session.act(other, Fold()))


async def test_an_illegal_amount_is_refused(room: Room) -> None:
    session = await room.open(terms(), ANNA, BO)
    await session.start(ANNA)
    await refused(room, session, Code.NOT_ENOUGH_CHIPS, session.act(room.actor(session), BetTo(10**9)))


async def test_who_is_not_there_cannot_act(room: Room) -> None:
    session = await room.open(terms(), ANNA, BO)
    await refused(room, session, No.NO_HAND, session.act(ANNA, Fold()))
    await session.start(ANNA)
    await refused(room, session, No.NOT_SEATED, session.act(DORA, Fold()))
    await session.sit(CEDRIC)
    await refused(room, session, No.NOT_IN_HAND, session.act(CEDRIC, Fold()))


async def test_seats_and_buy_ins_have_limits(room: Room) -> None:
    session = await room.open(terms(seats=2, min_buy_in=40), ANNA)
    await refused(room, session, No.SEATED, session.sit(ANNA))
    await refused(room, session, No.SEAT_TAKEN, session.sit(BO, 1))
    await refused(room, session, No.NO_SUCH_SEAT, session.sit(BO, 7))
    await refused(room, session, No.BUY_IN, session.sit(BO, None, 39))
    await refused(room, session, No.BUY_IN, session.sit(BO, None, 10**6))
    await session.sit(BO)
    await refused(room, session, No.FULL, session.sit(CEDRIC))


async def test_only_the_host_uses_the_hosts_power(room: Room) -> None:
    session = await room.open(terms(), ANNA, BO)
    for step in (
        session.close(BO), session.pause(BO), session.resume(BO), session.kick(BO, ANNA), session.invite(BO, CEDRIC),
        session.void(BO), session.change_config(BO, lambda _: terms()),
    ):
        await refused(room, session, No.NOT_HOST, step)


async def test_terms_change_at_the_border_of_a_hand_only(room: Room) -> None:
    session = await room.open(terms(), ANNA, BO)
    await session.start(ANNA)
    await refused(room, session, No.HAND_RUNNING, session.change_config(HOST, lambda _: terms(clock=30)))
    await room.play_out(session)
    await session.change_config(HOST, lambda _: terms(clock=30))
    assert session.snapshot().config.clock == 30


async def test_terms_that_are_changed_in_the_same_moment_are_all_changed(room: Room) -> None:
    """Each change is made of the terms that hold by then."""
    session = await room.open(terms(private=True), ANNA)
    await asyncio.gather(
        session.invite(HOST, BO), session.change_config(HOST, lambda config: replace(config, clock=33)),
        session.change_config(HOST, lambda config: replace(config, pause=9)), session.invite(HOST, CEDRIC),
    )
    now = session.snapshot().config
    assert (now.invited, now.clock, now.pause) == ((BO, CEDRIC), 33, 9)


async def test_a_fault_inside_a_step_leaves_the_hand_as_it_was(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    session = await room.open(terms(), ANNA, BO, CEDRIC)
    await session.start(ANNA)
    seen, kept = picture(session), await stored(room, session)

    def broken(*_: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr(playing, "follow", broken)  # the action is in the hand by then
        with pytest.raises(ZeroDivisionError):
            await room.says(session, Call())
    assert (picture(session), await stored(room, session)) == (seen, kept)
    await room.play_out(session)


# Buttons are good for one moment


async def test_a_button_of_an_earlier_moment_is_stale(room: Room) -> None:
    session = await room.open(terms(), ANNA, BO, CEDRIC)
    await session.start(ANNA)
    first = session.snapshot()
    await room.says(session, Call())
    actor = room.actor(session)
    stale = session.act(actor, Call(), hand=first.hand, version=first.version)
    await refused(room, session, No.STALE, stale)
    foreign = session.act(actor, Call(), hand=first.hand + 1, version=first.version + 1)
    await refused(room, session, No.STALE, foreign)
    await session.act(actor, Call(), hand=first.hand, version=first.version + 1)


async def test_a_double_click_acts_once(room: Room) -> None:
    session = await room.open(terms(), ANNA, BO)
    await session.start(ANNA)
    now, actor = session.snapshot(), room.actor(session)
    clicks = [session.act(actor, Call(), hand=now.hand, version=now.version, interaction=n) for n in (1, 2)]
    done = await asyncio.gather(*clicks, return_exceptions=True)
    assert [type(each) for each in done] == [type(None), TableError]
    assert len(session.inputs) == 1


async def test_one_interaction_delivered_twice_acts_once(room: Room) -> None:
    session = await room.open(terms(), ANNA, BO)
    await session.start(ANNA)
    await session.act(room.actor(session), Call(), interaction=77)
    await refused_when_stored(room, session, session.act(room.actor(session), Check(), interaction=77))


async def test_one_wish_for_chips_is_granted_once(room: Room) -> None:
    session = await room.open(terms(), ANNA, BO, chips=50)
    await session.top_up(ANNA, 20, interaction=78)
    await refused_when_stored(room, session, session.top_up(ANNA, 20, interaction=78))
    assert session.snapshot().sitters[0].stack == 70


async def refused_when_stored(room: Room, session: TableSession, step: object) -> None:
    """As `refused`, found out by the database only."""
    seen, kept = picture(session), await stored(room, session)
    with pytest.raises(TableError) as error:
        await step  # type: ignore[misc]
    assert error.value.code is No.DONE
    assert (picture(session), await stored(room, session)) == (seen, kept)


async def test_who_may_answer_in_any_order_keeps_his_buttons(room: Room) -> None:
    """In pineapple all throw a card at once: what others throw does not make a choice stale."""
    session = await room.open(terms("crazy_pineapple"), ANNA, BO, CEDRIC)
    await session.start(ANNA)
    await room.says(session, Call(), Call(), Check(), Check(), Check(), Check())
    now = session.snapshot()
    assert len(now.waiting) == 3
    for seat in reversed(now.waiting):
        assert session.hand is not None
        card = session.hand.down[seat][0]
        member = session.state.members[seat]
        await session.act(member, Throw((card,)), hand=now.hand, version=now.version)
    late = session.act(room.actor(session), Check(), hand=now.hand, version=now.version)
    await refused(room, session, No.STALE, late)


# Members come and go


async def test_two_members_want_the_last_seat(room: Room) -> None:
    session = await room.open(terms(seats=2), ANNA)
    done = await asyncio.gather(session.sit(BO), session.sit(CEDRIC), return_exceptions=True)
    assert done[0] == 2
    assert isinstance(done[1], TableError)
    assert done[1].code is No.FULL


async def test_the_same_member_sits_down_once(room: Room) -> None:
    session = await room.open(terms())
    done = await asyncio.gather(session.sit(ANNA, 1), session.sit(ANNA, 2), return_exceptions=True)
    assert done[0] == 1
    assert isinstance(done[1], TableError)
    assert await room.worth(ANNA) == 10_000


async def test_all_chips_at_two_tables_in_the_same_moment_buy_one_seat(room: Room) -> None:
    first, second = await room.open(terms(max_buy_in=10_000)), await room.open(terms(max_buy_in=10_000))
    sits = [session.sit(ANNA, None, 10_000) for session in (first, second)]
    done = await asyncio.gather(*sits, return_exceptions=True)
    refusals = [each for each in done if isinstance(each, TableError)]
    assert len(refusals) == 1
    assert refusals[0].code is No.BANKROLL
    assert await room.worth(ANNA) == 10_000


async def test_who_leaves_in_a_hand_acts_at_once_and_stands_up_after_it(room: Room) -> None:
    session = await room.open(terms(), ANNA, BO, CEDRIC)
    await session.start(ANNA)
    leaver = room.actor(session)
    assert await session.leave(leaver) is False
    assert room.actor(session) != leaver
    assert session.snapshot().seat_of(leaver)
    await room.play_out(session)
    assert not session.snapshot().seat_of(leaver)
    assert await room.bankroll(leaver) == 10_000


async def test_who_leaves_before_his_turn_folds_when_it_comes(room: Room) -> None:
    session = await room.open(terms(), ANNA, BO, CEDRIC)
    await session.start(ANNA)
    assert session.hand is not None
    last = session.state.members[session.hand.order[1]]  # the big blind speaks last
    await session.leave(last)
    await room.says(session, BetTo(6))
    await room.says(session, Call())
    assert session.state.phase is Phase.HAND
    assert session.hand.live == [session.hand.order[2], session.hand.order[0]] or len(session.hand.live) == 2
    assert session.state.seat_of(last) not in session.hand.live


async def test_leaving_can_be_taken_back(room: Room) -> None:
    session = await room.open(terms(), ANNA, BO, CEDRIC)
    await session.start(ANNA)
    last = session.state.members[session.hand.order[1]]  # type: ignore[union-attr]
    await session.leave(last)
    await session.sit_in(last)
    await room.says(session, Call(), Call())
    assert room.actor(session) == last


async def test_sitting_out_in_a_hand_plays_it_to_its_end(room: Room) -> None:
    session = await room.open(terms(), ANNA, BO, CEDRIC)
    await session.start(ANNA)
    actor = room.actor(session)
    await session.sit_out(actor)
    assert room.actor(session) == actor
    await room.says(session, Fold(), Fold())
    await session.start(actor)
    assert session.hand is not None
    assert session.state.seat_of(actor) not in session.hand.order
    await refused(room, session, No.SITTING_OUT, session.sit_out(actor))
    await room.says(session, Fold())
    await session.sit_in(actor)
    await refused(room, session, No.NOT_SITTING_OUT, session.sit_in(actor))


@pytest.mark.parametrize("why", ["decided ahead", "away", "leaving"])
async def test_a_second_click_does_not_act_on_the_street_that_the_first_has_brought(room: Room, why: str) -> None:
    """RELIABILITY 28: in one step the other checks as well, and on the next street the actor is offered the same."""
    session = await room.open(terms(), ANNA, BO)
    await session.start(ANNA)
    await room.says(session, Call(), Check())
    actor, hand = room.actor(session), session.state.hand
    other = ANNA if actor == BO else BO
    version, offer = session.snapshot().version, session.private(actor).offer
    if why == "decided ahead":
        await session.decide_ahead(other, "check", hand)
    elif why == "leaving":
        await session.leave(other)
    else:
        session.state.away.add(session.state.seat_of(other))
        session.record = replace(session.record, state=session.state.to_json())
    assert session.snapshot().version == version

    await session.act(actor, Check(), hand=hand, version=version, interaction=1)
    now = session.snapshot()
    assert now.view is not None
    assert (len(now.view.board), room.actor(session)) == (4, actor)
    assert session.private(actor).offer == offer

    await refused(room, session, No.STALE, session.act(actor, Check(), hand=hand, version=version, interaction=2))
    assert session.snapshot().version == now.version


async def test_one_ready_player_waits_for_another(room: Room) -> None:
    session = await room.open(terms(), ANNA, BO)
    await session.start(ANNA)
    await room.says(session, Fold())
    assert session.snapshot().next_hand_at == room.time.at + session.config.pause
    await session.leave(BO)
    assert session.snapshot().next_hand_at == 0
    await refused(room, session, No.NEED_TWO, session.start(ANNA))
    await session.sit(CEDRIC)
    due = session.snapshot().next_hand_at
    assert due == room.time.at + session.config.pause
    await session.tick(due)
    assert session.snapshot().phase is Phase.HAND


async def test_from_heads_up_to_three_and_back(room: Room) -> None:
    session = await room.open(terms(), ANNA, BO)
    await session.start(ANNA)
    await room.says(session, Fold())
    await session.sit(CEDRIC)
    seen = set()
    for _ in range(4):
        await session.start(ANNA)
        seen.add(len(session.hand.order))  # type: ignore[union-attr]
        while session.state.phase is Phase.HAND:
            await session.act(room.actor(session), time_out(session.hand.offer(session.hand.waiting_on[0])))  # type: ignore[union-attr]
    await session.leave(CEDRIC)
    await session.start(ANNA)
    assert 3 in seen
    assert len(session.hand.order) == 2  # type: ignore[union-attr]


async def test_busting_out_and_coming_back(room: Room) -> None:
    session = await room.open(terms(), ANNA, BO, CEDRIC, chips=10)
    while all(sitter.stack for sitter in session.snapshot().sitters):
        await session.start(ANNA)
        await all_in(room, session)
    loser, seat = next((sitter.member, sitter.seat) for sitter in session.snapshot().sitters if not sitter.stack)
    assert seat not in session.state.table.ready()
    await session.sit_out(loser)
    await refused(room, session, No.BROKE, session.sit_in(loser))
    await session.top_up(loser, 50)
    await session.sit_in(loser)
    assert seat in session.state.table.ready()


async def all_in(room: Room, session: TableSession) -> None:
    """Everybody puts in everything."""
    while session.state.phase is Phase.HAND:
        legal = getattr(session.snapshot().offer, "bet_to", None)
        await room.says(session, BetTo(legal[-1]) if legal else Call())


async def test_a_top_up_in_a_hand_waits_and_never_exceeds_the_highest_buy_in(room: Room) -> None:
    session = await room.open(terms(max_buy_in=200), ANNA, BO, chips=100)
    await session.start(ANNA)
    await refused(room, session, No.TOP_UP, session.top_up(ANNA, 500))
    for member in (ANNA, BO):
        held = next(sitter.stack for sitter in session.snapshot().sitters if sitter.member == member)
        await session.top_up(member, 200 - held)
    assert sorted(sitter.queued for sitter in session.snapshot().sitters) == [101, 102]
    await room.says(session, Fold())
    assert [(sitter.stack, sitter.queued) for sitter in session.snapshot().sitters] == [(200, 0), (200, 0)]
    assert sorted([await room.bankroll(ANNA), await room.bankroll(BO)]) == [9_799, 9_801]


async def test_a_seat_that_frees_is_offered_to_who_waited_longest(room: Room) -> None:
    session = await room.open(terms(seats=2), ANNA, BO)
    assert await session.wait(CEDRIC) == 1
    assert await session.wait(DORA) == 2
    assert await session.wait(CEDRIC) == 1
    await refused(room, session, No.SEATED, session.wait(ANNA))
    await session.leave(ANNA)
    await session.voice.finish(5)
    assert room.ears.said()[-1] == f"seat_free:{CEDRIC}"
    await session.sit(CEDRIC)
    assert session.snapshot().waitlist == (DORA,)
    await session.stop_waiting(DORA)
    assert session.snapshot().waitlist == ()


# Closing


async def test_closing_between_hands_pays_everybody_at_once(room: Room) -> None:
    session = await room.open(terms(), ANNA, BO)
    assert await session.close(HOST) is True
    await session.voice.finish(5)
    assert room.ears.said() == ["closed"]
    assert [await room.bankroll(member) for member in (ANNA, BO)] == [10_000, 10_000]
    with pytest.raises(TableError):
        await session.sit(CEDRIC)


async def test_closing_in_a_hand_waits_for_its_end(room: Room) -> None:
    session = await room.open(terms(), ANNA, BO, CEDRIC)
    await session.start(ANNA)
    assert await session.close(HOST) is False
    assert session.snapshot().closing
    await refused(room, session, No.CLOSING, session.sit(DORA))
    await room.play_out(session)
    assert session.state.phase is Phase.CLOSED
    assert sum([await room.bankroll(member) for member in (ANNA, BO, CEDRIC)]) == 30_000


async def test_a_carried_pot_goes_back_to_its_claimants_when_the_table_closes(room: Room) -> None:
    session = await room.open(terms("jacks_or_better"), ANNA, BO, CEDRIC)
    await session.start(ANNA)
    while session.state.phase is Phase.HAND:  # everybody passes
        await room.says(session, Check())
    assert session.snapshot().carried == 6
    await session.close(HOST)
    assert [await room.bankroll(member) for member in (ANNA, BO, CEDRIC)] == [10_000] * 3


async def test_a_carried_pot_is_played_for_when_its_claimants_are_gone(room: Room) -> None:
    session = await room.open(terms("jacks_or_better"), ANNA, BO)
    await session.start(ANNA)
    await room.says(session, Check(), Check())
    assert session.snapshot().carried == 4
    await session.sit(CEDRIC)
    await session.sit(DORA)
    await session.leave(ANNA)
    await session.leave(BO)
    await session.start(CEDRIC)
    assert len(session.hand.order) == 2  # type: ignore[union-attr]
    await room.check()


# Decisions made ahead


async def test_a_decision_made_ahead_is_carried_out_in_turn(room: Room) -> None:
    session = await room.open(terms(), ANNA, BO, CEDRIC)
    await session.start(ANNA)
    small, big = (session.state.members[seat] for seat in session.hand.order[:2])  # type: ignore[union-attr]
    now = session.snapshot().hand
    await session.decide_ahead(small, "call", now)
    await session.decide_ahead(big, "fold", now)
    assert session.private(small).ahead == "call"
    await room.says(session, Call())
    assert session.snapshot().view.streets == ["preflop", "flop"]  # type: ignore[union-attr]


async def test_a_decision_made_ahead_is_dropped_when_the_price_changes(room: Room) -> None:
    session = await room.open(terms(), ANNA, BO, CEDRIC)
    await session.start(ANNA)
    small, big = (session.state.members[seat] for seat in session.hand.order[:2])  # type: ignore[union-attr]
    for member, kind in ((small, "call"), (big, "fold")):
        await session.decide_ahead(member, kind, session.snapshot().hand)
    await room.says(session, BetTo(6))
    assert room.actor(session) == small
    assert session.private(small).ahead == session.private(big).ahead == ""
    await refused(room, session, No.STALE, session.decide_ahead(big, "call", session.snapshot().hand + 1))
    await refused(room, session, No.STALE, session.decide_ahead(big, "nonsense", session.snapshot().hand))


# Dealer's choice, showing, voting


async def test_the_next_button_chooses_the_game(room: Room) -> None:
    config = terms()
    games = (*config.games, *terms("omaha").games)
    session = await room.open(replace(config, games=games, dealers_choice=True), ANNA, BO, CEDRIC)
    chooser = session.snapshot().chooser
    member = session.snapshot().member_at(chooser)
    other = next(each for each in (ANNA, BO, CEDRIC) if each != member)
    await refused(room, session, No.NOT_YOUR_CHOICE, session.choose_game(other, 1))
    await refused(room, session, No.NOT_YOUR_CHOICE, session.choose_game(member, 2))
    await session.choose_game(member, 1)
    await session.start(ANNA)
    assert session.snapshot().chooser == 0
    assert session.hand.variant.key == "omaha"  # type: ignore[union-attr]
    assert session.hand.setup.button == chooser  # type: ignore[union-attr]
    await refused(room, session, No.HAND_RUNNING, session.choose_game(member, 0))
    await room.says(session, Fold(), Fold())
    assert session.snapshot().chooser not in (0, chooser)


async def test_a_mix_moves_on_after_so_many_hands(room: Room) -> None:
    config = terms()
    games = (*config.games, *terms("omaha").games)
    session = await room.open(replace(config, games=games, hands_each=2), ANNA, BO)
    played = []
    for _ in range(5):
        await session.start(ANNA)
        played.append(session.hand.variant.key)  # type: ignore[union-attr]
        await room.says(session, Fold())
    assert played == ["holdem", "holdem", "omaha", "omaha", "holdem"]


async def test_cards_are_shown_after_the_hand_by_their_owner_only(room: Room) -> None:
    session = await room.open(terms(), ANNA, BO, CEDRIC)
    await session.start(ANNA)
    folder = room.actor(session)
    own = session.private(folder).view.seats[session.state.seat_of(folder)].down  # type: ignore[union-attr]
    await refused(room, session, No.HAND_RUNNING, session.show_cards(folder, own))
    await room.says(session, Fold(), Fold())
    foreign = session.hand.down[next(seat for seat in session.hand.order if seat != session.state.seat_of(folder))]  # type: ignore[union-attr]
    await refused(room, session, No.NOTHING_TO_SHOW, session.show_cards(folder, foreign))
    await refused(room, session, No.NOTHING_TO_SHOW, session.show_cards(folder, ()))
    seat = session.state.seat_of(folder)
    await session.show_cards(folder, own[1:])
    assert session.snapshot().shown_after == {seat: own[1:]}
    await session.show_cards(folder, own[:1])
    assert session.snapshot().shown_after == {seat: own}
    await refused(room, session, No.NOTHING_TO_SHOW, session.show_cards(folder, own))
    hand = session.state.hand
    await session.start(ANNA)
    assert session.snapshot().shown_after == {}
    found = await room.store.hand(hand)
    assert found is not None
    assert history.read(*found).shown_after == {seat: own}


async def test_what_is_shown_after_the_hand_is_in_its_account_and_nothing_more(room: Room) -> None:
    """Also after a restart; the rest of the row, and whose cards these are, stay as they were."""
    session = await room.open(terms("five_card_draw"), ANNA, BO, CEDRIC)
    await session.start(ANNA)
    folders = [room.actor(session)]
    await room.says(session, Fold())
    folders.append(room.actor(session))
    await room.says(session, Fold())
    hand, seats = session.state.hand, [session.state.seat_of(member) for member in folders]
    before = await room.store.hand(hand)
    assert before is not None
    assert history.read(*before).shown_after == {}
    shown = [session.hand.down[seat][3] for seat in seats]  # type: ignore[union-attr]

    await session.show_cards(folders[0], (shown[0],))
    again = await room.again()
    await again.tables.get(session.table).show_cards(folders[1], (shown[1],))

    after = await again.store.hand(hand)
    assert after is not None
    assert history.read(*after).shown_after == {seats[0]: (shown[0],), seats[1]: (shown[1],)}
    told, known = json.loads(after[0].result), json.loads(before[0].result)
    assert told == {**known, "shown": {str(seats[0]): [shown[0]], str(seats[1]): [shown[1]]}}
    assert replace(after[0], result="") == replace(before[0], result="")
    assert after[1] == before[1]
    await rejoin(room, again)



async def test_a_hand_is_void_when_all_who_are_in_want_it(room: Room) -> None:
    session = await room.open(terms(), ANNA, BO, CEDRIC)
    await session.start(ANNA)
    button = session.snapshot().button
    await room.says(session, BetTo(20), Call(), Fold())
    alive = [session.state.members[seat] for seat in session.hand.live]  # type: ignore[union-attr]
    assert await session.vote_void(alive[0]) == 1
    assert await session.vote_void(alive[0]) == 1
    assert len(session.snapshot().void_votes) == 1
    assert await session.vote_void(alive[1]) == 0
    assert [sitter.stack for sitter in session.snapshot().sitters] == [200, 200, 200]
    found = await room.store.hand(session.snapshot().hand)
    assert found is not None
    assert found[0].status == "void"
    assert (await room.store.leaderboard(Query(GUILD))).places == ()
    await session.start(ANNA)
    assert session.snapshot().button == button


async def test_a_void_all_in_shows_nobodys_cards(room: Room) -> None:
    session = await room.open(terms(), ANNA, BO)
    await session.start(ANNA)
    await room.says(session, BetTo(200))
    for member in (ANNA, BO):
        await session.vote_void(member)
    view = session.snapshot().view
    assert view is not None
    assert view.over
    assert not any(seat.shown for seat in view.seats.values())
    assert not cards_in([seat.down for seat in view.seats.values()])


async def test_the_host_alone_cannot_void_a_hand(room: Room) -> None:
    session = await room.open(terms(), ANNA, BO)
    await session.start(ANNA)
    await refused(room, session, No.NOT_YOUR_CHOICE, session.void(HOST))


# Who sees what


@pytest.mark.parametrize("game", CATALOGUE)
async def test_the_public_picture_names_no_hidden_card(room: Room, game: str) -> None:
    session = await room.open(terms(game), ANNA, BO, CEDRIC)
    for _ in range(2):
        if len(session.state.table.ready()) < 2:
            break
        await session.start(ANNA)
        while session.state.phase is Phase.HAND:
            await room.move(session)
            hand, now = session.hand, session.snapshot()
            assert hand is not None
            hidden = {card for seat in hand.order if seat not in hand.tabled for card in hand.down[seat]}
            stub = set(hand.setup.decks[0]) - {card for board in hand.boards for card in board}
            assert not cards_in([now.view.seats, now.offer]) & hidden or hand.over  # type: ignore[union-attr]
            assert not cards_in(now.view.boards) & stub  # type: ignore[union-attr]


async def test_a_newcomer_does_not_see_the_cards_of_who_sat_there(room: Room) -> None:
    session = await room.open(terms(seats=2), ANNA, BO)
    await session.start(ANNA)
    await room.says(session, Fold())
    await session.leave(BO)
    await session.sit(CEDRIC, 2)
    private = session.private(CEDRIC)
    assert private.seat == 2
    assert private.view is None
    assert private.snapshot.player(2) == BO
    await refused(room, session, No.NOT_IN_HAND, session.show_cards(CEDRIC, session.hand.down[2]))  # type: ignore[union-attr]


async def test_ids_fit_discord(room: Room) -> None:
    session = await room.open(terms(seats=10), *range(101, 111))
    await session.start(101)
    rows = await room.store.pending(session.table)
    assert sorted(row.member for row in rows) == list(range(101, 111))
    assert all(len(row.nonce) <= 25 for row in rows)
    assert len(f"h{2**63 - 1:x}-10") <= 25


async def test_the_deck_is_sealed_before_the_first_card(room: Room) -> None:
    session = await room.open(terms(), ANNA, BO)
    await session.start(ANNA)
    assert session.hand is not None
    first = session.hand.setup.commitment
    await room.says(session, Fold())
    await session.start(ANNA)
    assert len(first) == 64
    assert session.hand.setup.commitment not in ("", first)
