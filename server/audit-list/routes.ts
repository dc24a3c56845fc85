import * as contract from '#contract/audit-log.ts'
import { withRows } from '../database/pagination.ts'
import type { Deps } from '../deps.ts'
import type { BindEndpoint } from '../http/bind-endpoint.ts'
import { exportAuditLog } from './export-audit-log.ts'
import { listEntries } from './queries.ts'
import { toAuditEntries } from './serialize.ts'

export function auditListRoutes(bind: BindEndpoint, deps: Deps) {
  const { db } = deps

  bind(contract.listAuditEntries, async ({ query }) => {
    const page = await listEntries(db.read, query)
    return withRows(page, await toAuditEntries(db.read, page.rows))
  })

  bind(contract.exportAuditEntries, ({ query, actor }) => exportAuditLog(deps, { query, actor }))
}
