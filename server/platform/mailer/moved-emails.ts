import { buildSearchKey } from '#core/text.ts'
import type { Db } from '../../database/database.ts'
import type { Person } from './email.ts'
import { updateRetryable } from './outbox-queries.ts'

type MovedEmails = {
  readonly accountId: string
  /** An address. */
  readonly from: string
  readonly to: Person
  readonly at: number
}

/**
 * Sends emails that have not arrived to the corrected address, also failed ones: the wrong address
 * may be why. One that is on its way may still arrive at the old address; another try goes to the
 * new one.
 */
export async function moveUnsentEmails(
  tx: Db,
  { accountId, from, to, at }: MovedEmails,
): Promise<void> {
  const rows = await tx
    .selectFrom('mails')
    .select(['id', 'subject'])
    .where('account_id', '=', accountId)
    .where('to_address', '=', from)
    .where('state', '!=', 'sent')
    .execute()
  for (const { id, subject } of rows) {
    await tx
      .updateTable('mails')
      .set({ to_name: to.name, to_address: to.address, search_key: toSearchKey(to, subject) })
      .where('id', '=', id)
      .execute()
    await updateRetryable(tx, at).where('id', '=', id).execute()
  }
}

/** Cut, so that it fits an index on every engine. */
export function toSearchKey(to: Person, subject: string): string {
  return buildSearchKey(`${to.name} ${to.address} ${subject}`).slice(0, 500)
}
