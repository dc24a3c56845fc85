-- The seat as last emailed; null if the email named none.
ALTER TABLE window_emails ADD COLUMN notified_room TEXT;
ALTER TABLE window_emails ADD COLUMN notified_seat INTEGER;
