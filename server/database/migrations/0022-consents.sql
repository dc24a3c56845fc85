-- What a person agreed to when they registered. Empty is "not recorded": older rows, older clients.
ALTER TABLE students ADD COLUMN consent_notice_version TEXT;
ALTER TABLE students ADD COLUMN consent_language TEXT;
ALTER TABLE students ADD COLUMN consent_at BIGINT;
ALTER TABLE students ADD COLUMN guardian_consent_name TEXT;
ALTER TABLE students ADD COLUMN guardian_consent_at BIGINT;
-- Set when they chose to show their identity card at the desk instead of sending pictures.
ALTER TABLE students ADD COLUMN desk_identity_at BIGINT;
