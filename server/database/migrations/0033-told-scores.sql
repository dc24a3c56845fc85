-- Which attempt and score a result email tells: a corrected result is due where they differ.
ALTER TABLE mails ADD COLUMN attempt_id TEXT;
ALTER TABLE mails ADD COLUMN score INTEGER;
UPDATE mails SET attempt_id = (
  SELECT attempts.id FROM attempts
  WHERE attempts.exam_id = mails.exam_id AND attempts.student_id = mails.account_id
    AND attempts.finished_at IS NOT NULL
  ORDER BY attempts.started_at DESC LIMIT 1
) WHERE kind IN ('result', 'corrected-result') AND account_id IS NOT NULL;
-- What was told until now is taken to be what stands now.
UPDATE mails SET score = (SELECT attempts.score FROM attempts WHERE attempts.id = mails.attempt_id)
WHERE attempt_id IS NOT NULL;
CREATE INDEX mails_by_attempt ON mails (attempt_id) WHERE attempt_id IS NOT NULL;
