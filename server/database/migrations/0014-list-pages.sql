-- A page of a long list, and how many match a search, are found in an index alone.
DROP INDEX students_name;
CREATE INDEX students_name ON students (name_key, id, email, phone, course) WHERE deleted_at IS NULL;
DROP INDEX students_created;
CREATE INDEX students_created ON students (created_at, id, name_key, email, phone, course)
WHERE deleted_at IS NULL;
DROP INDEX attempts_started;
CREATE INDEX attempts_started ON attempts (started_at, id, exam_id, student_id);
DROP INDEX attempts_student;
CREATE INDEX attempts_student ON attempts (student_id, exam_id, started_at, id);
DROP INDEX attempts_exam;
CREATE INDEX attempts_exam ON attempts (exam_id, started_at, student_id);
CREATE INDEX attempts_scored ON attempts ((coalesce(score, -1)), id, exam_id, student_id);
