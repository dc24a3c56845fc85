-- The second factor of staff. Keys of apps are sealed and codes hashed under the server's secret.
ALTER TABLE accounts ADD COLUMN second_factor_at BIGINT;
ALTER TABLE accounts ADD COLUMN second_factor_asked_at BIGINT;
ALTER TABLE accounts ADD COLUMN second_factor_notice_at BIGINT;

CREATE TABLE totp_keys (
  account_id TEXT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  sealed_key TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  confirmed_at BIGINT,
  used_step BIGINT NOT NULL
);

CREATE TABLE passkeys (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  public_key TEXT NOT NULL,
  counter BIGINT NOT NULL,
  transports TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  used_at BIGINT
);
CREATE INDEX passkeys_account ON passkeys (account_id);

CREATE TABLE recovery_codes (
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  code_hash TEXT NOT NULL,
  used_at BIGINT,
  PRIMARY KEY (account_id, code_hash)
);

-- A login that waits for its second step, known by a cookie of its own.
CREATE TABLE pending_logins (
  token_hash TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  password_fingerprint TEXT NOT NULL,
  is_one_time INTEGER NOT NULL,
  created_at BIGINT NOT NULL,
  tries INTEGER NOT NULL
);

CREATE TABLE passkey_challenges (
  holder TEXT PRIMARY KEY,
  challenge TEXT NOT NULL,
  created_at BIGINT NOT NULL
);
