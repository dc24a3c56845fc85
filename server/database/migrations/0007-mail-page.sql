-- Name, address and subject as they are searched; the list is read from the indexes alone.
ALTER TABLE mails ADD COLUMN search_key SORTED_TEXT NOT NULL DEFAULT '';
UPDATE mails SET search_key = lower(to_name || ' ' || to_address || ' ' || subject);
CREATE INDEX mails_listed ON mails (created_at, id, search_key);
CREATE INDEX mails_listed_by_state ON mails (state, created_at, id, search_key);
DROP INDEX mails_created;
