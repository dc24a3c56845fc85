import { afterEach, expect, it } from 'vitest'
import { getExamDay } from '#contract/exam-day.ts'
import { decideIncidents, listIncidents, revertDecision } from '#contract/incidents.ts'
import { reportEvent } from '#contract/proctoring.ts'
import { createReleasedExam, createStudent, startAttempt } from '#test/factories.ts'
import type { TestApp } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'

let app: TestApp
afterEach(() => app.close())

it('counts running tests at each call, new incidents twice a minute, and decisions at once', async () => {
  app = await createTestApp()
  const admin = await app.createAdmin()
  const read = async () => (await admin.request(getExamDay)).json
  const { _id: testId } = await createReleasedExam(admin, { integrityMode: 'strict' })
  expect(await read()).toEqual({ runningTests: 0, openIncidents: 0 })

  const student = await createStudent(app)
  const { attemptId } = await startAttempt(student, testId)
  expect(await read()).toEqual({ runningTests: 1, openIncidents: 0 })
  const at = new Date(app.clock.at).toISOString()
  await student.request(reportEvent, { params: { attemptId }, body: { kind: 'devtools', at } })
  expect(await read()).toEqual({ runningTests: 0, openIncidents: 0 })
  app.advanceClock(30_000)
  expect(await read()).toEqual({ runningTests: 0, openIncidents: 1 })

  const [group] = (await admin.request(listIncidents, { query: {} })).json
  const incidents = [{ _id: group?.members[0]?._id ?? '', attemptId }]
  const decision = { decisionId: 'd', groupId: group?._id ?? '', why: 'Network' }
  const body = { ...decision, incidents, outcome: 'no-consequence' as const }
  await admin.request(decideIncidents, { body })
  expect((await read()).openIncidents).toBe(0)
  await admin.request(revertDecision, { body: { decisionId: 'd', why: 'A slip' } })
  expect((await read()).openIncidents).toBe(1)

  app.advanceClock(8 * 24 * 60 * 60_000)
  const teacher = await app.createStaff('teacher')
  expect((await teacher.request(getExamDay)).json.openIncidents).toBe(0)
})
