-- Addresses for which a one-time password was asked. They are looked into after the answer, so that
-- the answer takes as long for an unknown one.
CREATE TABLE password_requests (
  id TEXT PRIMARY KEY,
  email TEXT NOT NULL,
  address TEXT NOT NULL,
  at BIGINT NOT NULL
);
