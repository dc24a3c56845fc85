import type { Db } from '../../database/database.ts'

/** Nobody is logged out because the clock was shifted. */
export async function moveSessionTimes(tx: Db, byMs: number): Promise<void> {
  await tx
    .updateTable('sessions')
    .set((eb) => ({
      created_at: eb('created_at', '+', byMs),
      seen_at: eb('seen_at', '+', byMs),
      authenticated_at: eb('authenticated_at', '+', byMs),
      cookie_due_at: eb('cookie_due_at', '+', byMs),
    }))
    .execute()
}
