-- The register of a window that has opened, with the window as it was at the last update: the register
-- outlives a deleted window.
CREATE TABLE registers (
  window_id TEXT PRIMARY KEY,
  exam_id TEXT NOT NULL REFERENCES exams (id) ON DELETE CASCADE,
  audience TEXT NOT NULL,
  batch_id TEXT REFERENCES batches (id) ON DELETE SET NULL,
  opens_at BIGINT NOT NULL,
  closes_at BIGINT NOT NULL,
  latest_entry_at BIGINT,
  -- The number of decided students, including those erased since.
  decided INTEGER NOT NULL,
  -- 1 once no other student can come.
  is_complete INTEGER NOT NULL
);
CREATE INDEX registers_exam ON registers (exam_id);
CREATE INDEX registers_batch ON registers (batch_id) WHERE batch_id IS NOT NULL;

-- Students who came and students who were absent; each is decided once.
CREATE TABLE register_entries (
  window_id TEXT NOT NULL REFERENCES registers (window_id) ON DELETE CASCADE,
  student_id TEXT NOT NULL REFERENCES students (id) ON DELETE CASCADE,
  -- The attempt that the student came for; null if absent.
  attempt_id TEXT REFERENCES attempts (id) ON DELETE CASCADE,
  -- The last moment at which the student could have started.
  until_at BIGINT NOT NULL,
  PRIMARY KEY (window_id, student_id)
);
CREATE INDEX register_entries_student ON register_entries (student_id);
CREATE INDEX register_entries_attempt ON register_entries (attempt_id) WHERE attempt_id IS NOT NULL;

CREATE TABLE register_excuses (
  window_id TEXT NOT NULL REFERENCES registers (window_id) ON DELETE CASCADE,
  student_id TEXT NOT NULL REFERENCES students (id) ON DELETE CASCADE,
  reason TEXT NOT NULL,
  -- The id of an account.
  excused_by TEXT,
  excused_at BIGINT NOT NULL,
  PRIMARY KEY (window_id, student_id)
);
CREATE INDEX register_excuses_student ON register_excuses (student_id);
