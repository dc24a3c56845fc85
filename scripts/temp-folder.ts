import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memoryFolder = '/dev/shm'
/** A whole run leaves 20 MB and holds a few hundred at once, PostgreSQL's files with them. */
const neededBytes = 4 * 1024 ** 3

/**
 * Gives this process and those it starts a folder for temporary files, which is removed at the end.
 * It is in memory where there is room: databases that live for one spec need no disk.
 */
export function setTempFolder(): void {
  const folder = mkdtempSync(join(hasRoomInMemory() ? memoryFolder : tmpdir(), 'checks-'))
  // PostgreSQL does not run as root, and its folder is in here.
  chmodSync(folder, 0o711)
  process.env.TMPDIR = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
}

function hasRoomInMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memoryFolder)
    return bavail * bsize >= neededBytes
  } catch {
    return false
  }
}
