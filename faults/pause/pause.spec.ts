import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { openOwnSchema } from '../own-schema.ts'
import { runPause } from './run-pause.ts'

const seed = 1
const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function openSchema() {
  const { drop, ...postgres } = await openOwnSchema()
  closers.push(drop)
  return postgres
}

// The long form is `npm run faults -- pause --long`.
it(`kill -9 during a pause uncovers no paper, moves no deadline and loses no answer, seed ${seed}`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pause-'))
  closers.push(() => rmSync(folder, { recursive: true, force: true }))
  const postgres = process.env.ENGINE === 'postgres' ? await openSchema() : undefined
  const report = await runPause({
    folder,
    seed,
    students: 6,
    pauseMs: 3_000,
    pollSeconds: 0.5,
    waitsForEnd: false,
    ...(postgres && { postgres }),
  })
  expect(report.broken).toEqual([])
  expect(report.answers).toBeGreaterThanOrEqual(6 * 3)
  expect(report.offMs).toHaveLength(report.isUndone ? 5 : 4)
}, 60_000)
