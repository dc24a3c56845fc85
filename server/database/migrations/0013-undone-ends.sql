-- Ends that an admin undid by reopening: what an attempt's story tells besides its last one.
CREATE TABLE undone_ends (
  id TEXT PRIMARY KEY,
  attempt_id TEXT NOT NULL REFERENCES attempts (id) ON DELETE CASCADE,
  finished_at BIGINT NOT NULL,
  finish_reason TEXT NOT NULL,
  reopened_at BIGINT NOT NULL
);
CREATE INDEX undone_ends_attempt ON undone_ends (attempt_id, reopened_at);
