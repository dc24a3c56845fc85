-- When its student took the line about a decision off the panel.
ALTER TABLE incident_decisions ADD COLUMN dismissed_at BIGINT;
