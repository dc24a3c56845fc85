-- Values other than IPv4 addresses are few, and so are erasures: both are looked up for a page of the
-- audit log.
CREATE INDEX audit_values_worded ON audit_values (sequence, search_key)
WHERE name <> 'address' OR search_key LIKE '%:%';
CREATE INDEX audit_erasures ON audit (sequence) WHERE action = 'students.erased';
