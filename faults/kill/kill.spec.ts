import { expect, it } from 'vitest'
import { runKills } from './run-kills.ts'

it('acknowledged starts, answers and ends survive kill -9, and no attempt is half stored', async () => {
  const report = await runKills({ kills: 1, seed: 2, servers: 1 })
  expect(report.kills).toBe(1)
  expect(report.answers).toBeGreaterThan(0)
  expect(report.starts).toBeGreaterThanOrEqual(8)
  expect(report.lost).toEqual([])
}, 60_000)
