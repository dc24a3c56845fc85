-- The roll number that the institute gave, and its form for searching and comparing.
ALTER TABLE students ADD COLUMN roll_number TEXT;
ALTER TABLE students ADD COLUMN roll_number_key TEXT;
CREATE UNIQUE INDEX students_roll_number ON students (roll_number_key) WHERE deleted_at IS NULL;

-- These indexes alone answer a page of the list and the count of a search.
DROP INDEX students_name;
CREATE INDEX students_name
  ON students (name_key, id, email, phone_key, parent_key, course, roll_number_key)
  WHERE deleted_at IS NULL;
DROP INDEX students_created;
CREATE INDEX students_created
  ON students (created_at, id, name_key, email, phone_key, parent_key, course, roll_number_key)
  WHERE deleted_at IS NULL;
