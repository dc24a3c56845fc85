CREATE TABLE enquiries (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  name_key SORTED_TEXT NOT NULL,
  email TEXT NOT NULL,
  contact TEXT NOT NULL,
  course TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  handled_at BIGINT
);
CREATE INDEX enquiries_created ON enquiries (created_at, id);
