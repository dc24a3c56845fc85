-- What a start compares its clocks with: a row for each start of a machine. `at` is by the exam's
-- clock; `database_at`, on PostgreSQL, is what machines have in common.
ALTER TABLE heartbeats ADD COLUMN boot_id TEXT;
ALTER TABLE heartbeats ADD COLUMN host TEXT;
ALTER TABLE heartbeats ADD COLUMN boot_ms BIGINT;
ALTER TABLE heartbeats ADD COLUMN wall_at BIGINT;
ALTER TABLE heartbeats ADD COLUMN database_at BIGINT;
-- One row, from the first shift on: what all processes have in common.
CREATE TABLE exam_clock (
  id INTEGER PRIMARY KEY,
  -- The sum of all shifts.
  shifted_ms BIGINT NOT NULL,
  -- Since when nothing is opened or closed, because the machine's clock is behind; else null.
  held_since BIGINT,
  -- The last shift: when, by how much, why, and of how many running attempts.
  moved_at BIGINT,
  moved_ms BIGINT,
  moved_because TEXT,
  moved_attempts INTEGER
);
