import type { AuditDetail } from '#contract/audit-log.ts'
import type { Db } from '../database/database.ts'
import { listWordsOfActions } from './words-of-actions.ts'

export type TimeAdjustment = {
  readonly id: string
  readonly at: number
  readonly isReopening: boolean
  /** The email address of who did it; null once that account is erased. */
  readonly by: string | null
  readonly minutes: number | null
  readonly why: string | null
}

/**
 * Lists the admins' changes to an attempt's time that still hold, from the audit log, oldest first.
 */
export async function listTimeAdjustments(db: Db, attemptId: string): Promise<TimeAdjustment[]> {
  const rows = await db
    .selectFrom('audit')
    .leftJoin('accounts', 'accounts.id', 'audit.actor_id')
    .leftJoin('audit_values', (join) =>
      join
        .onRef('audit_values.sequence', '=', 'audit.sequence')
        .on('audit_values.name', '=', 'why'),
    )
    .select(['audit.id', 'audit.at', 'action', 'email', 'detail', 'value'])
    .where('subject', '=', attemptId)
    .where('action', 'in', ['attempt.reopened', 'attempt.extended', 'attempt.action-undone'])
    .orderBy('audit.sequence')
    .execute()
  const toDetail = ({ detail }: (typeof rows)[number]) =>
    (detail === null ? {} : JSON.parse(detail)) as AuditDetail
  const toActionId = (row: (typeof rows)[number]) => toDetail(row).live as string | undefined
  const isUndone = ({ action }: (typeof rows)[number]) => action === 'attempt.action-undone'
  const undone = new Set(rows.filter(isUndone).map(toActionId))
  const standing = rows.filter((row) => !isUndone(row) && !isUndoneLater(toActionId(row), undone))
  const words = await listWordsOfActions(
    db,
    standing.flatMap((row) => toActionId(row) ?? []),
  )
  return standing.map((row) => ({
    id: row.id,
    at: row.at,
    isReopening: row.action === 'attempt.reopened',
    by: row.email,
    minutes: (toDetail(row).minutes as number | undefined) ?? null,
    why: words.get(toActionId(row) ?? '')?.why ?? (row.value && (JSON.parse(row.value) as string)),
  }))
}

function isUndoneLater(actionId: string | undefined, undone: ReadonlySet<string | undefined>) {
  return actionId !== undefined && undone.has(actionId)
}
