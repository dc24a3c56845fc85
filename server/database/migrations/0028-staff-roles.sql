-- What each member of staff is; admins were everything, and are owners. Disabled accounts are kept.
ALTER TABLE accounts ADD COLUMN staff_role TEXT;
ALTER TABLE accounts ADD COLUMN disabled_at BIGINT;
ALTER TABLE accounts ADD COLUMN disabled_by TEXT;
UPDATE accounts SET staff_role = 'owner' WHERE role = 'admin';
