import { statfs } from 'node:fs/promises'

export type DiskSpace = {
  readonly freeBytes: number
  /** Too little for files that anybody may send. */
  readonly isLow: boolean
}

export type DiskMonitor = {
  /** As it was a few seconds ago at most. */
  check(): Promise<DiskSpace>
}

const minFreeBytes = 500_000_000
/** On a disk below 5 GB that would be much of it. */
const minFreeShare = 0.1
const cacheMs = 5_000

/** The disks that these folders lie on, by the fuller one. */
export function createDiskMonitor(folders: readonly string[], floor?: number): DiskMonitor {
  let lastCheck: { readonly at: number; readonly check: Promise<DiskSpace> } | null = null
  return {
    check() {
      const at = performance.now()
      if (!lastCheck || at - lastCheck.at > cacheMs)
        lastCheck = { at, check: checkFolders(folders, floor) }
      return lastCheck.check
    },
  }
}

async function checkFolders(folders: readonly string[], floor?: number): Promise<DiskSpace> {
  const spaces = await Promise.all(folders.map((folder) => checkFolder(folder, floor)))
  return {
    freeBytes: Math.min(...spaces.map(({ freeBytes }) => freeBytes)),
    isLow: spaces.some(({ isLow }) => isLow),
  }
}

async function checkFolder(folder: string, floor?: number): Promise<DiskSpace> {
  const { bsize, bavail, blocks } = await statfs(folder)
  const freeBytes = bavail * bsize
  const requiredBytes = floor ?? Math.min(minFreeBytes, blocks * bsize * minFreeShare)
  return { freeBytes, isLow: freeBytes < requiredBytes }
}
