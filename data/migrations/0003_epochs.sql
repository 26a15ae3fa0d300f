-- Restored backups, and servers that we were sent away from.

-- Each time a backup was put in the place of the database. What happened after `made`, the last moment that the backup knows,
-- is lost. settled: when its tables had been made ready for play.
CREATE TABLE epochs (
    number  INTEGER PRIMARY KEY,
    made    REAL NOT NULL,
    at      REAL NOT NULL,
    source  TEXT NOT NULL,
    settled REAL
) STRICT;

-- Servers that we are no longer on, since when, and whether all that is theirs is being deleted in the transaction that runs.
CREATE TABLE absences (
    guild   INTEGER PRIMARY KEY CHECK (guild <> 0),
    since   REAL    NOT NULL,
    erasing INTEGER NOT NULL DEFAULT 0 CHECK (erasing IN (0, 1))
) STRICT;

-- The one way out of the append-only tables: a whole server goes (RELIABILITY 52), and the log of guild 0 says that it went.
DROP TRIGGER transfers_last;
DROP TRIGGER postings_last;
DROP TRIGGER audit_lasts;
CREATE TRIGGER transfers_last BEFORE DELETE ON transfers
    WHEN NOT EXISTS (SELECT 1 FROM absences WHERE guild = OLD.guild AND erasing = 1)
    BEGIN SELECT RAISE (ABORT, 'transfers are append-only'); END;
CREATE TRIGGER postings_last BEFORE DELETE ON postings
    WHEN NOT EXISTS (
        SELECT 1 FROM transfers t JOIN absences a ON a.guild = t.guild WHERE t.id = OLD.transfer_id AND a.erasing = 1)
    BEGIN SELECT RAISE (ABORT, 'postings are append-only'); END;
CREATE TRIGGER audit_lasts BEFORE DELETE ON audit
    WHEN NOT EXISTS (SELECT 1 FROM absences WHERE guild = OLD.guild AND erasing = 1)
    BEGIN SELECT RAISE (ABORT, 'the audit log is append-only'); END;
