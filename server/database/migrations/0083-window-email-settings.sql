-- One row, once the institute has chosen; without it emails are sent, but no reminders.
CREATE TABLE window_email_settings (
  id INTEGER PRIMARY KEY,
  are_sent INTEGER NOT NULL,
  are_reminders_sent INTEGER NOT NULL
);
