-- Portable over SQLite and PostgreSQL. Times are milliseconds since 1970.
CREATE TABLE accounts (
  id TEXT PRIMARY KEY,
  role TEXT NOT NULL,
  email TEXT NOT NULL,
  name TEXT NOT NULL,
  password_hash TEXT,
  one_time_hash TEXT,
  one_time_expires_at BIGINT,
  must_change_at BIGINT,
  created_at BIGINT NOT NULL,
  deleted_at BIGINT
);
CREATE UNIQUE INDEX accounts_email ON accounts (email) WHERE deleted_at IS NULL;

CREATE TABLE sessions (
  token_hash TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  xsrf_token TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  seen_at BIGINT NOT NULL
);
CREATE INDEX sessions_account ON sessions (account_id);

CREATE TABLE students (
  id TEXT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  name_key SORTED_TEXT NOT NULL,
  email TEXT NOT NULL,
  phone TEXT NOT NULL,
  dob TEXT NOT NULL,
  gender TEXT NOT NULL,
  role TEXT NOT NULL,
  fname TEXT NOT NULL,
  fphone TEXT NOT NULL,
  laddress TEXT NOT NULL,
  paddress TEXT NOT NULL,
  qualification TEXT,
  qualification_year TEXT,
  college TEXT,
  designation TEXT,
  company TEXT,
  course TEXT NOT NULL,
  other_course TEXT,
  referral TEXT NOT NULL,
  friend_name TEXT,
  fees BIGINT,
  start_date TEXT,
  remarks TEXT,
  extra_time_percent INTEGER NOT NULL DEFAULT 0,
  front_image_id TEXT,
  back_image_id TEXT,
  terms_version TEXT NOT NULL,
  terms_accepted_at BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  deleted_at BIGINT
);
CREATE INDEX students_name ON students (name_key, id) WHERE deleted_at IS NULL;
CREATE INDEX students_created ON students (created_at, id) WHERE deleted_at IS NULL;

CREATE TABLE exams (
  id TEXT PRIMARY KEY,
  revision_id TEXT NOT NULL,
  title TEXT NOT NULL,
  title_key SORTED_TEXT NOT NULL,
  duration_minutes DOUBLE PRECISION NOT NULL,
  question_count INTEGER NOT NULL,
  integrity_mode TEXT NOT NULL,
  attempts_allowed INTEGER NOT NULL,
  shuffles_options_at BIGINT,
  released_at BIGINT,
  results_released_at BIGINT,
  created_at BIGINT NOT NULL,
  deleted_at BIGINT
);

-- A paper never changes once written: `paper` is the whole of it, key included, as JSON.
CREATE TABLE revisions (
  id TEXT PRIMARY KEY,
  exam_id TEXT NOT NULL REFERENCES exams (id) ON DELETE CASCADE,
  paper TEXT NOT NULL,
  created_at BIGINT NOT NULL
);
CREATE INDEX revisions_exam ON revisions (exam_id);

CREATE TABLE key_corrections (
  revision_id TEXT NOT NULL REFERENCES revisions (id) ON DELETE CASCADE,
  question_id TEXT NOT NULL,
  correct_option INTEGER,
  why TEXT NOT NULL,
  corrected_by TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (revision_id, question_id)
);

CREATE TABLE images (
  id TEXT PRIMARY KEY,
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  created_at BIGINT NOT NULL
);

CREATE TABLE attempts (
  id TEXT PRIMARY KEY,
  exam_id TEXT NOT NULL REFERENCES exams (id) ON DELETE CASCADE,
  revision_id TEXT NOT NULL REFERENCES revisions (id),
  student_id TEXT NOT NULL REFERENCES students (id) ON DELETE CASCADE,
  seed BIGINT NOT NULL,
  shuffles_options_at BIGINT,
  started_at BIGINT NOT NULL,
  ends_at BIGINT NOT NULL,
  closes_at BIGINT NOT NULL,
  finished_at BIGINT,
  finish_reason TEXT,
  score INTEGER
);
CREATE UNIQUE INDEX attempts_one_running ON attempts (student_id, exam_id) WHERE finished_at IS NULL;
CREATE INDEX attempts_exam ON attempts (exam_id, started_at);
CREATE INDEX attempts_student ON attempts (student_id, started_at);
CREATE INDEX attempts_running ON attempts (closes_at) WHERE finished_at IS NULL;
CREATE INDEX attempts_started ON attempts (started_at, id);

CREATE TABLE answers (
  attempt_id TEXT NOT NULL REFERENCES attempts (id) ON DELETE CASCADE,
  question_id TEXT NOT NULL,
  option_index INTEGER NOT NULL,
  sequence BIGINT NOT NULL,
  answered_at BIGINT NOT NULL,
  PRIMARY KEY (attempt_id, question_id)
);

CREATE TABLE mails (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  to_name TEXT NOT NULL,
  to_address TEXT NOT NULL,
  subject TEXT NOT NULL,
  text_body TEXT,
  html_body TEXT,
  state TEXT NOT NULL,
  tries INTEGER NOT NULL DEFAULT 0,
  next_try_at BIGINT NOT NULL,
  leased_until BIGINT,
  last_error TEXT,
  account_id TEXT REFERENCES accounts (id) ON DELETE CASCADE,
  exam_id TEXT REFERENCES exams (id) ON DELETE CASCADE,
  created_at BIGINT NOT NULL,
  sent_at BIGINT
);
CREATE UNIQUE INDEX mails_one_result ON mails (exam_id, account_id) WHERE kind = 'result';
CREATE INDEX mails_due ON mails (next_try_at) WHERE state = 'queued';
CREATE INDEX mails_created ON mails (created_at);

CREATE TABLE audit (
  id TEXT PRIMARY KEY,
  at BIGINT NOT NULL,
  actor_id TEXT,
  actor TEXT NOT NULL,
  action TEXT NOT NULL,
  subject TEXT,
  detail TEXT,
  address TEXT
);
CREATE INDEX audit_at ON audit (at);
