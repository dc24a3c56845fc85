-- Where an attempt was taken from, written at most once a minute for each place.
CREATE TABLE attempt_places (
  attempt_id TEXT NOT NULL REFERENCES attempts (id) ON DELETE CASCADE,
  address TEXT NOT NULL,
  -- A digest of the browser's own id; empty where it had none.
  device_id TEXT NOT NULL,
  device_name TEXT NOT NULL,
  first_at BIGINT NOT NULL,
  last_at BIGINT NOT NULL,
  calls INTEGER NOT NULL,
  PRIMARY KEY (attempt_id, device_id, address, device_name)
);
CREATE INDEX attempt_places_last ON attempt_places (last_at);
