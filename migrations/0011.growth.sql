-- Nothing that is done in play, or at a start, looks through what grows with all that has ever been played.
-- Each delivery has its number among those of its match to that audience, which stands in its mark. Which channels have
-- still to be done with is noted beside them, and whether every event has its seal beside the salt.
-- depends: 0010.made-channels

ALTER TABLE delivery ADD COLUMN number INTEGER NOT NULL DEFAULT 0;

CREATE TABLE numbered (id INTEGER PRIMARY KEY, number INTEGER NOT NULL);
INSERT INTO numbered SELECT id, row_number() OVER (PARTITION BY match, audience ORDER BY id) FROM delivery;
UPDATE delivery SET number = (SELECT number FROM numbered WHERE numbered.id = delivery.id);
DROP TABLE numbered;

CREATE UNIQUE INDEX deliveries_to_an_audience ON delivery (match, audience, number);

ALTER TABLE made_channel ADD COLUMN is_put_away INTEGER NOT NULL DEFAULT 0;
UPDATE made_channel SET is_put_away = 1 WHERE match IN (SELECT match FROM cause WHERE key = 'a:put-away');
CREATE INDEX made_channels_to_put_away ON made_channel (match) WHERE NOT is_put_away;

CREATE INDEX rehearsals_by_change ON rehearsal_match (change);

ALTER TABLE house ADD COLUMN is_sealed INTEGER NOT NULL DEFAULT 0;
UPDATE house SET is_sealed = NOT EXISTS (
    SELECT 1 FROM event
    WHERE NOT EXISTS (SELECT 1 FROM seal WHERE seal.match = event.match AND seal.number = event.number)
);
