-- A match that goes on in other channels: which it had before, so that the record stays whole.
-- depends: 0001.the-record

CREATE TABLE moved (
    match INTEGER NOT NULL REFERENCES match (id),
    cause INTEGER NOT NULL,
    place TEXT NOT NULL CHECK (place IN ('dm', 'dmo', 'candidate')),
    channel INTEGER NOT NULL,           -- the channel that it had until then
    PRIMARY KEY (match, cause, place),
    FOREIGN KEY (match, cause) REFERENCES cause (match, number)
);
CREATE TRIGGER moves_are_never_changed BEFORE UPDATE ON moved
BEGIN SELECT RAISE(ABORT, 'moves are never changed'); END;
CREATE TRIGGER moves_are_never_removed BEFORE DELETE ON moved
BEGIN SELECT RAISE(ABORT, 'moves are never removed'); END;
