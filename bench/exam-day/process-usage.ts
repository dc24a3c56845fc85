import { readFileSync } from 'node:fs'

export type ProcessUsage = {
  readonly cpuSeconds: number
  readonly writtenMb: number
}

/** USER_HZ, which is 100 on every Linux. */
const ticksPerSecond = 100

/** Of a process and its threads since its start, as Linux counts it. */
export function readUsage(pid: number): ProcessUsage {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name in parentheses may hold spaces; user and system time are the 14th and 15th fields.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const io = readFileSync(`/proc/${pid}/io`, 'utf8')
  return {
    cpuSeconds: (Number(fields[11]) + Number(fields[12])) / ticksPerSecond,
    writtenMb: Number(/^write_bytes: (\d+)/m.exec(io)?.[1] ?? 0) / 1e6,
  }
}

const sampleIntervalMs = 500

/** Samples the memory of a process until it is asked for the peak. */
export function watchMemory(pid: number): () => { readonly peakRssMb: number } {
  let peakRssMb = 0
  const sample = () => {
    const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    peakRssMb = Math.max(peakRssMb, (Number(kilobytes ?? 0) * 1024) / 1e6)
  }
  const timer = setInterval(sample, sampleIntervalMs)
  return () => {
    clearInterval(timer)
    sample()
    return { peakRssMb: Math.round(peakRssMb) }
  }
}
