-- When the one-time password in an email runs out.
ALTER TABLE mails ADD COLUMN expires_at BIGINT;
-- The latest try that failed: when it ended, whether the mail server was at fault ('transport': it did
-- not get so far; 'refusal': the server takes nothing from us; 'policy': it does not take it for this
-- recipient and others), and the code of a refusal that may be about the server or the recipient.
ALTER TABLE mails ADD COLUMN tried_at BIGINT;
ALTER TABLE mails ADD COLUMN server_fault TEXT;
ALTER TABLE mails ADD COLUMN refusal_code TEXT;
-- When it failed; null where nobody needs to know, such as for a password that a newer one replaced.
ALTER TABLE mails ADD COLUMN failed_at BIGINT;
CREATE INDEX mails_server_fault ON mails (tried_at) WHERE server_fault IS NOT NULL;
CREATE INDEX mails_refused ON mails (refusal_code, tried_at) WHERE refusal_code IS NOT NULL;
CREATE INDEX mails_failed ON mails (failed_at) WHERE failed_at IS NOT NULL;
