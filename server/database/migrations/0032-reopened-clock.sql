-- The clock of a reopened attempt starts when its student resumes.
ALTER TABLE attempts ADD COLUMN clock_starts_at BIGINT;
ALTER TABLE undone_ends ADD COLUMN clock_starts_at BIGINT;
