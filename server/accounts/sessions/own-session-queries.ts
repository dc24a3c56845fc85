import type { EndedSessionRow } from '../../database/account-tables.ts'
import type { Db } from '../../database/database.ts'

/** Whether it still lasts or has ended. */
export async function confirmSession(
  tx: Db,
  accountId: string,
  sessionId: string,
): Promise<boolean> {
  for (const table of ['sessions', 'ended_sessions'] as const) {
    const row = await tx
      .updateTable(table)
      .set({ new_place_at: null })
      .where('id', '=', sessionId)
      .where('account_id', '=', accountId)
      .returning('id')
      .executeTakeFirst()
    if (row) return true
  }
  return false
}

export function listSessionRows(db: Db, accountId: string) {
  return db
    .selectFrom('sessions')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('seen_at', 'desc')
    .execute()
}

export function listEndedSessionRows(
  db: Db,
  accountId: string,
  { since, limit }: { readonly since: number; readonly limit: number },
): Promise<EndedSessionRow[]> {
  return db
    .selectFrom('ended_sessions')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('ended_at', '>=', since)
    .orderBy('ended_at', 'desc')
    .limit(limit)
    .execute()
}

/** It may have ended during slow work, such as hashing a password. */
export async function isSessionThere(tx: Db, id: string): Promise<boolean> {
  const row = await tx.selectFrom('sessions').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

/** Records that its owner has reauthenticated. */
export async function markAuthenticated(tx: Db, id: string, at: number): Promise<void> {
  await tx.updateTable('sessions').set({ authenticated_at: at }).where('id', '=', id).execute()
}
