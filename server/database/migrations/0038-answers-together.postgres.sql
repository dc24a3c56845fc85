-- Answers that arrive together, one of each attempt, in one statement. The server has decided on each
-- from what it knows: the attempt in this version, and the sequence of the answer before. Where that
-- is no longer so, or somebody holds the attempt, nothing is saved and no row returned.
CREATE FUNCTION save_answers(
  attempt_ids TEXT[],
  versions TEXT[],
  question_ids TEXT[],
  -- Null where the answer before stands.
  new_answers TEXT[],
  earlier_sequences BIGINT[],
  new_sequences BIGINT[],
  saved_at BIGINT
) RETURNS TABLE (saved_attempt_id TEXT, answer_count BIGINT) LANGUAGE plpgsql AS $$
DECLARE locked_ids TEXT[];
BEGIN
  SELECT array_agg(locked.id) INTO locked_ids FROM (
    SELECT attempts.id FROM attempts WHERE attempts.id = ANY (attempt_ids)
    FOR NO KEY UPDATE SKIP LOCKED
  ) AS locked;
  -- A statement of its own: it sees what was committed before the attempts were locked.
  RETURN QUERY
  WITH valid AS (
    SELECT sent.attempt_id, sent.question_id, sent.answer, sent.earlier_sequence, sent.sequence
    FROM unnest(
      attempt_ids, versions, question_ids, new_answers, earlier_sequences, new_sequences
    ) AS sent (attempt_id, version, question_id, answer, earlier_sequence, sequence)
    JOIN attempts ON attempts.id = sent.attempt_id AND attempts.xmin::text = sent.version
    JOIN exams ON exams.id = attempts.exam_id AND exams.deleted_at IS NULL
    LEFT JOIN answers
      ON answers.attempt_id = sent.attempt_id AND answers.question_id = sent.question_id
    WHERE sent.attempt_id = ANY (locked_ids)
      AND answers.sequence IS NOT DISTINCT FROM sent.earlier_sequence
  ), saved AS (
    INSERT INTO answers (attempt_id, question_id, answer, sequence, answered_at)
    SELECT valid.attempt_id, valid.question_id, valid.answer, valid.sequence, saved_at
    FROM valid WHERE valid.answer IS NOT NULL
    ON CONFLICT (attempt_id, question_id) DO UPDATE SET
      answer = excluded.answer, sequence = excluded.sequence, answered_at = excluded.answered_at
  )
  SELECT valid.attempt_id, (
    SELECT count(*) FROM answers AS counted WHERE counted.attempt_id = valid.attempt_id
  ) + CASE WHEN valid.earlier_sequence IS NULL AND valid.answer IS NOT NULL THEN 1 ELSE 0 END
  FROM valid;
END $$;
