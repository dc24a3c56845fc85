import type { ExpressionBuilder } from 'kysely'
import { type Db, toBatches } from '../database/database.ts'
import type { MailRow, Tables } from '../database/tables.ts'
import { isSuppressed } from '../platform/mailer/outbox-queries.ts'

/** The result email of an attempt's student, if they have one or will. */
export function selectResultMail(eb: ExpressionBuilder<Tables, 'attempts'>) {
  return (
    eb
      .selectFrom('mails')
      .select('mails.id')
      .where('mails.kind', '=', 'result')
      .whereRef('mails.exam_id', '=', 'attempts.exam_id')
      .whereRef('mails.account_id', '=', 'attempts.student_id')
      // A failed email without its text tells nobody; a new one takes its place.
      .where((mail) =>
        mail.or([mail('mails.state', '!=', 'failed'), mail('text_body', 'is not', null)]),
      )
  )
}

/**
 * How far the result emails of one exam are. Emails to deleted students wait, and do not count
 * as outstanding.
 */
export async function getResultProgress(
  db: Db,
  examId: string,
): Promise<{ total: number; sent: number; failed: number }> {
  const rows = await db
    .selectFrom('mails')
    .select((eb) => ['state', eb.fn.countAll<number>().as('count')])
    .where('exam_id', '=', examId)
    .where('kind', '=', 'result')
    .where((eb) => eb.not(isSuppressed(eb)))
    .groupBy('state')
    .execute()
  const countOf = (state: MailRow['state']) => rows.find((row) => row.state === state)?.count ?? 0
  const [sent, failed] = [countOf('sent'), countOf('failed')]
  return { total: sent + failed + countOf('queued'), sent, failed }
}

const batchSize = 500

/** Of these students, those whose result email has left or is leaving. */
export async function listNotifiedStudents(
  db: Db,
  examId: string,
  studentIds: readonly string[],
): Promise<string[]> {
  const notified: string[] = []
  for (const batch of toBatches(studentIds, batchSize)) {
    const rows = await db
      .selectFrom('mails')
      .select('account_id')
      .where('exam_id', '=', examId)
      .where('kind', '=', 'result')
      .where('account_id', 'in', batch)
      .where((eb) => eb.or([eb('state', '=', 'sent'), eb('leased_until', 'is not', null)]))
      .execute()
    notified.push(...rows.flatMap(({ account_id }) => account_id ?? []))
  }
  return notified
}
