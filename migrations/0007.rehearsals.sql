-- Rehearsals: what Discord keeps elsewhere. The channels of a match, the links by which one looks at it, who plays in
-- the program's stead, and what the page shows of the table.
-- depends: 0006.readers

CREATE TABLE rehearsal (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    director TEXT NOT NULL,             -- the secret in the link of the page on which matches are set up
    port INTEGER                        -- on which it was served last, so that open pages find it again
);

CREATE TABLE rehearsal_match (
    match INTEGER PRIMARY KEY REFERENCES match (id),
    links TEXT NOT NULL,                -- JSON: the secret of each view's link
    players TEXT NOT NULL,              -- JSON: for each seat that the program plays, which player it puts there
    change INTEGER NOT NULL,            -- the number of the table's last change, counted with those of the messages
    board TEXT NOT NULL                 -- JSON: the table as it is shown to all
);

CREATE TABLE rehearsal_message (
    id INTEGER PRIMARY KEY,             -- made like one of Discord's: the time in ms, and a counter
    match INTEGER NOT NULL REFERENCES match (id),
    channel INTEGER NOT NULL,
    change INTEGER NOT NULL UNIQUE,     -- the number of its last change; it only ever grows
    sender TEXT NOT NULL CHECK (sender IN ('bot', 'host', 'dmo', 'candidate')),
    private_to TEXT CHECK (private_to IN ('dmo', 'candidate')),
    nonce TEXT UNIQUE,                  -- what was sent twice bears the same one
    mark TEXT,
    edited INTEGER,                     -- ms; NULL: never
    is_deleted INTEGER NOT NULL DEFAULT 0 CHECK (is_deleted IN (0, 1)),
    body TEXT NOT NULL                  -- JSON: what there is to read and to press
);
CREATE INDEX rehearsal_messages_by_channel ON rehearsal_message (channel, id);
