-- Who, what, why and from where as they are searched; the list is read from the index alone.
ALTER TABLE audit ADD COLUMN search_key SORTED_TEXT NOT NULL DEFAULT '';
UPDATE audit SET action = 'added an admin' WHERE action = 'admin-added';
UPDATE audit SET action = 'reset an admin' WHERE action = 'admin-reset';
UPDATE audit SET action = 'removed an admin' WHERE action = 'admin-removed';
UPDATE audit SET search_key = lower(substr(
  actor || ' ' || action || ' ' || coalesce(address, '') || ' ' || coalesce(detail, ''), 1, 500));
CREATE INDEX audit_listed ON audit (at, id, action, subject, search_key);
DROP INDEX audit_at;
