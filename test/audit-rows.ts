import type { AuditAction } from '#contract/audit-log.ts'
import { type CallChanges, call, type MatrixWorld } from './matrix-calls.ts'

/** One act of staff and the lines it leaves in the audit log. */
export type AuditRow = {
  readonly name: string
  readonly when?: string
  readonly prepare?: (world: MatrixWorld) => CallChanges | Promise<CallChanges>
  readonly lines: readonly AuditAction[]
  /** Why it leaves none. */
  readonly because?: string
}

/** An id in the reply of the endpoint's call. */
export async function callForId(
  world: MatrixWorld,
  name: string,
  thing: string,
  changes: CallChanges = {},
): Promise<string> {
  const { json, text } = await call(world, name, changes)
  const made = json[thing] as { readonly _id: string } | undefined
  if (!made) throw new Error(`${name} made no ${thing}: ${text}`)
  return made._id
}
