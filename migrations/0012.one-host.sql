-- Who hosts is told by a lock beside the file; here stands only by which token the host may write.
-- depends: 0004.a-lease

DROP TABLE lease;
CREATE TABLE lease (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    token TEXT NOT NULL                 -- each writing transaction looks whether it is still there
);
