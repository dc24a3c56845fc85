-- When the clock of an attempt was stopped by the institute; null while it runs.
ALTER TABLE attempts ADD COLUMN paused_at BIGINT;
-- The pauses that are over, in sum: by so much a window closes later for this attempt.
ALTER TABLE attempts ADD COLUMN paused_ms BIGINT NOT NULL DEFAULT 0;
-- Counts changes of its time, so that a device knows the newest of two replies.
ALTER TABLE attempts ADD COLUMN time_changes INTEGER NOT NULL DEFAULT 0;
-- Messages that their student has not put away.
ALTER TABLE attempts ADD COLUMN open_messages INTEGER NOT NULL DEFAULT 0;

-- What staff did to running attempts from the live screen, kept so that it can be undone.
CREATE TABLE live_actions (
  id TEXT PRIMARY KEY,
  exam_id TEXT NOT NULL REFERENCES exams (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  minutes INTEGER,
  reason TEXT NOT NULL,
  -- For whom it could not be done and why, as JSON.
  not_done TEXT NOT NULL,
  actor_id TEXT,
  -- For the audit log, until it is carried out.
  actor_address TEXT,
  acted_at BIGINT NOT NULL,
  undo_until BIGINT NOT NULL,
  -- An end waits until it can no longer be undone; everything else is carried out at once.
  state TEXT NOT NULL
);
CREATE INDEX live_actions_by_exam ON live_actions (exam_id, undo_until);
CREATE INDEX live_actions_waiting ON live_actions (undo_until) WHERE state = 'waiting';

CREATE TABLE live_action_attempts (
  action_id TEXT NOT NULL REFERENCES live_actions (id) ON DELETE CASCADE,
  attempt_id TEXT NOT NULL REFERENCES attempts (id) ON DELETE CASCADE,
  -- In own words, where the reason is none of the list. Words lie here, so that they are erased with
  -- the person they are about.
  reason_text TEXT,
  message TEXT,
  -- Null while an end or a reopening waits.
  carried_out_at BIGINT,
  -- When its student put the message away; null without a message, too.
  put_away_at BIGINT,
  PRIMARY KEY (action_id, attempt_id)
);
CREATE INDEX live_action_attempts_by_attempt ON live_action_attempts (attempt_id);
