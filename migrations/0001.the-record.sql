-- The record of matches: events that are only ever added, what caused them, and what is owed to whom.
-- depends:

CREATE TABLE house (
    salt TEXT NOT NULL,                 -- sets this database's delivery nonces apart from another's
    commands_shape TEXT                 -- the shape of the slash commands that were synced last
);
INSERT INTO house (salt) VALUES (lower(hex(randomblob(3))));

CREATE TABLE server (
    id INTEGER PRIMARY KEY,
    hosts_role INTEGER                  -- NULL: whoever may manage the server is a host
);

CREATE TABLE match (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    server INTEGER NOT NULL,
    dm_channel INTEGER NOT NULL,
    version INTEGER NOT NULL,           -- of the form in which its events are written
    is_live INTEGER NOT NULL DEFAULT 1 CHECK (is_live IN (0, 1))
);
CREATE UNIQUE INDEX one_live_match_per_dm_channel ON match (dm_channel) WHERE is_live;

-- Who sits where stands beside the events, not in them.
CREATE TABLE chair (
    match INTEGER NOT NULL REFERENCES match (id),
    seat TEXT NOT NULL CHECK (seat IN ('dmo', 'candidate')),
    person INTEGER NOT NULL,
    name TEXT NOT NULL,
    channel INTEGER NOT NULL,
    PRIMARY KEY (match, seat)
);

CREATE TABLE cause (
    match INTEGER NOT NULL REFERENCES match (id),
    number INTEGER NOT NULL,
    key TEXT NOT NULL,                  -- m:<message> e:<message>:<edited> i:<interaction> t:<generation>:<due ms>
    person INTEGER,                     -- NULL: the house
    PRIMARY KEY (match, number),
    UNIQUE (match, key)
);

CREATE TABLE event (
    match INTEGER NOT NULL REFERENCES match (id),
    number INTEGER NOT NULL,
    cause INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (match, number),
    FOREIGN KEY (match, cause) REFERENCES cause (match, number)
);
CREATE TRIGGER events_are_never_changed BEFORE UPDATE ON event
BEGIN SELECT RAISE(ABORT, 'events are never changed'); END;
CREATE TRIGGER events_are_never_removed BEFORE DELETE ON event
BEGIN SELECT RAISE(ABORT, 'events are never removed'); END;

CREATE TABLE delivery (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    match INTEGER NOT NULL REFERENCES match (id),
    cause INTEGER NOT NULL,
    audience TEXT NOT NULL,
    body TEXT NOT NULL,
    nonce TEXT NOT NULL UNIQUE CHECK (length(nonce) <= 25),
    message INTEGER,                    -- NULL: still owed
    FOREIGN KEY (match, cause) REFERENCES cause (match, number)
);
CREATE INDEX deliveries_owed ON delivery (match) WHERE message IS NULL;
