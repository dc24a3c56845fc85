-- Where the student sits by the last email; null where it named no seat.
ALTER TABLE window_emails ADD COLUMN notified_room TEXT;
ALTER TABLE window_emails ADD COLUMN notified_seat INTEGER;
