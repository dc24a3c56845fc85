-- What a client has sent once: hashes and an id, for 24 hours. Gone with what was made of it.
CREATE TABLE idempotency_keys (
  key_hash TEXT PRIMARY KEY,
  body_hash TEXT NOT NULL,
  account_id TEXT REFERENCES accounts (id) ON DELETE CASCADE,
  exam_id TEXT REFERENCES exams (id) ON DELETE CASCADE,
  created_at BIGINT NOT NULL
);
CREATE INDEX idempotency_keys_account ON idempotency_keys (account_id);
CREATE INDEX idempotency_keys_exam ON idempotency_keys (exam_id);
CREATE INDEX idempotency_keys_created ON idempotency_keys (created_at);
