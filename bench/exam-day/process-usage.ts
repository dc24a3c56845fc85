import { readFileSync, statSync } from 'node:fs'

/** Usage of processes since their start. */
export type Usage = {
  readonly serverCpuSeconds: number
  /** Null where the database is in the server's process, or not on this machine. */
  readonly databaseCpuSeconds: number | null
  readonly clientCpuSeconds: number
  /** Megabytes that the machine wrote to the disk of the data; null where it lies in memory. */
  readonly diskMb: number | null
}
export type UsageSample = Usage & {
  /** By `performance.now()`. */
  readonly atMs: number
  /** Memory of all processes of the server, without the database. */
  readonly rssMb: number
}

export type WatchedProcesses = {
  readonly serverPids: readonly number[]
  readonly databasePid: number | null
  /** The data folder. */
  readonly folder: string
}

const sampleIntervalMs = 500

export function watchProcesses({ serverPids, databasePid, folder }: WatchedProcesses) {
  const samples: UsageSample[] = []
  const sample = (): UsageSample => {
    const server = serverPids.reduce((sum, pid) => sum + readCpuSeconds(pid), 0)
    const { user, system } = process.cpuUsage()
    const taken = {
      atMs: performance.now(),
      serverCpuSeconds: server,
      databaseCpuSeconds: databasePid === null ? null : readCpuSeconds(databasePid),
      clientCpuSeconds: (user + system) / 1e6,
      diskMb: readDiskMb(folder),
      rssMb: serverPids.reduce((sum, pid) => sum + readRssMb(pid), 0),
    }
    samples.push(taken)
    return taken
  }
  const timer = setInterval(sample, sampleIntervalMs)
  return { samples, sample, stop: () => clearInterval(timer) }
}

export type WatchUsage = ReturnType<typeof watchProcesses>

/** USER_HZ, which is 100 on every Linux. */
const ticksPerSecond = 100

/**
 * CPU time of a process with its threads and its children, those that ended included, as Linux
 * counts it.
 */
export function readCpuSeconds(pid: number): number {
  const stat = readProc(pid, 'stat')
  // The name in parentheses may hold spaces; the times are the 14th to 17th fields, the last two
  // those of children that have ended.
  const ticks = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
  const own = ticks.reduce((sum, one) => sum + Number(one), 0) / ticksPerSecond
  return listChildren(pid).reduce((sum, child) => sum + readCpuSeconds(child), own)
}

function listChildren(pid: number): number[] {
  return readProc(pid, `task/${pid}/children`).split(' ').filter(Boolean).map(Number)
}

export function readRssMb(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readProc(pid, 'status'))?.[1]
  return Math.round((Number(kilobytes ?? 0) * 1024) / 1e6)
}

/** Memory that processes share is divided among them. It is slow to find out: not for each sample. */
export function readSharedMb(pid: number): number {
  const kilobytes = /^Pss:\s+(\d+) kB/m.exec(readProc(pid, 'smaps_rollup'))?.[1]
  const own = (Number(kilobytes ?? 0) * 1024) / 1e6
  return Math.round(listChildren(pid).reduce((sum, child) => sum + readSharedMb(child), own))
}

/** The seventh figure of a disk's statistics: sectors written, 512 bytes each on every disk. */
const sectorsWritten = 6

/** Megabytes written to the disk of a folder since the machine's start, by any process. */
function readDiskMb(folder: string): number | null {
  const { dev } = statSync(folder)
  // As glibc's gnu_dev_major and gnu_dev_minor.
  const major = (dev >> 8) & 0xfff
  const minor = (dev & 0xff) | ((dev >> 12) & 0xfff00)
  const statistics = readText(`/sys/dev/block/${major}:${minor}/stat`).trim()
  if (statistics === '') return null
  return (Number(statistics.split(/\s+/)[sectorsWritten]) * 512) / 1e6
}

/** Empty for a process that has just ended. */
function readProc(pid: number, file: string): string {
  return readText(`/proc/${pid}/${file}`)
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
