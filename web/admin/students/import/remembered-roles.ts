import type { ImportColumn, RememberedRoles } from '#core/students/import/import-columns.ts'
import { importRoles } from '#core/students/import/import-rows.ts'
import { fingerprintHeads } from '#core/tables/heads.ts'
import { readStored, writeStored } from '../../../client/browser-storage.ts'

const maxRemembered = 30

export function readRememberedRoles(): readonly RememberedRoles[] {
  try {
    const stored: unknown = JSON.parse(readStored('student-columns') ?? '[]')
    return Array.isArray(stored) ? stored.filter(isRemembered) : []
  } catch {
    return []
  }
}

function isRemembered(value: unknown): value is RememberedRoles {
  if (typeof value !== 'object' || value === null) return false
  const { heads, roles, savedAt } = value as Partial<RememberedRoles>
  return (
    typeof heads === 'string' &&
    typeof savedAt === 'number' &&
    Array.isArray(roles) &&
    roles.every((role) => importRoles.includes(role))
  )
}

/** Without heads there is nothing to know a table by. */
export function rememberRoles(columns: readonly ImportColumn[]) {
  const heads = fingerprintHeads(columns.map(({ head }) => head))
  if (heads === null) return
  const roles = columns.map(({ role }) => role ?? 'left-out')
  const others = readRememberedRoles().filter((one) => one.heads !== heads)
  const remembered = [{ heads, roles, savedAt: Date.now() }, ...others]
  writeStored('student-columns', JSON.stringify(remembered.slice(0, maxRemembered)))
}
