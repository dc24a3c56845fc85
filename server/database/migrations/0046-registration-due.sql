-- When the institute added this student, who gives the rest of the registration at the first sign-in;
-- null once it is given, and for everybody else.
ALTER TABLE accounts ADD COLUMN registration_due_at BIGINT;
