-- When a match ended: for a while it can be reopened, also after a restart of the program. Of those before this it isn't
-- known, so they stay ended.
-- depends: 0012.one-host

ALTER TABLE match ADD COLUMN ended INTEGER;                 -- in ms; NULL while it is live
CREATE INDEX matches_by_end ON match (ended) WHERE ended IS NOT NULL;
