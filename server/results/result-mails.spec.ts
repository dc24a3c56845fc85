import { afterEach, expect, it } from 'vitest'
import { getReleaseProgress, releaseResults } from '#contract/result-release.ts'
import { advanceMinute, createFinishedCohort } from '#test/large-cohort.ts'
import { pickByRunLength } from '#test/long-run.ts'
import { type Behaviour, startSmtpServer } from '#test/smtp-server.ts'
import type { TestApp, TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'

const minute = 60_000
const cohortSize = pickByRunLength(1_000, 60)
let app: TestApp
let admin: TestClient
let smtp: Awaited<ReturnType<typeof startSmtpServer>>
afterEach(async () => {
  await app.close()
  await smtp.close()
})

it(
  'each student gets exactly one result through a server that fails one in ten for a while',
  async () => {
    smtp = await startSmtpServer()
    app = await createTestApp({ smtpUrl: smtp.url })
    admin = await app.createAdmin()
    const { testId, addresses } = await createFinishedCohort(app, admin, cohortSize)
    const failing: Behaviour[] = [
      'refuse-for-now',
      'cut-early',
      'refuse-for-now',
      'refuse-for-good',
    ]
    smtp.behaviours.push(
      ...Array.from({ length: cohortSize }, (_, n): Behaviour => {
        return n % 10 === 9 ? (failing[Math.floor(n / 10) % failing.length] ?? 'take') : 'take'
      }),
    )
    const params = { testId }
    const released = await admin.request(releaseResults, { params })
    expect(released).toMatchObject({ status: 202, json: { queued: cohortSize } })
    await admin.request(releaseResults, { params })

    const firstEnd = await untilDone(testId)
    expect(firstEnd.json).toMatchObject({
      state: 'failed',
      total: cohortSize,
      sent: cohortSize - firstEnd.json.failed,
      message: expect.stringMatching(/^\d+ of \d+ result emails sent; \d+ failed\.$/),
    })
    expect(firstEnd.json.failed).toBeGreaterThan(0)
    expect(firstEnd.json.failed).toBeLessThanOrEqual(Math.ceil(cohortSize / 40))

    const again = await admin.request(releaseResults, { params })
    expect(again.json.queued).toBe(firstEnd.json.failed)
    const secondEnd = await untilDone(testId)
    expect(secondEnd.json).toMatchObject({
      state: 'done',
      total: cohortSize,
      sent: cohortSize,
      failed: 0,
      message: 'Result emails sent successfully.',
    })
    await admin.request(releaseResults, { params })
    app.advanceClock(60 * minute)
    await untilDone(testId)
    const written = smtp.received.flatMap(({ to }) => [to ?? []].flat().map(({ text }) => text))
    expect(written.toSorted()).toEqual(addresses.toSorted())
  },
  pickByRunLength(600_000, 60_000),
)

/** Time passes only while no email is under way, as its lease would run out; the progress never goes back. */
async function untilDone(testId: string) {
  const deadline = performance.now() + pickByRunLength(500_000, 50_000)
  let sent = 0
  for (;;) {
    const progress = await admin.request(getReleaseProgress, { params: { testId } })
    expect(progress.json.sent).toBeGreaterThanOrEqual(sent)
    sent = progress.json.sent
    if (progress.json.state !== 'sending') return progress
    if (performance.now() > deadline) throw new Error(`Still at ${progress.text}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
    await advanceMinute(app)
  }
}
