-- Which channels the program made for a match, so that nothing is ever done with any other once it has ended.
-- Of the matches before this it isn't known, so their channels stay as they are.
-- depends: 0009.people

CREATE TABLE made_channel (
    match INTEGER NOT NULL REFERENCES match (id),
    number INTEGER NOT NULL,            -- in the order in which they were made; a category comes before its channels
    channel INTEGER NOT NULL,
    PRIMARY KEY (match, number)
) WITHOUT ROWID;
