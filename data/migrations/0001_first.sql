-- Times are UTC seconds, chips are whole numbers, 0 stands for "none" in ids.

-- Chips: who has how many, and every movement that made it so.

CREATE TABLE accounts (
    id       INTEGER PRIMARY KEY,
    kind     TEXT    NOT NULL CHECK (kind IN ('house', 'bankroll', 'stack', 'pot', 'departed')),
    guild    INTEGER NOT NULL CHECK (guild <> 0),
    member   INTEGER NOT NULL DEFAULT 0,
    table_id INTEGER NOT NULL DEFAULT 0,
    balance  INTEGER NOT NULL DEFAULT 0 CHECK (balance >= 0 OR kind = 'house'),
    UNIQUE (kind, guild, member, table_id),
    CHECK ((member <> 0) = (kind IN ('bankroll', 'stack')) OR kind = 'departed'),
    CHECK ((table_id <> 0) = (kind IN ('stack', 'pot')) OR kind = 'departed')
) STRICT;

CREATE INDEX accounts_of_member ON accounts (guild, kind, member, balance);
CREATE INDEX accounts_of_table ON accounts (table_id, kind) WHERE table_id <> 0;

CREATE TABLE transfers (
    id          INTEGER PRIMARY KEY,
    guild       INTEGER NOT NULL CHECK (guild <> 0),
    key         TEXT    NOT NULL UNIQUE CHECK (key <> ''),
    reason      TEXT    NOT NULL CHECK (reason <> ''),
    actor       INTEGER NOT NULL,
    note        TEXT    NOT NULL,
    interaction INTEGER NOT NULL,
    at          REAL    NOT NULL
) STRICT;

