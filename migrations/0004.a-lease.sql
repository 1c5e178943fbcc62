-- One house per database: who hosts from it now. A row while somebody does, no row while nobody does.
-- depends: 0003.sealed-events

CREATE TABLE lease (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    token TEXT NOT NULL,                -- of the holder; each writing transaction looks whether it is still there
    beats INTEGER NOT NULL,             -- counted up by the holder as long as it lives
    host TEXT NOT NULL,
    process INTEGER NOT NULL,
    since TEXT NOT NULL,                -- these two by the holder's own clock, for people to read;
    heard TEXT NOT NULL                 -- nothing is decided by them
);
