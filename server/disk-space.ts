import { statfs } from 'node:fs/promises'

export type DiskLook = {
  readonly freeBytes: number
  /** Too little for files that anybody may send. */
  readonly isLow: boolean
}

export type Disk = {
  /** As it was a few seconds ago at most. */
  look(): Promise<DiskLook>
}

const floorBytes = 500_000_000
/** On a disk below 5 GB that would be much of it. */
const floorShare = 0.1
const goodForMs = 5_000

/** The disks that these folders lie on, by the fuller one. */
export function openDisk(folders: readonly string[], floor?: number): Disk {
  let last: { readonly at: number; readonly look: Promise<DiskLook> } | null = null
  return {
    look() {
      const at = performance.now()
      if (!last || at - last.at > goodForMs) last = { at, look: lookAtAll(folders, floor) }
      return last.look
    },
  }
}

async function lookAtAll(folders: readonly string[], floor?: number): Promise<DiskLook> {
  const looks = await Promise.all(folders.map((folder) => lookAt(folder, floor)))
  return {
    freeBytes: Math.min(...looks.map(({ freeBytes }) => freeBytes)),
    isLow: looks.some(({ isLow }) => isLow),
  }
}

async function lookAt(folder: string, floor?: number): Promise<DiskLook> {
  const { bsize, bavail, blocks } = await statfs(folder)
  const freeBytes = bavail * bsize
  const least = floor ?? Math.min(floorBytes, blocks * bsize * floorShare)
  return { freeBytes, isLow: freeBytes < least }
}
