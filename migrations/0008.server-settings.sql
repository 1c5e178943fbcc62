-- What a server has set for itself, by name; whatever is not here is as shipped, or as the files say.
-- depends: 0007.rehearsals

CREATE TABLE server_setting (
    server INTEGER NOT NULL,
    name TEXT NOT NULL,
    value TEXT NOT NULL,                -- JSON
    PRIMARY KEY (server, name)
) WITHOUT ROWID;
