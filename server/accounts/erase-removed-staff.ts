import { getRetentionCutoff } from '#core/students/retention.ts'
import { audit, eraseAuditValues, systemActor } from '../audit-log/audit.ts'
import type { Deps } from '../deps.ts'
import { eraseAccounts } from './deletion-queries.ts'
import { listRemovedAdminIds } from './staff-queries.ts'

const batchSize = 20

/** Admins whose account was removed a year ago: until then the audit log names who did what. */
export async function eraseRemovedStaff(deps: Deps): Promise<void> {
  const { db, mail, now } = deps
  for (;;) {
    const at = now()
    const ids = await listRemovedAdminIds(
      db.read,
      getRetentionCutoff('removed-staff', at),
      batchSize,
    )
    if (ids.length === 0) return
    await mail.eraseFiles(await mail.listEmailIds(db.read, { accountIds: ids }))
    await db.erase(async (tx) => {
      await eraseAccounts(tx, ids)
      await eraseAuditValues(tx, ids)
      await audit(tx, deps, { actor: systemActor, action: 'admin.erased', detail: { ids } }, at)
    })
  }
}
