-- Answers that arrived after their attempt was over: they count only once they are accepted.
CREATE TABLE late_answers (
  attempt_id TEXT NOT NULL REFERENCES attempts (id) ON DELETE CASCADE,
  question_id TEXT NOT NULL,
  answer TEXT NOT NULL,
  -- When it was chosen, by the device, in milliseconds.
  sequence BIGINT NOT NULL,
  received_at BIGINT NOT NULL,
  -- accepted, left-out or reopened; null until somebody decides.
  decision TEXT,
  decided_at BIGINT,
  -- The answer that it took the place of, as JSON with its sequence.
  replaced TEXT,
  PRIMARY KEY (attempt_id, question_id)
);
CREATE INDEX late_answers_undecided ON late_answers (attempt_id) WHERE decision IS NULL;
