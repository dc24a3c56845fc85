-- Whom an answer to a letter goes to, where that is not the sender; kept as long as its text.
ALTER TABLE mails ADD COLUMN reply_name TEXT;
ALTER TABLE mails ADD COLUMN reply_address TEXT;
