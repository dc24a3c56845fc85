import type { DeedName } from '#contract/audit.ts'
import { nameKey } from '#core/name-key.ts'
import type { Db, Deps } from './deps.ts'

/** Who did it: an account, or the system itself. */
export type Actor = { readonly id: string | null; readonly email: string; readonly address: string }

export type Deed = {
  readonly actor: Actor
  readonly action: DeedName
  readonly subject?: string
  readonly detail?: string
}

/** Append-only, in the transaction of the deed itself. */
export async function audit(tx: Db, { newId }: Pick<Deps, 'newId'>, deed: Deed, at: number) {
  const { email, address } = deed.actor
  const words = [email, deed.action, address, deed.detail ?? ''].join(' ')
  await tx
    .insertInto('audit')
    .values({
      id: newId(),
      at,
      actor_id: deed.actor.id,
      actor: email,
      action: deed.action,
      subject: deed.subject ?? null,
      detail: deed.detail ?? null,
      address,
      search_key: nameKey(words).slice(0, 500),
    })
    .execute()
}
