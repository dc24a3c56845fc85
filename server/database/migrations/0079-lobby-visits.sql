-- The last stay of a student in the lobby of an exam. The page calls now and then: without a call by
-- `until_at`, the student left after `seen_at`.
CREATE TABLE lobby_visits (
  exam_id TEXT NOT NULL REFERENCES exams (id) ON DELETE CASCADE,
  student_id TEXT NOT NULL REFERENCES students (id) ON DELETE CASCADE,
  since_at BIGINT NOT NULL,
  seen_at BIGINT NOT NULL,
  until_at BIGINT NOT NULL,
  PRIMARY KEY (exam_id, student_id)
);
CREATE INDEX lobby_visits_student ON lobby_visits (student_id);
