import type { TableColumn } from '#core/tables/columns.ts'
import { fingerprintHeads } from '#core/tables/heads.ts'
import type { RememberedColumns, TableDescription } from '#core/tables/layout.ts'
import { readStored, type StoredName, writeStored } from '../../client/browser-storage.ts'

const maxRemembered = 30

/** Keeps the choices made for the columns of tables on this device, the last ones first. */
export function createColumnMemory<Field>(
  name: StoredName,
  { roles: knownRoles }: TableDescription<Field>,
) {
  function isRemembered(value: unknown): value is RememberedColumns<Field> {
    if (typeof value !== 'object' || value === null) return false
    const { heads, roles, savedAt } = value as Partial<RememberedColumns<Field>>
    return (
      typeof heads === 'string' &&
      typeof savedAt === 'number' &&
      Array.isArray(roles) &&
      roles.every((role) => knownRoles.includes(role))
    )
  }

  function read(): readonly RememberedColumns<Field>[] {
    try {
      const stored: unknown = JSON.parse(readStored(name) ?? '[]')
      return Array.isArray(stored) ? stored.filter(isRemembered) : []
    } catch {
      return []
    }
  }

  const listOthers = (heads: string | null) => read().filter((one) => one.heads !== heads)
  const toHeads = (columns: readonly TableColumn<Field>[]) =>
    fingerprintHeads(columns.map(({ head }) => head))

  return {
    read,
    /** Without heads there is nothing to know a table by. */
    remember(columns: readonly TableColumn<Field>[]) {
      const heads = toHeads(columns)
      if (heads === null) return
      const roles = columns.map(({ role }) => role ?? 'left-out')
      const remembered = [{ heads, roles, savedAt: Date.now() }, ...listOthers(heads)]
      writeStored(name, JSON.stringify(remembered.slice(0, maxRemembered)))
    },
    forget(columns: readonly TableColumn<Field>[]) {
      writeStored(name, JSON.stringify(listOthers(toHeads(columns))))
    },
  }
}
