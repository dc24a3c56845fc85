CREATE INDEX audit_subject ON audit (subject, at);
