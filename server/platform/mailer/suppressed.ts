import type { ExpressionBuilder } from 'kysely'
import type { Tables } from '../../database/tables.ts'

/** An email to, or about, what is deleted waits: after a restore it goes, else it grows too old. */
export function isSuppressed(is: ExpressionBuilder<Tables, 'mails'>) {
  return is.or([
    is.exists(
      is
        .selectFrom('accounts')
        .select('accounts.id')
        .whereRef('accounts.id', '=', 'mails.account_id')
        .where('accounts.deleted_at', 'is not', null),
    ),
    is.exists(
      is
        .selectFrom('exams')
        .select('exams.id')
        .whereRef('exams.id', '=', 'mails.exam_id')
        .where('exams.deleted_at', 'is not', null),
    ),
  ])
}
