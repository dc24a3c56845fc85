-- The rooms of a window in order, as JSON; null without rooms.
ALTER TABLE exam_windows ADD COLUMN rooms TEXT;
-- The rooms of a window that has opened, as its register outlives it.
ALTER TABLE registers ADD COLUMN rooms TEXT;

-- The seat of each student of a window. Seats outlive the window, as its register does.
CREATE TABLE window_seats (
  window_id TEXT NOT NULL,
  student_id TEXT NOT NULL REFERENCES students (id) ON DELETE CASCADE,
  exam_id TEXT NOT NULL REFERENCES exams (id) ON DELETE CASCADE,
  room TEXT NOT NULL,
  seat INTEGER NOT NULL,
  PRIMARY KEY (window_id, student_id)
);
CREATE UNIQUE INDEX window_seats_place ON window_seats (window_id, room, seat);
CREATE INDEX window_seats_student ON window_seats (student_id);
CREATE INDEX window_seats_exam ON window_seats (exam_id);
