-- By when the cookie of a browser's login must have come back; null once it has.
ALTER TABLE sessions ADD COLUMN cookie_due_at BIGINT;
CREATE INDEX sessions_cookie_due ON sessions (cookie_due_at) WHERE cookie_due_at IS NOT NULL;
