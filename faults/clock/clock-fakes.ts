import { isLongRun } from '#test/long-run.ts'

/** A replacement of our own: `Date` in the server's process is ahead by the seconds in a file. */
const dateOffsetScript = `
  import { readFileSync } from 'node:fs'
  const Real = Date
  const now = () => Real.now() + Number(readFileSync(process.env.FAKETIME_TIMESTAMP_FILE)) * 1000
  globalThis.Date = class extends Real {
    constructor(...given) { super(...(given.length > 0 ? given : [now()])) }
    static now() { return now() }
  }`

const libraryPath = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1'

export type ClockFake = {
  readonly by: string
  readonly env: Readonly<Record<string, string>>
  readonly nodeFlags: readonly string[]
}

const allFakes: readonly ClockFake[] = [
  {
    by: 'our own Date',
    env: {},
    nodeFlags: ['--import', `data:text/javascript,${encodeURIComponent(dateOffsetScript)}`],
  },
  {
    by: 'libfaketime',
    env: { LD_PRELOAD: libraryPath, FAKETIME_NO_CACHE: '1', FAKETIME_DONT_FAKE_MONOTONIC: '1' },
    nodeFlags: [],
  },
]

/** Debian's faketime is in a long run alone. */
export const clockFakes = isLongRun ? allFakes : allFakes.slice(0, 1)
