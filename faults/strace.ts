import { spawnSync } from 'node:child_process'
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

export const hasStrace = spawnSync('strace', ['-V']).status === 0

export function requireStrace(): void {
  if (hasStrace) return
  throw new Error('strace is needed, on Linux: apt-get install strace')
}

type StraceOptions = {
  readonly log: string
  readonly calls: readonly string[]
  /** As strace's `--inject` takes it: `fsync:error=EIO:when=3`. */
  readonly inject?: string
}

/**
 * Before a command: has its system calls written to a log, all their bytes included. The command
 * keeps its process id, so that a signal reaches it and not strace.
 */
export function toStraceCommand({ log, calls, inject }: StraceOptions): string[] {
  // Other calls then cost nothing; but strace forgets to send signals.
  const filter = inject?.includes('signal=') ? [] : ['--seccomp-bpf']
  return [
    ...['strace', '-D', '-f', '-q', '-ttt', '-T', '-xx', '-s', '4000000', ...filter],
    ...['-o', log, '-e', `trace=${calls.join(',')}`],
    ...(inject ? ['-e', `inject=${inject}`] : []),
  ]
}

const endTimeoutMs = 20_000
const partBytes = 4_096

/** Resolves when strace has written the last line about a process that has ended, or is ending. */
export async function waitForLogEnd(log: string): Promise<void> {
  const deadline = performance.now() + endTimeoutMs
  const [process] = readPart(log, 0).split(' ', 1)
  const lastLine = new RegExp(`^${process} .*\\+\\+\\+ (killed|exited)`, 'm')
  while (!lastLine.test(readPart(log, -partBytes))) {
    if (performance.now() > deadline) throw new Error(`strace did not finish ${log}`)
    await pause(20)
  }
}

/** From the start, or up to the end where the position is below 0. */
function readPart(path: string, from: number): string {
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    const bytes = Buffer.alloc(Math.min(size, partBytes))
    readSync(file, bytes, 0, bytes.length, from < 0 ? size - bytes.length : from)
    return bytes.toString('latin1')
  } finally {
    closeSync(file)
  }
}
