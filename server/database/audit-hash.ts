import { createHash } from 'node:crypto'

/** An entry of the audit log without its own hash, as its table keeps it. */
export type ChainedEntry = {
  readonly sequence: number
  readonly id: string
  readonly at: number
  readonly actor_id: string | null
  readonly action: string
  readonly subject: string | null
  /** JSON. */
  readonly detail: string | null
  /** JSON: the salted hash of each value by its name. */
  readonly value_hashes: string | null
  readonly previous_hash: string
}

/**
 * Covers every column but the hash itself, and through the previous hash all entries before.
 * Hashes on disk depend on it: a change needs another version beside this one.
 */
export function hashEntry(entry: ChainedEntry): string {
  const { sequence, previous_hash, id, at, actor_id, action, subject, detail, value_hashes } = entry
  const canonical = [1, sequence, previous_hash, id, at, actor_id, action, subject]
  return sha256(JSON.stringify([...canonical, detail, value_hashes]))
}

/** A value can be erased with its salt, and nobody can find it by trying values. */
export function hashValue(salt: string, value: string): string {
  return sha256(`${salt}\n${value}`)
}

/** JSON with its keys in order, so that equal things have equal texts; null when nothing is in it. */
export function canonicalJson(fields: Readonly<Record<string, unknown>>): string | null {
  const kept = Object.entries(fields).filter(([, value]) => value !== undefined)
  if (kept.length === 0) return null
  return JSON.stringify(Object.fromEntries(kept.sort(([one], [other]) => (one < other ? -1 : 1))))
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
