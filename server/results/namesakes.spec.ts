import { parse } from 'papaparse'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listAuditEntries } from '#contract/audit-log.ts'
import { addBatchStudents, listBatchStudents } from '#contract/batches.ts'
import * as windows from '#contract/exam-windows.ts'
import { listItemAnalyses, previewCorrection } from '#contract/grading.ts'
import { exportIncidents, listIncidents } from '#contract/incidents.ts'
import { getLiveTable } from '#contract/live.ts'
import * as results from '#contract/results.ts'
import { updateStudent } from '#contract/students.ts'
import { findNamesakes, toPersonLabel, toStudentLabel } from '#core/students/namesakes.ts'
import { buildRollNumberKey } from '#core/students/roll-number.ts'
import { buildSearchKey } from '#core/text.ts'
import {
  createBatch,
  createReleasedExam,
  createStudent,
  openWindow,
  startAttempt,
  type TestStudent,
} from '#test/factories.ts'
import { addRunningAttempts } from '#test/large-cohort.ts'
import type { TestApp, TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'

const pairs = 58
const size = 120
const minute = 60_000

let app: TestApp
let admin: TestClient
let first: TestStudent
let testId: string
let ids: readonly string[]

/** The two of a pair differ in capitals, spaces or how their letters are composed, if at all. */
function nameStudent(n: number): string {
  const name = `Aadhyé Iyer ${Math.floor(n / 2)}`
  if (n >= 2 * pairs) return `Nila Menon ${n}`
  const forms = [name, name.toUpperCase(), name.replace(' ', '  '), name.normalize('NFD')]
  return n % 2 === 0 ? name : (forms[n % 4 === 1 ? 0 : n % forms.length] ?? name)
}

beforeEach(async () => {
  app = await createTestApp()
  admin = await app.createAdmin()
  testId = (await createReleasedExam(admin, { integrityMode: 'warn' }))._id
  first = await createStudent(app, 'Aadhyé Iyer 0')
  const { attemptId } = await startAttempt(first, testId)
  await addRunningAttempts(app, attemptId, size - 1)
  await app.deps.db.write(async (tx) => {
    const students = await tx.selectFrom('students').select('id').orderBy('id').execute()
    const others = students.map(({ id }) => id).filter((id) => id !== first.id)
    ids = [first.id, ...others]
    for (const [n, id] of ids.entries()) {
      const name = nameStudent(n)
      const rollNumber = n % 3 === 0 ? `26-${1000 + n}` : null
      const keys = {
        name_key: buildSearchKey(name),
        roll_number_key: rollNumber && buildRollNumberKey(rollNumber),
      }
      const columns = { name, roll_number: rollNumber, ...keys }
      await tx.updateTable('students').set(columns).where('id', '=', id).execute()
    }
    const attempts = await tx.selectFrom('attempts').select('id').execute()
    const events = attempts.map(({ id }, n) => ({
      id: `event-${n}`,
      attempt_id: id,
      kind: 'devtools' as const,
      duration_ms: null,
      at: app.clock.at,
      received_at: app.clock.at,
      told_at: null,
    }))
    await tx.insertInto('attempt_events').values(events).execute()
  })
})
afterEach(() => app.close())

const finishAll = () =>
  app.deps.db.write((tx) =>
    tx
      .updateTable('attempts')
      .set({ finished_at: app.clock.at, finish_reason: 'Completed', score: 0 })
      .execute(),
  )

/** As they look to a reader. */
function expectDistinct(labels: readonly string[], count = size) {
  expect(labels).toHaveLength(count)
  expect(new Set(labels.map(buildSearchKey)).size).toBe(count)
}

function parseCsv(text: string) {
  const options = { header: true, skipEmptyLines: true } as const
  return parse<Record<string, string>>(text.replace('\uFEFF', ''), options).data
}

describe('58 pairs of namesakes in a class of 120', () => {
  it('are told apart in the scores and their export', async () => {
    const query = { limit: 1000 }
    const { json } = await admin.request(results.listExamAttempts, { params: { testId }, query })
    expectDistinct(json.map(toStudentLabel))
    expectDistinct((await admin.request(results.listAttempts, { query })).json.map(toStudentLabel))
    const { text } = await admin.request(results.exportExamAttempts, {
      params: { testId },
      query: {},
    })
    expectDistinct(
      parseCsv(text).map((row) => `${row.Student}, ${row['Roll number'] || row.Email}`),
    )
  })

  it('are told apart in Live, those with a namesake and nobody else', async () => {
    const { json } = await admin.request(getLiveTable, { params: { testId } })
    expectDistinct(json.students.map(toPersonLabel))
    const people = json.students.map(({ studentId: id, name }) => ({ id, name }))
    const identified = json.students.filter(({ identifier }) => identifier !== undefined)
    expect(new Set(identified.map(({ studentId }) => studentId))).toEqual(findNamesakes(people))
    expect(identified).toHaveLength(2 * pairs)
  })

  it('are told apart among the incidents and in their export', async () => {
    const { json } = await admin.request(listIncidents, { query: { limit: 1000 } })
    expectDistinct(json.flatMap(({ members }) => members).map(toStudentLabel))
    const { text } = await admin.request(exportIncidents, { query: {} })
    expectDistinct(parseCsv(text).map(({ Student = '' }) => Student))
  })

  it('are told apart where another key would change their scores', async () => {
    await finishAll()
    const { json } = await admin.request(listItemAnalyses, { params: { testId } })
    const [item] = json.items
    const query = {
      revisionId: item?.revisionId ?? '',
      questionId: item?.questionId ?? '',
      key: 'everyone',
    } as const
    const preview = await admin.request(previewCorrection, { params: { testId }, query })
    expectDistinct(preview.json.changes.map(toStudentLabel))
  })

  it('are told apart in named windows, overlaps, batches and among the absent', async () => {
    const batch = await createBatch(admin)
    const studentIds = [...ids]
    await admin.request(addBatchStudents, { params: { id: batch._id }, body: { studentIds } })
    const other = (await createReleasedExam(admin))._id
    const audience = { kind: 'students' as const, studentIds: studentIds.slice(0, 3) }
    const times = { now: app.clock.at, opens: 1, closes: 10 }
    const named = await openWindow(admin, other, { ...times, audience })
    expectDistinct(named.audience.names, 3)
    const { json } = await admin.request(windows.findWindowOverlap, {
      params: { testId: other },
      query: { batchId: batch._id },
    })
    expectDistinct(json.names, 3)
    const whole = { kind: 'batch' as const, batchId: batch._id }
    await openWindow(admin, other, { ...times, audience: whole })
    app.advanceClock(11 * minute)
    const query = { limit: 1000 }
    const params = { testId: other }
    const absent = await admin.request(windows.listAbsentStudents, { params, query })
    expectDistinct(absent.json.map(toPersonLabel))
    const members = await admin.request(listBatchStudents, { params: { id: batch._id }, query })
    expectDistinct(members.json.map(({ rollNumber, email }) => rollNumber ?? email))
  })

  it('are told apart in the audit log', async () => {
    for (const id of ids.slice(0, 2)) {
      await admin.request(updateStudent, { params: { id }, body: { remarks: 'Sits in front' } })
    }
    const query = { action: 'student.updated' } as const
    const { json } = await admin.request(listAuditEntries, { query })
    expectDistinct(
      json.flatMap(({ about }) => about).map(({ name }) => name),
      2,
    )
  })

  it('get no reply that mentions a namesake', async () => {
    const { text } = await first.request(results.listOwnAttempts, { query: {} })
    expect(text).toContain('Iyer')
    expect(text).not.toMatch(/identifier/i)
  })
})
