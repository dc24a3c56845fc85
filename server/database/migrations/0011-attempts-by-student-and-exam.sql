-- Counts and groups of a hundred thousand attempts are read from the index alone.
DROP INDEX attempts_student;
CREATE INDEX attempts_student ON attempts (student_id, exam_id, started_at);
