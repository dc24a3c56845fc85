-- Set on an attempt that is kept and counts nowhere.
ALTER TABLE attempts ADD COLUMN voided_at BIGINT;
-- What staff decided about an incident, one row an attempt. An incident is found anew from what is
-- recorded of its attempt; its id is that of what was recorded first.
CREATE TABLE incident_decisions (
  incident_id TEXT PRIMARY KEY,
  attempt_id TEXT NOT NULL REFERENCES attempts (id) ON DELETE CASCADE,
  -- One press.
  decision_id TEXT NOT NULL,
  -- The incidents it was shown with.
  group_id TEXT NOT NULL,
  outcome TEXT NOT NULL,
  why TEXT NOT NULL,
  given_ms BIGINT,
  decided_at BIGINT NOT NULL,
  -- An account.
  decided_by TEXT
);
CREATE INDEX incident_decisions_attempt ON incident_decisions (attempt_id);
CREATE INDEX incident_decisions_decision ON incident_decisions (decision_id);
-- What a student says of an incident, in one sentence.
CREATE TABLE incident_statements (
  incident_id TEXT PRIMARY KEY,
  attempt_id TEXT NOT NULL REFERENCES attempts (id) ON DELETE CASCADE,
  text TEXT NOT NULL,
  written_at BIGINT NOT NULL
);
CREATE INDEX incident_statements_attempt ON incident_statements (attempt_id);
-- The list of incidents looks back over all exams.
CREATE INDEX attempt_events_time ON attempt_events (at);
CREATE INDEX attempts_by_reason ON attempts (finish_reason, finished_at);
CREATE INDEX undone_ends_time ON undone_ends (finished_at);