CREATE TABLE postings (
    transfer_id INTEGER NOT NULL REFERENCES transfers (id),
    account_id  INTEGER NOT NULL REFERENCES accounts (id),
    chips       INTEGER NOT NULL CHECK (chips <> 0 AND chips BETWEEN -1000000000000000 AND 1000000000000000),
    PRIMARY KEY (transfer_id, account_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX postings_of_account ON postings (account_id, transfer_id, chips);

-- The one change a transfer may see: who is forgotten leaves a number below zero, and a key that names nobody.
CREATE TRIGGER transfers_stay BEFORE UPDATE ON transfers
    WHEN NEW.id <> OLD.id OR NEW.guild <> OLD.guild OR NEW.reason <> OLD.reason OR NEW.note <> OLD.note
        OR NEW.interaction <> OLD.interaction OR NEW.at <> OLD.at
        OR (NEW.actor <> OLD.actor AND NEW.actor >= 0) OR (NEW.key <> OLD.key AND NEW.key NOT LIKE 'gone:%')
        OR (NEW.actor = OLD.actor AND NEW.key = OLD.key)
    BEGIN SELECT RAISE (ABORT, 'transfers are append-only'); END;
CREATE TRIGGER transfers_last BEFORE DELETE ON transfers
    BEGIN SELECT RAISE (ABORT, 'transfers are append-only'); END;
CREATE TRIGGER postings_stay BEFORE UPDATE ON postings
    BEGIN SELECT RAISE (ABORT, 'postings are append-only'); END;
CREATE TRIGGER postings_last BEFORE DELETE ON postings
    BEGIN SELECT RAISE (ABORT, 'postings are append-only'); END;

-- Play: tables, who sits there, hands and what was done in them.

CREATE TABLE tables (
    id      INTEGER PRIMARY KEY,
    guild   INTEGER NOT NULL CHECK (guild <> 0),
    channel INTEGER NOT NULL,
    host    INTEGER NOT NULL,
    name    TEXT    NOT NULL,
    config  TEXT    NOT NULL,
    state   TEXT    NOT NULL,
    is_open INTEGER NOT NULL CHECK (is_open IN (0, 1)),
    version INTEGER NOT NULL CHECK (version > 0),
    opened  REAL    NOT NULL,
    closed  REAL
) STRICT;

CREATE UNIQUE INDEX tables_open ON tables (channel) WHERE is_open = 1;

CREATE TABLE seats (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    seat     INTEGER NOT NULL CHECK (seat BETWEEN 1 AND 10),
    member   INTEGER NOT NULL CHECK (member <> 0),
    PRIMARY KEY (table_id, seat),
    UNIQUE (table_id, member)
) STRICT, WITHOUT ROWID;

CREATE TABLE hands (
    id       INTEGER PRIMARY KEY,
    table_id INTEGER NOT NULL REFERENCES tables (id),
    guild    INTEGER NOT NULL CHECK (guild <> 0),
    number   INTEGER NOT NULL CHECK (number > 0),
    game     TEXT    NOT NULL,
    setup    TEXT    NOT NULL,
    status   TEXT    NOT NULL CHECK (status IN ('live', 'ended', 'void')),
    version  INTEGER NOT NULL,
    deadline REAL    NOT NULL,
    result   TEXT    NOT NULL,
    started  REAL    NOT NULL,
    ended    REAL,
    UNIQUE (table_id, number)
) STRICT;

CREATE UNIQUE INDEX hands_live ON hands (table_id) WHERE status = 'live';
CREATE INDEX hands_of_guild ON hands (guild, started);

CREATE TABLE inputs (
    hand        INTEGER NOT NULL REFERENCES hands (id),
    place       INTEGER NOT NULL CHECK (place >= 0),
    text        TEXT    NOT NULL,
    interaction INTEGER NOT NULL,
    at          REAL    NOT NULL,
    hash        TEXT    NOT NULL CHECK (length(hash) = 64),
    PRIMARY KEY (hand, place)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX inputs_once ON inputs (interaction) WHERE interaction <> 0;

-- The one change an input may see: its seal is broken when the hand ends.
CREATE TRIGGER inputs_stay BEFORE UPDATE ON inputs
    WHEN OLD.text NOT LIKE 'sealed:%' OR NEW.hash <> OLD.hash OR NEW.hand <> OLD.hand OR NEW.place <> OLD.place
    BEGIN SELECT RAISE (ABORT, 'inputs are append-only'); END;

CREATE TABLE results (
    hand      INTEGER NOT NULL REFERENCES hands (id),
    guild     INTEGER NOT NULL CHECK (guild <> 0),
    member    INTEGER NOT NULL CHECK (member <> 0),
    seat      INTEGER NOT NULL,
    game      TEXT    NOT NULL,
    net       INTEGER NOT NULL,
    put_in    INTEGER NOT NULL,
    won       INTEGER NOT NULL,
    big_blind INTEGER NOT NULL,
    opponents INTEGER NOT NULL,
    facts     TEXT    NOT NULL CHECK (json_valid(facts)),
    at        REAL    NOT NULL,
    PRIMARY KEY (hand, member),
    UNIQUE (hand, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX results_by_time ON results (guild, at, member, game, net);
CREATE INDEX results_of_member ON results (guild, member, at, game, net);

-- Results summed by UTC day, so that a leaderboard of years reads days and not hands. Triggers keep it true.
CREATE TABLE days (
    guild  INTEGER NOT NULL,
    day    INTEGER NOT NULL,
    member INTEGER NOT NULL,
    game   TEXT    NOT NULL,
    hands  INTEGER NOT NULL,
    net    INTEGER NOT NULL,
    PRIMARY KEY (guild, day, member, game)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER results_come AFTER INSERT ON results BEGIN
    INSERT INTO days VALUES (NEW.guild, CAST(NEW.at / 86400 AS INTEGER), NEW.member, NEW.game, 1, NEW.net)
    ON CONFLICT DO UPDATE SET hands = hands + 1, net = net + excluded.net;
END;
CREATE TRIGGER results_go AFTER DELETE ON results BEGIN
    UPDATE days SET hands = hands - 1, net = net - OLD.net
    WHERE guild = OLD.guild AND day = CAST(OLD.at / 86400 AS INTEGER) AND member = OLD.member AND game = OLD.game;
END;
CREATE TRIGGER results_change AFTER UPDATE ON results BEGIN
    UPDATE days SET hands = hands - 1, net = net - OLD.net
    WHERE guild = OLD.guild AND day = CAST(OLD.at / 86400 AS INTEGER) AND member = OLD.member AND game = OLD.game;
    INSERT INTO days VALUES (NEW.guild, CAST(NEW.at / 86400 AS INTEGER), NEW.member, NEW.game, 1, NEW.net)
    ON CONFLICT DO UPDATE SET hands = hands + 1, net = net + excluded.net;
END;

-- Messages to speak after the commit.
CREATE TABLE outbox (
    id       INTEGER PRIMARY KEY,
    nonce    TEXT    NOT NULL UNIQUE,
    table_id INTEGER NOT NULL REFERENCES tables (id),
    hand     INTEGER NOT NULL,
    kind     TEXT    NOT NULL,
    member   INTEGER NOT NULL,
    at       REAL    NOT NULL,
    spoken   REAL
) STRICT;

CREATE INDEX outbox_pending ON outbox (table_id, id) WHERE spoken IS NULL;

-- People and the house's memory.

CREATE TABLE members (
    guild    INTEGER NOT NULL CHECK (guild <> 0),
    member   INTEGER NOT NULL CHECK (member <> 0),
    settings TEXT    NOT NULL CHECK (json_valid(settings)),
    PRIMARY KEY (guild, member)
) STRICT, WITHOUT ROWID;

CREATE TABLE seasons (
    guild    INTEGER NOT NULL CHECK (guild <> 0),
    number   INTEGER NOT NULL CHECK (number > 0),
    name     TEXT    NOT NULL,
    started  REAL    NOT NULL,
    ended    REAL    CHECK (ended >= started),
    standing TEXT    NOT NULL DEFAULT '[]' CHECK (json_valid(standing)),
    PRIMARY KEY (guild, number)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX seasons_running ON seasons (guild) WHERE ended IS NULL;

CREATE TABLE audit (
    id          INTEGER PRIMARY KEY,
    guild       INTEGER NOT NULL,
    actor       INTEGER NOT NULL,
    action      TEXT    NOT NULL CHECK (action <> ''),
    target      TEXT    NOT NULL,
    before      TEXT    NOT NULL,
    after       TEXT    NOT NULL,
    reason      TEXT    NOT NULL,
    interaction INTEGER NOT NULL,
    at          REAL    NOT NULL,
    hash        TEXT    NOT NULL CHECK (length(hash) = 64)
) STRICT;

CREATE INDEX audit_of_guild ON audit (guild, id);

CREATE TRIGGER audit_stays BEFORE UPDATE ON audit
    BEGIN SELECT RAISE (ABORT, 'the audit log is append-only'); END;
CREATE TRIGGER audit_lasts BEFORE DELETE ON audit
    BEGIN SELECT RAISE (ABORT, 'the audit log is append-only'); END;
