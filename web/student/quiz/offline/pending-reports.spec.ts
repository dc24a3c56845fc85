import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'
import { reportEvent } from '#contract/proctoring.ts'
import {
  listPendingReports,
  openPendingReportStore,
  removePendingReport,
  toEventBody,
} from './pending-reports.ts'

const endsAt = 1_800_000_000_000
const store = openPendingReportStore('attempt-1', 'test-1', () => endsAt)
const left = { kind: 'hidden', at: endsAt - 60_000 } as const
const returned = { ...left, durationMs: 12_000 }
const unsubmitted = { questionId: 'q1', answer: { selectedOption: 2 }, sequence: 7 }

it('keeps events in order, with the unsubmitted choice, until they are sent', async () => {
  await store.save({ observed: returned, unsubmitted: null })
  await store.save({ observed: left, unsubmitted })
  await store.save({ observed: { kind: 'offline', at: left.at - 5 }, unsubmitted: null })
  const reports = await listPendingReports()
  expect(reports.map(({ observed }) => observed)).toEqual([
    { kind: 'offline', at: left.at - 5 },
    left,
    returned,
  ])
  expect(reports[1]).toEqual({
    attemptId: 'attempt-1',
    testId: 'test-1',
    endsAt,
    observed: left,
    unsubmitted,
  })
  const bodies = reports.map((one) => toEventBody(one.observed, [unsubmitted]))
  for (const body of bodies) expect(reportEvent.body?.safeParse(body).success).toBe(true)

  await store.remove(left)
  expect((await listPendingReports()).map(({ observed }) => observed)).not.toContainEqual(left)
  for (const report of await listPendingReports()) await removePendingReport(report)
  expect(await listPendingReports()).toEqual([])
})

it('stores an event that is reported twice once', async () => {
  await store.save({ observed: left, unsubmitted: null })
  await store.save({ observed: left, unsubmitted })
  expect(await listPendingReports()).toMatchObject([{ unsubmitted }])
})
