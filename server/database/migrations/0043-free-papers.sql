-- How students move through a paper: forward, or free.
ALTER TABLE exams ADD COLUMN navigation TEXT NOT NULL DEFAULT 'forward';
-- What a student did in a free paper besides the answers that stand, one row a question. Each part has
-- the sequence it was sent with: a change with a lower one comes too late.
CREATE TABLE question_progress (
  attempt_id TEXT NOT NULL REFERENCES attempts (id) ON DELETE CASCADE,
  question_id TEXT NOT NULL,
  -- When the answer was last taken back.
  cleared_sequence BIGINT,
  -- 1 if it is marked for review, 0 if it was.
  is_marked INTEGER,
  mark_sequence BIGINT,
  -- When it was last shown.
  seen_sequence BIGINT,
  PRIMARY KEY (attempt_id, question_id)
);
