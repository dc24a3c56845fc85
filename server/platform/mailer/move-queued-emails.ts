import type { Db } from '../../database/database.ts'

/** Emails that wait leave when they would have left, also after the clock was shifted. */
export async function moveQueuedEmails(tx: Db, byMs: number): Promise<void> {
  await tx
    .updateTable('mails')
    .set((eb) => ({
      next_try_at: eb('next_try_at', '+', byMs),
      leased_until: eb('leased_until', '+', byMs),
    }))
    .where('state', '=', 'queued')
    .execute()
}
