import type { Db } from '../database/database.ts'

/** SQLite takes some thousands of values in one statement, PostgreSQL 65,535. */
const chunkSize = 500

/** Those of the addresses that an account has. */
export async function findUsedEmails(db: Db, emails: readonly string[]): Promise<string[]> {
  const used: string[] = []
  for (const chunk of toChunks(emails)) {
    const rows = await db
      .selectFrom('accounts')
      .select('email')
      .where('email', 'in', chunk)
      .where('deleted_at', 'is', null)
      .execute()
    used.push(...rows.map(({ email }) => email))
  }
  return used
}

/** Null restores them. To every call, a deleted account does not exist. */
export async function markAccountsDeleted(
  tx: Db,
  ids: readonly string[],
  deletedAt: number | null,
): Promise<void> {
  for (const chunk of toChunks(ids)) {
    await tx
      .updateTable('accounts')
      .set({ deleted_at: deletedAt })
      .where('id', 'in', chunk)
      .execute()
  }
}

/**
 * Deletes everything that belongs to the accounts: student, sessions, emails, attempts, answers.
 */
export async function eraseAccounts(tx: Db, ids: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('accounts')
    .where('id', 'in', ids)
    .where('deleted_at', 'is not', null)
    .execute()
}

function* toChunks(all: readonly string[]): Generator<readonly string[]> {
  for (let from = 0; from < all.length; from += chunkSize) yield all.slice(from, from + chunkSize)
}
