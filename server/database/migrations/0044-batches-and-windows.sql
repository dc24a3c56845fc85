-- Students who learn together. Days are dates at the institute, like 2026-11-21; deleted ones can be
-- restored for 30 days, as exams and students can.
CREATE TABLE batches (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  name_key SORTED_TEXT NOT NULL,
  course TEXT NOT NULL,
  start_day SORTED_TEXT NOT NULL,
  end_day SORTED_TEXT NOT NULL,
  -- Null where nobody counts them.
  seats INTEGER,
  created_at BIGINT NOT NULL,
  deleted_at BIGINT,
  version INTEGER NOT NULL DEFAULT 1
);
CREATE UNIQUE INDEX batches_name ON batches (name_key) WHERE deleted_at IS NULL;

CREATE TABLE batch_students (
  batch_id TEXT NOT NULL REFERENCES batches (id) ON DELETE CASCADE,
  student_id TEXT NOT NULL REFERENCES students (id) ON DELETE CASCADE,
  added_at BIGINT NOT NULL,
  PRIMARY KEY (batch_id, student_id)
);
CREATE INDEX batch_students_student ON batch_students (student_id, batch_id);

-- Who may start an exam, and when; an exam without windows is for everyone, from its release. A batch
-- that a window names cannot be erased: the exam would lose its window, and so be open to everyone.
CREATE TABLE exam_windows (
  id TEXT PRIMARY KEY,
  exam_id TEXT NOT NULL REFERENCES exams (id) ON DELETE CASCADE,
  audience TEXT NOT NULL,
  batch_id TEXT REFERENCES batches (id),
  opens_at BIGINT NOT NULL,
  closes_at BIGINT NOT NULL,
  -- The last moment to start; null: until it closes.
  latest_entry_at BIGINT,
  -- 1 if running attempts end when it closes.
  ends_at_closing INTEGER NOT NULL,
  created_at BIGINT NOT NULL,
  version INTEGER NOT NULL DEFAULT 1
);
CREATE INDEX exam_windows_exam ON exam_windows (exam_id, opens_at);
CREATE INDEX exam_windows_batch ON exam_windows (batch_id, opens_at) WHERE batch_id IS NOT NULL;
CREATE INDEX exam_windows_everyone ON exam_windows (exam_id) WHERE audience = 'everyone';

-- The students that a window names.
CREATE TABLE exam_window_students (
  window_id TEXT NOT NULL REFERENCES exam_windows (id) ON DELETE CASCADE,
  student_id TEXT NOT NULL REFERENCES students (id) ON DELETE CASCADE,
  PRIMARY KEY (window_id, student_id)
);
CREATE INDEX exam_window_students_student ON exam_window_students (student_id, window_id);
