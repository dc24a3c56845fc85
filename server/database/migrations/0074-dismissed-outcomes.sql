-- The moment at which the student dismissed the line about the decision.
ALTER TABLE incident_decisions ADD COLUMN dismissed_at BIGINT;
