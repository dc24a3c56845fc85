import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSeededRandom } from '#core/random.ts'
import { createLedger } from '#simulated-class/ledger.ts'
import { cutPower } from './cut-power.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'cut-power-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const toHex = (text: string) =>
  [...Buffer.from(text)].map((byte) => `\\x${byte.toString(16)}`).join('')

/** A server was killed while it wrote `bbbb` over `aaaa`. */
function replayKilledWrite(after: string, end: readonly string[]) {
  const wal = join(dataDir, 'institute.db-wal')
  const log = join(dataDir, 'calls.log')
  const lines = [
    `11 1.000001 openat(AT_FDCWD, "${toHex(wal)}", O_RDWR|O_CLOEXEC) = 7 <0.000010>`,
    `11 1.000002 pwrite64(7, "${toHex('bbbb')}", 4, 0 <unfinished ...>`,
    ...end,
    '11 1.000005 +++ killed by SIGKILL +++',
  ]
  writeFileSync(log, `${lines.join('\n')}\n`)
  const recording = {
    dataDir,
    log,
    answers: createLedger(),
    registrations: [],
    output: '',
    before: new Map([[wal, Buffer.from('aaaa')]]),
    after: new Map([[wal, Buffer.from(after)]]),
    exitCode: null,
    hasServed: true,
    remove: () => {},
  }
  return cutPower(recording, { cuts: 0, random: createSeededRandom(1) })
}

describe.each([
  { of: 'that the log leaves open', end: [] },
  { of: 'without a result', end: ['11 1.000004 <... pwrite64 resumed>) = ?'] },
])('a write $of', ({ end }) => {
  it.each(['aaaa', 'bbaa', 'bbbb'])('may have left %s', async (after) => {
    expect(await replayKilledWrite(after, end)).toEqual({ cuts: 0, broken: 0, losses: [] })
  })

  it.each(['aaac', 'bbb', 'bbbbb'])('cannot have left %s', async (after) => {
    await expect(replayKilledWrite(after, end)).rejects.toThrow('another institute.db-wal')
  })
})
