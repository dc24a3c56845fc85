-- The state of each window as last emailed to each student, and any pending change. Rows outlive the
-- window, so that a deleted one can be cancelled by email.
CREATE TABLE window_emails (
  window_id TEXT NOT NULL,
  student_id TEXT NOT NULL REFERENCES students (id) ON DELETE CASCADE,
  exam_id TEXT NOT NULL REFERENCES exams (id) ON DELETE CASCADE,
  -- The iCalendar sequence of the last email; -1 before the first one.
  sequence INTEGER NOT NULL,
  -- The window as last emailed; null before the first email and after a cancellation.
  notified_title TEXT,
  notified_opens_at BIGINT,
  notified_closes_at BIGINT,
  notified_latest_entry_at BIGINT,
  notified_ends_at_closing INTEGER,
  notified_at BIGINT,
  -- The last email, and as JSON the window as emailed before it: the next email replaces the last one
  -- if that is not sent yet.
  email_id TEXT,
  notified_before TEXT,
  -- The window, as JSON, of the next email unless it changes again, and the moment of its change.
  pending TEXT,
  pending_since BIGINT,
  -- The opening that the student was reminded of.
  reminded_of BIGINT,
  PRIMARY KEY (window_id, student_id)
);
CREATE INDEX window_emails_student ON window_emails (student_id);
CREATE INDEX window_emails_exam ON window_emails (exam_id);
CREATE INDEX window_emails_notified ON window_emails (notified_closes_at) WHERE notified_closes_at IS NOT NULL;
CREATE INDEX window_emails_pending ON window_emails (window_id) WHERE pending IS NOT NULL;

-- Existing windows count as announced: the institute has told its students in its own way.
INSERT INTO window_emails (
  window_id, student_id, exam_id, sequence, notified_title, notified_opens_at, notified_closes_at,
  notified_latest_entry_at, notified_ends_at_closing, notified_at
)
SELECT exam_windows.id, members.student_id, exams.id, -1, exams.title, exam_windows.opens_at,
  exam_windows.closes_at, exam_windows.latest_entry_at, exam_windows.ends_at_closing,
  exam_windows.created_at
FROM exam_windows
INNER JOIN exams ON exams.id = exam_windows.exam_id
INNER JOIN (
  SELECT exam_windows.id AS window_id, batch_students.student_id AS student_id
  FROM exam_windows
  INNER JOIN batch_students ON batch_students.batch_id = exam_windows.batch_id
  UNION ALL
  SELECT window_id, student_id FROM exam_window_students
) AS members ON members.window_id = exam_windows.id
WHERE exams.released_at IS NOT NULL AND exams.deleted_at IS NULL;
