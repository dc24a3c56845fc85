-- Which shifts of the exam's clock (the sum in exam_clock) `at` knows of; null before this version.
ALTER TABLE heartbeats ADD COLUMN shifted_ms BIGINT;
