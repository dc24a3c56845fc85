import { parse } from 'papaparse'
import { afterEach, expect, it } from 'vitest'
import { listAuditEntries } from '#contract/audit-log.ts'
import * as contract from '#contract/incidents.ts'
import { reportEvent } from '#contract/proctoring.ts'
import { listOwnAttempts } from '#contract/results.ts'
import { createReleasedExam, createStudent, startAttempt } from '#test/factories.ts'
import type { TestApp } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'

let app: TestApp
afterEach(() => app.close())

it('incidents are exported as filtered, one row for each student', async () => {
  app = await createTestApp()
  const admin = await app.createAdmin()
  const teacher = await app.createStaff('teacher')
  const { _id: testId } = await createReleasedExam(admin, { title: 'React JS' })
  for (const name of ['Asha Rao', '=HYPERLINK("x")', 'Zoya Sheikh']) {
    if (name === 'Zoya Sheikh') app.advanceClock(60_000)
    const student = await createStudent(app, name)
    const { attemptId } = await startAttempt(student, testId)
    const params = { attemptId }
    const at = new Date(app.clock.at).toISOString()
    const body = { kind: name === 'Zoya Sheikh' ? 'back' : 'devtools', at } as const
    await student.request(reportEvent, { params, body })
    const incidentId = (await student.request(listOwnAttempts)).json[0]?.incident?._id ?? ''
    const text = `+${name} pressed <b>F12</b>`
    await student.request(contract.writeStatement, { params, body: { incidentId, text } })
  }
  const { json: groups } = await teacher.request(contract.listIncidents, { query: {} })
  const [cluster] = groups
  const incidents = cluster?.members.map(({ _id, attemptId }) => ({ _id, attemptId })) ?? []
  const body = {
    decisionId: 'd',
    groupId: cluster?._id ?? '',
    outcome: 'voided',
    why: '-1',
  } as const
  await teacher.request(contract.decideIncidents, { body: { ...body, incidents } })

  const read = async (query: object) => {
    const { text, headers } = await teacher.request(contract.exportIncidents, { query })
    expect(headers['content-disposition']).toContain('incidents-2026-11-21.csv')
    return parse<Record<string, string>>(text.replace('\uFEFF', ''), {
      header: true,
      skipEmptyLines: true,
    }).data
  }
  const decided = await read({ state: 'decided' })
  expect(decided.map((row) => row.Student).toSorted()).toEqual([`'=HYPERLINK("x")`, 'Asha Rao'])
  expect(decided.find((row) => row.Student === 'Asha Rao')).toEqual({
    Test: 'React JS',
    Incident: 'Developer tools opened',
    'Students in it': '2',
    Student: 'Asha Rao',
    From: '2026-11-21T10:00:00+05:30',
    'For (s)': '',
    'Ended at': '2026-11-21T10:00:00+05:30',
    'Finish reason': 'Developer tools opened',
    'Attempt now': 'Void, not counted',
    Answered: '0',
    Questions: '5',
    'What the student wrote': "'+Asha Rao pressed <b>F12</b>",
    'Written at': '2026-11-21T10:00:00+05:30',
    Decision: 'Attempt void',
    Why: "'-1",
    'Given back (s)': '',
    'Decided at': '2026-11-21T10:01:00+05:30',
    'Decided by': expect.stringMatching(/\S/),
  })
  expect(await read({ state: 'open' })).toMatchObject([
    { Student: 'Zoya Sheikh', 'Students in it': '1', Decision: '', 'Decided at': '' },
  ])
  expect(await read({ search: 'zoya', days: 1 })).toHaveLength(1)
  const { json } = await admin.request(listAuditEntries, { query: {} })
  expect(json.filter(({ action }) => action === 'incidents.exported')).toMatchObject([
    { detail: { count: 1, format: 'csv' } },
    { detail: { count: 1 } },
    { detail: { count: 2 } },
  ])
  const book = await teacher.request(contract.exportIncidents, { query: { format: 'xlsx' } })
  expect(book.status).toBe(200)
})
