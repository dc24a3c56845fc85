-- When a mail server broke off after it had the whole letter: a second time ends the tries.
ALTER TABLE mails ADD COLUMN maybe_sent_at BIGINT;

-- Few letters still have their text, and those are looked for each hour.
CREATE INDEX mails_with_text ON mails (created_at) WHERE text_body IS NOT NULL;
