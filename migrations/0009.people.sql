-- Somebody else plays on in a seat: since which message's id whoever sits there has sat there, and who did before.
-- Nothing keeps a name from being changed here: whoever has played may ask to be forgotten.
-- depends: 0008.server-settings

ALTER TABLE chair ADD COLUMN since INTEGER NOT NULL DEFAULT 0;

CREATE TABLE sat (
    match INTEGER NOT NULL REFERENCES match (id),
    cause INTEGER NOT NULL,             -- what has let somebody else sit there
    seat TEXT NOT NULL CHECK (seat IN ('dmo', 'candidate')),
    person INTEGER NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (match, cause, seat),
    FOREIGN KEY (match, cause) REFERENCES cause (match, number)
);
