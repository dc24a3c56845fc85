import { getRetentionCutoff } from '#core/students/retention.ts'
import { audit, systemActor } from '../audit-log/audit.ts'
import type { Deps } from '../deps.ts'
import type { Actor } from '../http/session.ts'
import { eraseEnquiries, listEnquiriesToErase } from './queries.ts'

const batchSize = 100

type EraseEnquiriesInput = { readonly ids: readonly string[]; readonly actor: Actor }

/** With the emails about them, rows and files. @returns how many there were. */
export async function erasePermanently(
  deps: Deps,
  { ids, actor }: EraseEnquiriesInput,
): Promise<number> {
  let erased = 0
  for (let from = 0; from < ids.length; from += batchSize) {
    erased += await eraseBatch(deps, { ids: ids.slice(from, from + batchSize), actor })
  }
  return erased
}

async function eraseBatch(deps: Deps, { ids, actor }: EraseEnquiriesInput): Promise<number> {
  const { db, mail, now } = deps
  const emailIds = await mail.listEmailIds(db.read, { enquiryIds: ids })
  // Files first: killed in between, the rows are still there to be erased.
  await mail.eraseFiles(emailIds)
  const erasedIds = await db.erase(async (tx) => {
    const erased = await eraseEnquiries(tx, ids)
    const event = { actor, action: 'enquiries.erased', detail: { ids: erased } } as const
    if (erased.length > 0) await audit(tx, deps, event, now())
    return erased
  })
  // One that was on its way into the folder a moment ago.
  await mail.eraseFiles(emailIds)
  return erasedIds.length
}

export async function eraseOldEnquiries(deps: Deps): Promise<void> {
  for (;;) {
    const at = deps.now()
    const ids = await listEnquiriesToErase(deps.db.read, {
      handledUntil: getRetentionCutoff('enquiry-handled', at),
      sentUntil: getRetentionCutoff('enquiry-open', at),
      limit: batchSize,
    })
    if (ids.length === 0) return
    await erasePermanently(deps, { ids, actor: systemActor })
  }
}
