-- Which attempt of a student counts where several have ended: 'last', 'best' or 'average'.
ALTER TABLE exams ADD COLUMN counted_attempt TEXT NOT NULL DEFAULT 'last';
