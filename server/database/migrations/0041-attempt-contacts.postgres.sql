-- When any process last heard of a running attempt; each process shares what it heard every few seconds.
CREATE TABLE attempt_contacts (
  attempt_id TEXT PRIMARY KEY REFERENCES attempts (id) ON DELETE CASCADE,
  last_at BIGINT NOT NULL
);
