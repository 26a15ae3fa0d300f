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
    SELECT guild, CAST(at / 86400 AS INTEGER) AS day, member, game, at, net,
        CAST(round(net * 1000.0 / max(big_blind, 1)) AS INTEGER) AS mbb, won AS pot,
        CAST(json_extract(facts, '$.value') AS INTEGER) AS best,
        CAST(coalesce(json_extract(facts, '$.won_there'), 0) AS INTEGER) AS showdowns
    FROM results;

CREATE VIEW summed AS
    SELECT guild, day, member, game, count(*) AS hands, sum(net) AS net, sum(mbb) AS mbb, max(pot) AS pot,
        max(best) AS best, sum(showdowns) AS showdowns
    FROM measured GROUP BY guild, day, member, game;

INSERT INTO days SELECT * FROM summed;

-- A day is summed again when one of its results comes, goes or changes; there are few results in a member's day.
CREATE TRIGGER results_come AFTER INSERT ON results BEGIN
    INSERT INTO days
        SELECT guild, day, member, game, 1, net, mbb, pot, best, showdowns FROM measured
        WHERE guild = NEW.guild AND member = NEW.member AND at = NEW.at AND game = NEW.game
        ORDER BY 1 LIMIT 0;
END;
