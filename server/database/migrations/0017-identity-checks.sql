-- Who saw a student's identity card and when; the pictures go 30 days later.
ALTER TABLE students ADD COLUMN identity_checked_at BIGINT;
ALTER TABLE students ADD COLUMN identity_checked_by TEXT;
-- When the last of the pictures was erased, by an admin or because their time was over.
ALTER TABLE students ADD COLUMN identity_erased_at BIGINT;
CREATE INDEX students_with_pictures ON students (created_at, identity_checked_at)
WHERE front_image_id IS NOT NULL OR back_image_id IS NOT NULL;
