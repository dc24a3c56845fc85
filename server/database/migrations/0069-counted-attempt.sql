-- Which attempt of a student counts where several have ended.
ALTER TABLE exams ADD COLUMN counted_attempt TEXT NOT NULL DEFAULT 'last'
  CHECK (counted_attempt IN ('last', 'best', 'average'));
