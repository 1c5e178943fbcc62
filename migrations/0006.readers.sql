-- Who else can read a submissions channel, as far as the hosts have been told: whoever is new gives an alarm.
-- depends: 0005.seen-messages

CREATE TABLE reader (
    match INTEGER NOT NULL REFERENCES match (id),
    seat TEXT NOT NULL CHECK (seat IN ('dmo', 'candidate')),
    person INTEGER NOT NULL,            -- 0: everybody in the server
    PRIMARY KEY (match, seat, person)
) WITHOUT ROWID;
