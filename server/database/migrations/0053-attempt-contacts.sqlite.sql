-- When a running attempt was last heard of, and what its page told; written every few seconds, so that
-- a restart knows it.
CREATE TABLE attempt_contacts (
  attempt_id TEXT PRIMARY KEY REFERENCES attempts (id) ON DELETE CASCADE,
  last_at BIGINT NOT NULL,
  away_at BIGINT,
  waiting INTEGER NOT NULL DEFAULT 0
);
