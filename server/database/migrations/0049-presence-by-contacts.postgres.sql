-- What the live screen shows of a page that another process has heard of: when it was left, as long as
-- it has not told of a return, and how many answers wait on its device.
ALTER TABLE attempt_contacts ADD COLUMN away_at BIGINT;
ALTER TABLE attempt_contacts ADD COLUMN waiting INTEGER NOT NULL DEFAULT 0;
