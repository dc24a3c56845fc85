import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

export type ResourceUse = {
  /** The most that the process held in memory. */
  readonly rssMb: number
  /** The most by which the folder grew. */
  readonly grownMb: number
}

const sampleIntervalMs = 200

/** Samples the memory of the process and the size of its folder until it is stopped. */
export function watchServer(pid: number, folder: string): () => ResourceUse {
  const sizeBefore = getFolderSize(folder)
  let rssMb = 0
  let grownMb = 0
  const sample = () => {
    rssMb = Math.max(rssMb, readRssMb(pid))
    grownMb = Math.max(grownMb, (getFolderSize(folder) - sizeBefore) / 1e6)
  }
  const timer = setInterval(sample, sampleIntervalMs)
  return () => {
    clearInterval(timer)
    sample()
    return { rssMb: Math.round(rssMb), grownMb: Math.round(grownMb * 10) / 10 }
  }
}

function readRssMb(pid: number): number {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return (Number(kilobytes ?? 0) * 1024) / 1e6
  } catch {
    return 0
  }
}

function getFolderSize(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + getFileSize(join(parentPath, name)), 0)
}

/** A file that was removed meanwhile is none. */
function getFileSize(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}
