import { spawnSync } from 'node:child_process'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

const megabytes = 24
/** `$0` is the folder, `$1` what is to lie in it, and the rest the command. */
const mountScript = `mount -t tmpfs -o size=${megabytes}m tmpfs "$0" && cp -a "$1/." "$0" && shift && exec "$@"`
const unshare = ['unshare', '--user', '--map-root-user', '--mount', 'sh', '-c']

/** Linux lets some users have a disk of their own in memory, and others not. */
export const canMount =
  spawnSync(unshare[0] as string, [...unshare.slice(1), 'mount -t tmpfs tmpfs /tmp']).status === 0

/** Before a command: it sees a small disk in place of the folder, with a copy of another in it. */
export function toSmallDiskCommand(folder: string, contents: string): string[] {
  return [...unshare, mountScript, folder, contents]
}

/** The folder as that process sees it. */
export function findSmallDisk(pid: number, folder: string): string {
  return join(`/proc/${pid}/root`, folder)
}

/** Leaves not a byte. */
export function fillDisk(folder: string): void {
  const file = openSync(join(folder, 'filler'), 'w')
  try {
    for (const chunkBytes of [1024 * 1024, 4_096]) writeUntilFull(file, Buffer.alloc(chunkBytes))
  } finally {
    closeSync(file)
  }
}

export function freeDisk(folder: string): void {
  rmSync(join(folder, 'filler'))
}

function writeUntilFull(file: number, chunk: Buffer) {
  for (;;) {
    try {
      if (writeSync(file, chunk) < chunk.length) return
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return
      throw error
    }
  }
}
