import type { Server } from '#test/server-process.ts'

type LogLine = { readonly level: number; readonly msg: string }

/** The server's lines about faults from now on. Its access log is a file of its own. */
export function collectLogLines({ child }: Server): LogLine[] {
  const lines: LogLine[] = []
  let rest = ''
  child.stdout?.on('data', (chunk) => {
    const parts = `${rest}${chunk}`.split('\n')
    rest = parts.pop() ?? ''
    for (const part of parts) {
      if (!part.startsWith('{')) continue
      const line: LogLine = JSON.parse(part)
      if (line.level >= 40 && !line.msg.includes('access log')) lines.push(line)
    }
  })
  return lines
}

/** There is one when it begins and one when it ends, however many calls fail in between. */
export const linesOfFullDisk = [
  'the disk of the database is full: nothing more can be saved',
  'the database can be written to again',
]
