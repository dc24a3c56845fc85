-- Who is erased takes their letters along, and the next to be erased are looked for each hour.
CREATE INDEX mails_account ON mails (account_id);
CREATE INDEX students_deleted ON students (deleted_at) WHERE deleted_at IS NOT NULL;
