import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { auditedAccounts, auditedOrigin } from './audited-accounts.ts'
import { auditedAttempts } from './audited-attempts.ts'
import { auditedExams } from './audited-exams.ts'
import { auditedStudents } from './audited-students.ts'
import { call, type MatrixWorld } from './matrix-calls.ts'
import { createMatrixFixture } from './matrix-fixture.ts'
import { isOpenTo } from './roles-matrix.ts'
import { createTestApp } from './test-app-per-engine.ts'

const rows = [...auditedAccounts, ...auditedStudents, ...auditedExams, ...auditedAttempts]
/** Acts that need a server of their own, and the spec that compares their line. */
const heldElsewhere = {
  exemptNetwork: {
    line: 'network.let-in',
    spec: 'server/accounts/slowed-logins/slowed-logins.spec.ts',
  },
  followMachineClock: {
    line: 'clock.followed',
    spec: 'server/incidents/exam-clock/exam-clock.spec.ts',
  },
} as const

/** Reads that show or take out much about people. */
const recordedReads = {
  exportAuditEntries: ['audit-log.exported'],
  exportExamAttempts: ['scores.exported'],
  exportIncidents: ['incidents.exported'],
  exportRegister: ['register.exported'],
  exportStudents: ['students.exported'],
  getStudent: ['student.viewed'],
}

let world: MatrixWorld
beforeAll(async () => {
  const app = await createTestApp({ publicUrl: auditedOrigin })
  world = { app, ...(await createMatrixFixture(app)) }
})
afterAll(() => world.app.close())

describe('an act of staff', () => {
  it.each(rows.map((row) => ({ ...row, label: [row.name, row.when].filter(Boolean).join(', ') })))(
    '$label leaves exactly $lines in the audit log',
    async ({ name, prepare, lines }) => {
      const changes = await prepare?.(world)
      const before = await listActions()
      const reply = await call(world, name, changes)
      expect(reply.status, reply.text).toBeLessThan(300)
      expect((await listActions()).slice(before.length)).toEqual(lines)
    },
  )

  it('that only reads leaves a line for what is exported or shown of a student', async () => {
    const reads: Record<string, string[]> = {}
    for (const name of listStaffCalls((method) => method === 'GET')) {
      const before = await listActions()
      await call(world, name)
      const lines = (await listActions()).slice(before.length)
      if (lines.length > 0) reads[name] = lines
    }
    expect(reads).toEqual(recordedReads)
  })

  it('that can change something has a line, or a reason why not', () => {
    const known = new Set([...rows.map(({ name }) => name), ...Object.keys(heldElsewhere)])
    const acts = listStaffCalls((method) => method !== 'GET')
    expect(acts.filter((name) => !known.has(name))).toEqual([])
    const silent = rows.filter(({ lines, because }) => lines.length === 0 && !because)
    expect(silent).toEqual([])
  })

  it.each(Object.entries(heldElsewhere))('%s is compared by a spec of its own', (name, held) => {
    const spec = readFileSync(new URL(`../${held.spec}`, import.meta.url), 'utf8')
    expect(spec).toContain(name)
    expect(spec).toContain(`'${held.line}'`)
  })
})

function listStaffCalls(takes: (method: Endpoint['method']) => boolean): string[] {
  return Object.entries(endpoints)
    .filter(([, { method, access }]) => takes(method) && access !== 'visitor')
    .filter(([, endpoint]) => isOpenTo(endpoint, 'staff: owner'))
    .map(([name]) => name)
}

async function listActions(): Promise<string[]> {
  const { read } = world.app.deps.db
  const entries = await read.selectFrom('audit').select('action').orderBy('sequence').execute()
  return entries.map(({ action }) => action)
}
