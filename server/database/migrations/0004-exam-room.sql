-- What the browser saw while a student sat: `at` by the server's clock, as well as the browser knew it.
CREATE TABLE attempt_events (
  id TEXT PRIMARY KEY,
  attempt_id TEXT NOT NULL REFERENCES attempts (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  at BIGINT NOT NULL,
  received_at BIGINT NOT NULL,
  duration_ms BIGINT
);
CREATE INDEX attempt_events_attempt ON attempt_events (attempt_id, at);

-- One attempt more than the test allows, for one student.
CREATE TABLE grants (
  id TEXT PRIMARY KEY,
  exam_id TEXT NOT NULL REFERENCES exams (id) ON DELETE CASCADE,
  student_id TEXT NOT NULL REFERENCES students (id) ON DELETE CASCADE,
  created_at BIGINT NOT NULL
);
CREATE INDEX grants_student ON grants (student_id, exam_id);

ALTER TABLE attempts ADD COLUMN reopened_at BIGINT;
