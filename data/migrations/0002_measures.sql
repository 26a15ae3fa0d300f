-- More to be ranked by, who met whom, and what a guild has settled for itself.

DROP TRIGGER results_come;
DROP TRIGGER results_go;
DROP TRIGGER results_change;
DROP TABLE days;

-- One result in the columns that are summed. mbb: thousandths of a big blind won; pot: chips won; best: the hand that won at
-- a showdown, in the numbers of its game's ranking; common: the same where that is the ranking which most games share.
CREATE VIEW measured AS
    SELECT hand, guild, member, game, at, net,
        CAST(round(net * 1000.0 / max(big_blind, 1)) AS INTEGER) AS mbb, won AS pot,
        CAST(json_extract(facts, '$.value') AS INTEGER) AS best,
        CASE json_extract(facts, '$.ranking') WHEN 'high' THEN CAST(json_extract(facts, '$.value') AS INTEGER) END AS common,
        CAST(coalesce(json_extract(facts, '$.won_there'), 0) AS INTEGER) AS showdowns, 2520 / (opponents + 1) AS share
    FROM results;

-- Results summed by game (empty: all games) over spans of 1, 8, 64 and 512 UTC days, so that a leaderboard of years reads a
-- few spans and no hands. `start` is the day with which the span begins, from 1970. share: the parts of hands that are the
-- member's, in 2520ths, which all numbers of seats up to ten divide: over all members they add up to hands.
CREATE TABLE sums (
    guild     INTEGER NOT NULL,
    game      TEXT    NOT NULL,
    span      INTEGER NOT NULL,
    start     INTEGER NOT NULL,
    member    INTEGER NOT NULL,
    hands     INTEGER NOT NULL,
    net       INTEGER NOT NULL,
    mbb       INTEGER NOT NULL,
    pot       INTEGER NOT NULL,
    best      INTEGER,
    showdowns INTEGER NOT NULL,
    share     INTEGER NOT NULL,
    PRIMARY KEY (guild, game, span, start, member)
) STRICT, WITHOUT ROWID;

CREATE INDEX sums_of_member ON sums (guild, member, game, span, start);

-- The eight rows of `sums` that a result is part of.
CREATE VIEW parts AS
    SELECT hand, guild, CASE named WHEN 1 THEN game ELSE '' END AS game, span,
        CAST(at / 86400 AS INTEGER) / span * span AS start, member, net, mbb, pot,
        CASE named WHEN 1 THEN best ELSE common END AS best, showdowns, share
    FROM measured, (SELECT 1 AS span UNION ALL SELECT 8 UNION ALL SELECT 64 UNION ALL SELECT 512), (SELECT 0 AS named UNION ALL SELECT 1);

CREATE VIEW summed AS
    SELECT guild, game, span, start, member, count(*) AS hands, sum(net) AS net, sum(mbb) AS mbb, max(pot) AS pot,
        max(best) AS best, sum(showdowns) AS showdowns, sum(share) AS share
    FROM parts GROUP BY guild, game, span, start, member;

INSERT INTO sums SELECT * FROM summed;

-- Results come, and may be given another member, all of one member's together. Who changes them otherwise sums them again.
CREATE TRIGGER results_come AFTER INSERT ON results BEGIN
    INSERT INTO sums
        SELECT guild, game, span, start, member, 1, net, mbb, pot, best, showdowns, share FROM parts
        WHERE hand = NEW.hand AND member = NEW.member
    ON CONFLICT DO UPDATE SET hands = hands + 1, net = net + excluded.net, mbb = mbb + excluded.mbb,
        pot = max(pot, excluded.pot), best = coalesce(max(best, excluded.best), best, excluded.best),
        showdowns = showdowns + excluded.showdowns, share = share + excluded.share;
END;

-- Who met whom, and when last: a board asks how many others a member has played with.
CREATE TABLE opponents (
    guild    INTEGER NOT NULL,
    member   INTEGER NOT NULL,
    opponent INTEGER NOT NULL CHECK (opponent <> member),
    last     REAL    NOT NULL,
    PRIMARY KEY (guild, member, opponent)
) STRICT, WITHOUT ROWID;

CREATE INDEX opponents_lately ON opponents (guild, member, last);
CREATE INDEX opponents_met ON opponents (guild, opponent);

CREATE VIEW met AS
    SELECT one.guild, one.member, other.member AS opponent, max(one.at) AS last
    FROM results one JOIN results other ON other.hand = one.hand AND other.member <> one.member
    GROUP BY one.guild, one.member, other.member;

INSERT INTO opponents SELECT * FROM met;

CREATE TRIGGER results_meet AFTER INSERT ON results BEGIN
    INSERT INTO opponents SELECT guild, NEW.member, member, NEW.at FROM results
        WHERE hand = NEW.hand AND member <> NEW.member
        ON CONFLICT DO UPDATE SET last = max(last, excluded.last);
    INSERT INTO opponents SELECT guild, member, NEW.member, NEW.at FROM results
        WHERE hand = NEW.hand AND member <> NEW.member
        ON CONFLICT DO UPDATE SET last = max(last, excluded.last);
END;

CREATE TRIGGER results_rename AFTER UPDATE OF member ON results WHEN NEW.member <> OLD.member BEGIN
    UPDATE sums SET member = NEW.member WHERE guild = OLD.guild AND member = OLD.member;
    UPDATE opponents SET member = NEW.member WHERE guild = OLD.guild AND member = OLD.member;
    UPDATE opponents SET opponent = NEW.member WHERE guild = OLD.guild AND opponent = OLD.member;
END;

CREATE TABLE guilds (
    guild    INTEGER PRIMARY KEY CHECK (guild <> 0),
    settings TEXT    NOT NULL CHECK (json_valid(settings))
) STRICT;
