import { columnRoles, type TableColumn } from '#core/questions/formats/table-columns.ts'
import type { RememberedColumns } from '#core/questions/formats/table-heads.ts'
import { fingerprintHeads } from '#core/tables/heads.ts'
import { readStored, writeStored } from '../../../client/browser-storage.ts'

const maxRemembered = 30

export function readRememberedColumns(): readonly RememberedColumns[] {
  try {
    const stored: unknown = JSON.parse(readStored('import-columns') ?? '[]')
    return Array.isArray(stored) ? stored.filter(isRemembered) : []
  } catch {
    return []
  }
}

function isRemembered(value: unknown): value is RememberedColumns {
  if (typeof value !== 'object' || value === null) return false
  const { heads, roles, savedAt } = value as Partial<RememberedColumns>
  return (
    typeof heads === 'string' &&
    typeof savedAt === 'number' &&
    Array.isArray(roles) &&
    roles.every((role) => columnRoles.includes(role))
  )
}

/** Remembers these columns, the last ones first; without heads there is nothing to know them by. */
export function rememberColumns(columns: readonly TableColumn[]) {
  const heads = fingerprintHeads(columns.map(({ head }) => head))
  if (heads === null) return
  const roles = columns.map(({ role }) => role ?? 'left-out')
  const others = readRememberedColumns().filter((one) => one.heads !== heads)
  const remembered = [{ heads, roles, savedAt: Date.now() }, ...others]
  writeStored('import-columns', JSON.stringify(remembered.slice(0, maxRemembered)))
}

export function forgetColumns(columns: readonly TableColumn[]) {
  const heads = fingerprintHeads(columns.map(({ head }) => head))
  const others = readRememberedColumns().filter((one) => one.heads !== heads)
  writeStored('import-columns', JSON.stringify(others))
}
