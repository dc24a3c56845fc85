-- What a person recognises their sessions by. The id is for lists: it opens nothing.
ALTER TABLE sessions ADD COLUMN id TEXT NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN address TEXT NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN device_name TEXT NOT NULL DEFAULT 'Unknown browser';
ALTER TABLE sessions ADD COLUMN device_kind TEXT NOT NULL DEFAULT 'unknown';
ALTER TABLE sessions ADD COLUMN device_id TEXT;
ALTER TABLE sessions ADD COLUMN method TEXT NOT NULL DEFAULT 'password';
ALTER TABLE sessions ADD COLUMN authenticated_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN new_place_at BIGINT;
ALTER TABLE sessions ADD COLUMN own_device_at BIGINT;
UPDATE sessions SET id = replace(gen_random_uuid()::text, '-', ''), authenticated_at = created_at;
CREATE UNIQUE INDEX sessions_id ON sessions (id);

ALTER TABLE accounts ADD COLUMN password_changed_at BIGINT;

CREATE TABLE ended_sessions (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  address TEXT NOT NULL,
  device_name TEXT NOT NULL,
  device_kind TEXT NOT NULL,
  method TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  new_place_at BIGINT,
  ended_at BIGINT NOT NULL,
  end_reason TEXT NOT NULL
);
CREATE INDEX ended_sessions_account ON ended_sessions (account_id, ended_at);
CREATE INDEX ended_sessions_ended ON ended_sessions (ended_at);
