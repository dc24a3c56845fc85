-- What a visitor wrote, and whether this address has had a letter today.
ALTER TABLE enquiries ADD COLUMN message TEXT;
CREATE INDEX enquiries_email ON enquiries (email, created_at);
