-- What an import of students has done, for its confirmation that comes again.
ALTER TABLE idempotency_keys ADD COLUMN students_added INTEGER;
ALTER TABLE idempotency_keys ADD COLUMN students_found INTEGER;
