-- An enquiry whose reply was lost is sent again with the same key; gone with the enquiry.
ALTER TABLE idempotency_keys ADD COLUMN enquiry_id TEXT REFERENCES enquiries (id) ON DELETE CASCADE;
CREATE INDEX idempotency_keys_enquiry ON idempotency_keys (enquiry_id);
