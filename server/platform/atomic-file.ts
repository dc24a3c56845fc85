import { randomBytes } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Writes a file completely or not at all, durable against a power cut once it resolves: written to
 * a temporary file, fsynced, renamed, the folder fsynced. Readable by the server's own user only.
 */
export async function writeAtomically(
  folder: string,
  name: string,
  bytes: Uint8Array,
): Promise<void> {
  const temporary = join(folder, makeTemporaryName(name))
  try {
    await writeAndSync(temporary, bytes)
    await rename(temporary, join(folder, name))
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  await syncFolder(folder)
}

export function makeTemporaryName(name: string): string {
  return `.${name}.${randomBytes(6).toString('hex')}.tmp`
}

export async function writeAndSync(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** A name is on disk only when its folder is. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
