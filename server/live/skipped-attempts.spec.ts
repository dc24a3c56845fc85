import { afterEach, beforeEach, expect, it } from 'vitest'
import { finishQuiz } from '#contract/attempts.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { applyAction } from '#contract/live.ts'
import { createReleasedExam, createStudent, startAttempt } from '#test/factories.ts'
import type { TestApp, TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'
import { systemActor } from '../audit-log/audit.ts'
import { finishAction } from './action-batches.ts'
import { applyDueActions } from './live-actions.ts'

let app: TestApp
let admin: TestClient
let student: TestClient
let testId: string
let attemptId: string
beforeEach(async () => {
  app = await createTestApp()
  admin = await app.createAdmin()
  testId = (await createReleasedExam(admin, { duration: 30 }))._id
  student = await createStudent(app)
  attemptId = (await startAttempt(student, testId)).attemptId
  app.advanceClock(60_000)
})
afterEach(() => app.close())

async function act(kind: BodyOf<typeof applyAction>['kind'], message?: string) {
  const body = { kind, attemptIds: [attemptId], reason: 'noise' as const, message }
  const { json } = await admin.request(applyAction, { params: { testId }, body })
  return { done: json.done, notDone: json.notDone }
}

const finish = () => student.request(finishQuiz, { params: { attemptId }, body: {} })
const readAttempt = () => app.deps.db.read.selectFrom('attempts').selectAll().executeTakeFirst()

it('a reopening skips an attempt that was declared void, without waiting', async () => {
  await finish()
  await app.deps.db.write((tx) => tx.updateTable('attempts').set({ voided_at: 1 }).execute())
  expect(await act('reopen')).toEqual({
    done: 0,
    notDone: [{ why: 'void', attemptIds: [attemptId] }],
  })
})

it('a resumption skips an attempt that is not paused, and leaves it as it is', async () => {
  const before = await readAttempt()
  const notDone = [{ why: 'not-paused', attemptIds: [attemptId] }]
  expect(await act('resume')).toEqual({ done: 0, notDone })
  expect(await readAttempt()).toEqual(before)
})

it('an end that waited finds an attempt that its student has finished, which is as good', async () => {
  expect(await act('end')).toEqual({ done: 1, notDone: [] })
  await finish()
  app.advanceClock(11_000)
  await applyDueActions(app.deps)
  const actions = app.deps.db.read.selectFrom('live_actions').select(['state', 'not_done'])
  expect(await actions.execute()).toEqual([{ state: 'done', not_done: '[]' }])
  expect(await readAttempt()).toMatchObject({ finish_reason: 'Completed' })
})

it('an action without a message leaves none to be read', async () => {
  await act('pause')
  expect(await readAttempt()).toMatchObject({ open_messages: 0 })
})

it('a message to one student is kept beside its line in the audit log', async () => {
  const message = 'Please go on.'
  expect(await act('message', message)).toEqual({ done: 1, notDone: [] })
  const notes = app.deps.db.read.selectFrom('audit_values').select('value')
  expect(await notes.where('name', '=', 'note').execute()).toEqual([
    { value: JSON.stringify(message) },
  ])
})

it('an action that was erased before it was finished is left', async () => {
  expect(await finishAction(app.deps, 'erased', systemActor)).toEqual(new Map())
})
