-- Which match was played in a channel, also when it has ended: whoever gives a command there is told that it has.
-- depends: 0013.ended-matches

CREATE INDEX matches_by_dm_channel ON match (dm_channel);
CREATE INDEX chairs_by_channel ON chair (channel);
