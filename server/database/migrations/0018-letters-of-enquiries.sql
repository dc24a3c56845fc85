-- The letter about an enquiry names who sent it: it goes with the enquiry. Both were written in
-- one transaction, with one time; the name tells two of one millisecond apart.
ALTER TABLE mails ADD COLUMN enquiry_id TEXT REFERENCES enquiries (id) ON DELETE CASCADE;
UPDATE mails SET enquiry_id = (
  SELECT enquiries.id FROM enquiries WHERE enquiries.created_at = mails.created_at
  ORDER BY CASE WHEN mails.subject LIKE '%' || substr(enquiries.name, 1, 40) || '%' THEN 0 ELSE 1 END,
    enquiries.id
  LIMIT 1)
WHERE kind = 'enquiry';
CREATE INDEX mails_enquiry ON mails (enquiry_id) WHERE enquiry_id IS NOT NULL;
