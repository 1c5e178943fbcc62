-- What of its channels belongs to a match: what came after message number `since`, 0 where that is not known. And the
-- last message of a player's that was heard in each channel: what came after it while the program did not listen is
-- read from the channel's history.
-- Nonces can be seen by others, so what they are made with has to be too long to guess.
-- depends: 0004.a-lease

UPDATE house SET salt = lower(hex(randomblob(16)));

ALTER TABLE match ADD COLUMN since INTEGER NOT NULL DEFAULT 0;

CREATE TABLE seen (
    match INTEGER NOT NULL REFERENCES match (id),
    channel INTEGER NOT NULL,
    message INTEGER NOT NULL,
    PRIMARY KEY (match, channel)
);
