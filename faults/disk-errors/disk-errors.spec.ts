import { expect, it } from 'vitest'
import { hasStrace } from '../strace.ts'
import { runDiskError } from './run-disk-errors.ts'

it.skipIf(!hasStrace)(
  'a failed fsync of an answer ends the server with a word, and nothing acknowledged is lost',
  async () => {
    const report = await runDiskError({ calls: 'fsync', ordinal: 20 }, 1)
    expect(report).toMatchObject({ outcome: 'ended', broken: [] })
    expect(report.answers).toBeGreaterThan(0)
  },
  60_000,
)
