import { readFileSync } from 'node:fs'

/** Of processes since their start. */
export type Usage = {
  readonly serverCpuSeconds: number
  /** Null where the database is in the server's process, or not on this machine. */
  readonly databaseCpuSeconds: number | null
  readonly clientCpuSeconds: number
  readonly writtenMb: number
}
export type UsageSample = Usage & {
  /** By `performance.now()`. */
  readonly atMs: number
  /** Of all processes of the server, without the database. */
  readonly rssMb: number
}

export type WatchedProcesses = {
  readonly serverPids: readonly number[]
  readonly databasePid: number | null
}

const sampleIntervalMs = 500

export function watchProcesses({ serverPids, databasePid }: WatchedProcesses) {
  const samples: UsageSample[] = []
  const sample = (): UsageSample => {
    const server = addUp(serverPids.map(readTree))
    const database = databasePid === null ? null : readTree(databasePid)
    const { user, system } = process.cpuUsage()
    const taken = {
      atMs: performance.now(),
      serverCpuSeconds: server.cpuSeconds,
      databaseCpuSeconds: database ? database.cpuSeconds : null,
      clientCpuSeconds: (user + system) / 1e6,
      writtenMb: server.writtenMb + (database?.writtenMb ?? 0),
      rssMb: serverPids.reduce((sum, pid) => sum + readRssMb(pid), 0),
    }
    samples.push(taken)
    return taken
  }
  const timer = setInterval(sample, sampleIntervalMs)
  return { samples, sample, stop: () => clearInterval(timer) }
}

export type WatchUsage = ReturnType<typeof watchProcesses>

type ProcessUsage = { readonly cpuSeconds: number; readonly writtenMb: number }

/** USER_HZ, which is 100 on every Linux. */
const ticksPerSecond = 100

/** A process with its threads and its children, those that ended included, as Linux counts it. */
export function readTree(pid: number): ProcessUsage {
  return addUp([readProcess(pid), ...listChildren(pid).map(readTree)])
}

function readProcess(pid: number): ProcessUsage {
  const stat = readProc(pid, 'stat')
  // The name in parentheses may hold spaces; the times are the 14th to 17th fields, the last two
  // those of children that have ended.
  const ticks = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
  return {
    cpuSeconds: ticks.reduce((sum, one) => sum + Number(one), 0) / ticksPerSecond,
    writtenMb: Number(/^write_bytes: (\d+)/m.exec(readProc(pid, 'io'))?.[1] ?? 0) / 1e6,
  }
}

function addUp(usages: readonly ProcessUsage[]): ProcessUsage {
  return usages.reduce(
    (sum, { cpuSeconds, writtenMb }) => ({
      cpuSeconds: sum.cpuSeconds + cpuSeconds,
      writtenMb: sum.writtenMb + writtenMb,
    }),
    { cpuSeconds: 0, writtenMb: 0 },
  )
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

/** Empty for a process that has just ended. */
function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
