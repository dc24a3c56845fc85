-- From whom this start had calls with X-Forwarded-For that TRUST_PROXY does not name; null: nobody.
ALTER TABLE heartbeats ADD COLUMN unnamed_proxy TEXT;
