-- When it happened, as the browser said it: what it tells again is the same event.
ALTER TABLE attempt_events ADD COLUMN told_at BIGINT;
CREATE UNIQUE INDEX attempt_events_told ON attempt_events (attempt_id, kind, told_at);
