import type { MigrationDb } from '../migration-files.ts'

type RevisionRow = { readonly id: string; readonly paper: string }

const pageSize = 100

/**
 * Answers and corrected keys are values of the question's kind, as JSON, in place of the number of
 * an option; each question of a paper names its kind. So far there was single choice only.
 */
export async function migrate(db: MigrationDb): Promise<void> {
  await db.run(answersByKind)
  await db.run(correctionsByKind)
  let after = ''
  for (;;) {
    const rows = await db.all<RevisionRow>(
      `SELECT id, paper FROM revisions WHERE id > $1 ORDER BY id LIMIT ${pageSize}`,
      [after],
    )
    for (const { id, paper } of rows) {
      await db.run('UPDATE revisions SET paper = $1 WHERE id = $2', [nameKinds(paper), id])
    }
    const last = rows.at(-1)
    if (!last || rows.length < pageSize) return
    after = last.id
  }
}

// Written anew: an engine that changes a million rows in place keeps the room of the old ones.
const answersByKind = `
CREATE TABLE new_answers (
  attempt_id TEXT NOT NULL REFERENCES attempts (id) ON DELETE CASCADE,
  question_id TEXT NOT NULL,
  answer TEXT NOT NULL,
  sequence BIGINT NOT NULL,
  answered_at BIGINT NOT NULL,
  PRIMARY KEY (attempt_id, question_id)
);
INSERT INTO new_answers (attempt_id, question_id, answer, sequence, answered_at)
  SELECT attempt_id, question_id, '{"option":' || option_index || '}', sequence, answered_at
  FROM answers;
DROP TABLE answers;
ALTER TABLE new_answers RENAME TO answers`

const correctionsByKind = `
ALTER TABLE key_corrections ADD COLUMN correction TEXT NOT NULL DEFAULT '{"type":"everyone"}';
UPDATE key_corrections
  SET correction = '{"type":"another-key","key":{"option":' || correct_option || '}}'
  WHERE correct_option IS NOT NULL;
ALTER TABLE key_corrections DROP COLUMN correct_option`

/** In the place where they stood: an update compares papers as texts. */
function nameKinds(paper: string): string {
  const whole = JSON.parse(paper)
  const questions = whole.questions?.map((question: object) => ({
    kind: 'single-choice',
    ...question,
  }))
  return JSON.stringify({ ...whole, questions })
}
