import { getRetentionCutoff } from '#core/students/retention.ts'
import { type Actor, audit, systemActor } from '../audit-log/audit.ts'
import type { Deps } from '../deps.ts'
import { enquiriesToErase, eraseEnquiries } from './store.ts'

const mostAtOnce = 100

type Erasure = { readonly ids: readonly string[]; readonly actor: Actor }

/** With the letters about them, rows and files. @returns how many there were. */
export async function eraseForGood(deps: Deps, { ids, actor }: Erasure): Promise<number> {
  let erased = 0
  for (let from = 0; from < ids.length; from += mostAtOnce) {
    erased += await eraseSome(deps, { ids: ids.slice(from, from + mostAtOnce), actor })
  }
  return erased
}

async function eraseSome(deps: Deps, { ids, actor }: Erasure): Promise<number> {
  const { db, mail, now } = deps
  const letters = await mail.listEmailIds(db.read, { enquiryIds: ids })
  // Files first: killed in between, the rows are still there to be erased.
  await mail.eraseFiles(letters)
  const gone = await db.erase(async (tx) => {
    const erased = await eraseEnquiries(tx, ids)
    const event = { actor, action: 'enquiries.erased', detail: { ids: erased } } as const
    if (erased.length > 0) await audit(tx, deps, event, now())
    return erased
  })
  // One that was on its way into the folder a moment ago.
  await mail.eraseFiles(letters)
  return gone.length
}

export async function eraseOldEnquiries(deps: Deps): Promise<void> {
  for (;;) {
    const at = deps.now()
    const ids = await enquiriesToErase(deps.db.read, {
      handledUntil: getRetentionCutoff('enquiry-handled', at),
      sentUntil: getRetentionCutoff('enquiry-open', at),
      most: mostAtOnce,
    })
    if (ids.length === 0) return
    await eraseForGood(deps, { ids, actor: systemActor })
  }
}
