-- Where an account has logged in: a device by its cookie, a network by its address, both as digests
-- under the server's secret. Guesses from elsewhere have a budget of their own.
CREATE TABLE known_places (
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  digest TEXT NOT NULL,
  seen_at BIGINT NOT NULL,
  PRIMARY KEY (account_id, kind, digest)
);
CREATE INDEX known_places_seen ON known_places (seen_at);

-- Networks that an admin let in while their logins were slowed down.
CREATE TABLE let_in_networks (
  network TEXT PRIMARY KEY,
  let_in_at BIGINT NOT NULL,
  ends_at BIGINT NOT NULL
);
