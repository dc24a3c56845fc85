import { normalizeEmail } from '#core/accounts/email.ts'
import type { MigrationDb } from '../migration-files.ts'

type EmailRow = { readonly id: string; readonly email: string; readonly deleted_at: number | null }

/** An address that was stored as "asha@xn--…" becomes the one that it is compared as from now on. */
export async function migrate(db: MigrationDb): Promise<void> {
  const rows = await db.all<EmailRow>(
    "SELECT id, email, deleted_at FROM accounts WHERE email LIKE '%xn--%' ORDER BY id",
  )
  for (const { id, email, deleted_at } of rows) {
    const normalized = normalizeEmail(email)
    const taken = await db.all(
      'SELECT id FROM accounts WHERE email = $1 AND deleted_at IS NULL AND id <> $2',
      [normalized, id],
    )
    // Two accounts of one mailbox stay two: nobody is locked out of either by a guess.
    if (normalized === email || (deleted_at === null && taken.length > 0)) continue
    await db.run('UPDATE accounts SET email = $1 WHERE id = $2', [normalized, id])
    await db.run('UPDATE students SET email = $1 WHERE id = $2', [normalized, id])
  }
}
