import { afterEach, expect, it } from 'vitest'
import { getToday } from '#contract/registers.ts'
import {
  createBatch,
  createDraftExam,
  createReleasedExam,
  createStudent,
  openWindow,
  startAttempt,
} from '#test/factories.ts'
import type { TestApp } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'

const hour = 60
const day = 24 * hour

let app: TestApp
afterEach(() => app.close())

/** It is 10:00 am at the institute. */
it('the overview lists the windows of the day with their figures, and those of the week', async () => {
  app = await createTestApp()
  const admin = await app.createAdmin()
  const office = await app.createStaff('office')
  const priya = await createStudent(app, 'Priya Nair')
  const rohan = await createStudent(app, 'Rohan Rao')
  const { _id: batchId } = await createBatch(admin, [priya, rohan])
  const audience = { kind: 'batch', batchId } as const
  const open = async (title: string, opens: number, isReleased = true) => {
    const create = isReleased ? createReleasedExam : createDraftExam
    const { _id: testId } = await create(admin, { title })
    const times = { opens, closes: opens + hour, entry: opens + 20 }
    await openWindow(admin, testId, { now: app.clock.at, ...times, audience })
    return testId
  }
  await open('Tonight', 8 * hour, false)
  const runningId = await open('Now', 0)
  await open('Tomorrow', day)
  await open('In eight days', 8 * day)
  await startAttempt(priya, runningId)
  app.advanceClock(21 * 60_000)
  const { json } = await office.request(getToday)
  expect(json.today.map(({ testTitle }) => testTitle)).toEqual(['Now', 'Tonight'])
  expect(json.today[0]).toMatchObject({
    phase: 'entry-over',
    released: true,
    counts: { taking: 1, absent: 1, 'not-here': 0 },
  })
  expect(json.today[1]).toMatchObject({ released: false, counts: { 'not-here': 2 } })
  expect(json.week).toMatchObject([{ testTitle: 'Tomorrow', expected: 2 }])
  expect(json.next).toBeNull()

  app.advanceClock(2 * day * 60_000)
  const later = (await office.request(getToday)).json
  expect(later).toMatchObject({ today: [], week: [{ testTitle: 'In eight days' }], next: null })
  app.advanceClock(7 * day * 60_000)
  expect((await office.request(getToday)).json).toMatchObject({ today: [], week: [], next: null })
})
