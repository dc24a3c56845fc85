import type { ExpressionBuilder } from 'kysely'
import type { Tables } from '../../database/tables.ts'

/** Emails to deleted students or about deleted exams wait until a restore, or expire. */
export function isSuppressed(eb: ExpressionBuilder<Tables, 'mails'>) {
  return eb.or([
    eb.exists(
      eb
        .selectFrom('accounts')
        .select('accounts.id')
        .whereRef('accounts.id', '=', 'mails.account_id')
        .where('accounts.deleted_at', 'is not', null),
    ),
    eb.exists(
      eb
        .selectFrom('exams')
        .select('exams.id')
        .whereRef('exams.id', '=', 'mails.exam_id')
        .where('exams.deleted_at', 'is not', null),
    ),
  ])
}
