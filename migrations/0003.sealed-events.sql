-- A seal on each event: its hash, chained to that of the event before it, so that nobody can change a match unseen.
-- Events written before this have none yet; the program gives it to them when it opens the record.
-- depends: 0002.moved-matches

CREATE TABLE seal (
    match INTEGER NOT NULL,
    number INTEGER NOT NULL,            -- of the event
    hash TEXT NOT NULL CHECK (length(hash) = 64),
    PRIMARY KEY (match, number),
    FOREIGN KEY (match, number) REFERENCES event (match, number)
);
CREATE TRIGGER seals_are_never_changed BEFORE UPDATE ON seal
BEGIN SELECT RAISE(ABORT, 'seals are never changed'); END;
CREATE TRIGGER seals_are_never_removed BEFORE DELETE ON seal
BEGIN SELECT RAISE(ABORT, 'seals are never removed'); END;
