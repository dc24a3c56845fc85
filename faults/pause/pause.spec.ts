import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, inject, it } from 'vitest'
import { createSchema } from '#test/test-databases.ts'
import { runSql } from '../postgres/ledger.ts'
import type { InstituteOptions } from '../started-class.ts'
import { runPause } from './run-pause.ts'

const seed = 1
const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function openOwnSchema(): Promise<NonNullable<InstituteOptions['postgres']>> {
  const url = inject('postgresUrl')
  const schema = `pause_${crypto.randomUUID().replaceAll('-', '')}`
  const schemaUrl = await createSchema(url, schema)
  closers.push(() => runSql(url, `DROP SCHEMA ${schema} CASCADE`))
  return { url, schema, schemaUrl }
}

// The long form is `npm run faults -- pause --long`.
it(`kill -9 in a pause uncovers no paper, moves no deadline and loses no answer, seed ${seed}`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pause-'))
  closers.push(() => rmSync(folder, { recursive: true, force: true }))
  const postgres = process.env.ENGINE === 'postgres' ? await openOwnSchema() : undefined
  const report = await runPause({
    ...{ folder, seed, students: 6, pauseMs: 3_000, pollSeconds: 0.5, waitsForEnd: false },
    ...(postgres && { postgres }),
  })
  expect(report.broken).toEqual([])
  expect(report.answers).toBeGreaterThanOrEqual(6 * 3)
  expect(report.offMs).toHaveLength(5)
}, 60_000)
