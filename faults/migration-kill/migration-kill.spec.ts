import { expect, it } from 'vitest'
import { createSeededRandom } from '#core/random.ts'
import { hasStrace } from '../strace.ts'
import { runMigrationKills } from './run-migration-kills.ts'

it.skipIf(!hasStrace)(
  'a migration killed halfway is completed by the next start',
  async () => {
    const report = await runMigrationKills({ kills: 2, random: createSeededRandom(1) })
    expect(report.calls).toBeGreaterThan(50)
    expect(report).toMatchObject({ kills: 2, broken: [] })
  },
  60_000,
)
