-- More to be ranked by, who met whom, and what a guild has settled for itself.

DROP TRIGGER results_come;
DROP TRIGGER results_go;
DROP TRIGGER results_change;
DROP TABLE days;

-- mbb: thousandths of a big blind won; pot: most chips won in one hand; best: the strongest hand that won at a showdown,
-- in the numbers of its game's ranking; showdowns: how many were won.
CREATE TABLE days (
    guild     INTEGER NOT NULL,
    day       INTEGER NOT NULL,
    member    INTEGER NOT NULL,
    game      TEXT    NOT NULL,
    hands     INTEGER NOT NULL,
    net       INTEGER NOT NULL,
    mbb       INTEGER NOT NULL,
    pot       INTEGER NOT NULL,
    best      INTEGER,
    showdowns INTEGER NOT NULL,
    PRIMARY KEY (guild, day, member, game)
) STRICT, WITHOUT ROWID;

CREATE INDEX days_of_member ON days (guild, member, day);

-- One result in the columns that are summed.
CREATE VIEW measured AS
    SELECT hand, guild, CAST(at / 86400 AS INTEGER) AS day, member, game, at, net,
        CAST(round(net * 1000.0 / max(big_blind, 1)) AS INTEGER) AS mbb, won AS pot,
        CAST(json_extract(facts, '$.value') AS INTEGER) AS best,
        CAST(coalesce(json_extract(facts, '$.won_there'), 0) AS INTEGER) AS showdowns
    FROM results;

CREATE VIEW summed AS
    SELECT guild, day, member, game, count(*) AS hands, sum(net) AS net, sum(mbb) AS mbb, max(pot) AS pot,
        max(best) AS best, sum(showdowns) AS showdowns
    FROM measured GROUP BY guild, day, member, game;

INSERT INTO days SELECT * FROM summed;

CREATE TRIGGER results_come AFTER INSERT ON results BEGIN
    INSERT INTO days
        SELECT guild, day, member, game, 1, net, mbb, pot, best, showdowns FROM measured
        WHERE hand = NEW.hand AND member = NEW.member
    ON CONFLICT DO UPDATE SET hands = hands + 1, net = net + excluded.net, mbb = mbb + excluded.mbb,
        pot = max(pot, excluded.pot), best = coalesce(max(best, excluded.best), best, excluded.best),
        showdowns = showdowns + excluded.showdowns;
END;

-- The largest of a day cannot be taken back, so the day is summed again.
CREATE TRIGGER results_go AFTER DELETE ON results BEGIN
    DELETE FROM days WHERE guild = OLD.guild AND day = CAST(OLD.at / 86400 AS INTEGER) AND member = OLD.member AND game = OLD.game;
    INSERT INTO days
        SELECT guild, day, member, game, count(*), sum(net), sum(mbb), max(pot), max(best), sum(showdowns) FROM measured
        WHERE guild = OLD.guild AND member = OLD.member AND game = OLD.game
            AND at >= CAST(OLD.at / 86400 AS INTEGER) * 86400 AND at < (CAST(OLD.at / 86400 AS INTEGER) + 1) * 86400
        GROUP BY guild, day, member, game;
END;
CREATE TRIGGER results_change AFTER UPDATE ON results BEGIN
    DELETE FROM days WHERE guild = OLD.guild AND day = CAST(OLD.at / 86400 AS INTEGER) AND member = OLD.member AND game = OLD.game;
    INSERT INTO days
        SELECT guild, day, member, game, count(*), sum(net), sum(mbb), max(pot), max(best), sum(showdowns) FROM measured
        WHERE guild = OLD.guild AND member = OLD.member AND game = OLD.game
            AND at >= CAST(OLD.at / 86400 AS INTEGER) * 86400 AND at < (CAST(OLD.at / 86400 AS INTEGER) + 1) * 86400
        GROUP BY guild, day, member, game;
    DELETE FROM days WHERE guild = NEW.guild AND day = CAST(NEW.at / 86400 AS INTEGER) AND member = NEW.member AND game = NEW.game;
    INSERT INTO days
        SELECT guild, day, member, game, count(*), sum(net), sum(mbb), max(pot), max(best), sum(showdowns) FROM measured
        WHERE guild = NEW.guild AND member = NEW.member AND game = NEW.game
            AND at >= CAST(NEW.at / 86400 AS INTEGER) * 86400 AND at < (CAST(NEW.at / 86400 AS INTEGER) + 1) * 86400
        GROUP BY guild, day, member, game;
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
    UPDATE opponents SET member = NEW.member WHERE guild = OLD.guild AND member = OLD.member;
    UPDATE opponents SET opponent = NEW.member WHERE guild = OLD.guild AND opponent = OLD.member;
END;

CREATE INDEX opponents_met ON opponents (guild, opponent);

-- How many hands a guild has played since a moment.
CREATE INDEX hands_over ON hands (guild, ended, status, game);

CREATE TABLE guilds (
    guild    INTEGER PRIMARY KEY CHECK (guild <> 0),
    settings TEXT    NOT NULL CHECK (json_valid(settings))
) STRICT;
