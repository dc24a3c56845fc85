import type { Selectable } from 'kysely'
import type { KeyCorrections } from '#core/questions/question.ts'
import type { Db } from '../database/database.ts'
import { preparedQuery } from '../database/prepared-query.ts'
import type { KeyCorrectionRow } from '../database/tables.ts'

export async function saveRelease(tx: Db, examId: string, at: number) {
  await tx
    .updateTable('exams')
    .set({ results_released_at: at })
    .where('id', '=', examId)
    .where('results_released_at', 'is', null)
    .execute()
}

export async function clearRelease(tx: Db, examId: string) {
  await tx
    .updateTable('exams')
    .set({ results_released_at: null })
    .where('id', '=', examId)
    .execute()
}

type StoredCorrection = Selectable<KeyCorrectionRow>
/** With the email address of the admin who corrected it; null once that account is erased. */
export type KeyCorrectionWithAuthor = StoredCorrection & { readonly correctorEmail: string | null }

const keyCorrections = preparedQuery<
  { revisionId: string },
  Pick<StoredCorrection, 'question_id' | 'correction' | 'created_at'>
>((db, param) =>
  db
    .selectFrom('key_corrections')
    .select(['question_id', 'correction', 'created_at'])
    .where('revision_id', '=', param('revisionId')),
)

export async function getKeyCorrections(db: Db, revisionId: string): Promise<KeyCorrections> {
  return toKeyCorrections(await keyCorrections(db, { revisionId }))
}

/** When the key of each question was corrected. */
export async function getCorrectionTimes(
  db: Db,
  revisionId: string,
): Promise<ReadonlyMap<string, number>> {
  const rows = await keyCorrections(db, { revisionId })
  return new Map(rows.map((row) => [row.question_id, row.created_at]))
}

/** Corrections of one revision. */
export function toKeyCorrections(
  rows: readonly Pick<StoredCorrection, 'question_id' | 'correction'>[],
): KeyCorrections {
  return Object.fromEntries(rows.map((row) => [row.question_id, JSON.parse(row.correction)]))
}

export async function listKeyCorrections(
  db: Db,
  revisionIds: readonly string[],
): Promise<KeyCorrectionWithAuthor[]> {
  if (revisionIds.length === 0) return []
  return db
    .selectFrom('key_corrections')
    .leftJoin('accounts', 'accounts.id', 'key_corrections.corrected_by')
    .selectAll('key_corrections')
    .select('accounts.email as correctorEmail')
    .where('revision_id', 'in', revisionIds)
    .execute()
}

export async function saveKeyCorrection(tx: Db, row: StoredCorrection) {
  await tx
    .insertInto('key_corrections')
    .values(row)
    .onConflict((clash) =>
      clash.columns(['revision_id', 'question_id']).doUpdateSet({
        correction: row.correction,
        why: row.why,
        corrected_by: row.corrected_by,
        created_at: row.created_at,
      }),
    )
    .execute()
}

export async function deleteKeyCorrections(
  tx: Db,
  revisionIds: readonly string[],
  questionId: string,
) {
  await tx
    .deleteFrom('key_corrections')
    .where('revision_id', 'in', revisionIds)
    .where('question_id', '=', questionId)
    .execute()
}

export async function copyKeyCorrections(
  tx: Db,
  { from, to }: { readonly from: string; readonly to: string },
  questionIds: readonly string[],
) {
  const rows = await tx
    .selectFrom('key_corrections')
    .selectAll()
    .where('revision_id', '=', from)
    .execute()
  const copied = rows.filter((row) => questionIds.includes(row.question_id))
  if (copied.length === 0) return
  await tx
    .insertInto('key_corrections')
    .values(copied.map((row) => ({ ...row, revision_id: to })))
    .execute()
}
