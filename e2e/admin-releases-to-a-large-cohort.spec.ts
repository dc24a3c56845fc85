import type { Page } from '@playwright/test'
import { formatCount } from '#contract/format.ts'
import { getReleaseProgress, releaseResults } from '#contract/result-release.ts'
import { releaseUndoMs } from '#core/grading/release.ts'
import { advanceMinute, createFinishedCohort } from '#test/large-cohort.ts'
import { pickByRunLength } from '#test/long-run.ts'
import { type Behaviour, startSmtpServer } from '#test/smtp-server.ts'
import type { TestClient } from '#test/test-app.ts'
import { openAsAdmin } from './admin-actions.ts'
import { expect, type ListeningTestApp, test as withoutPost } from './fixtures.ts'

const classSize = pickByRunLength(1_000, 20)
const test = withoutPost.extend<{ smtpServer: Awaited<ReturnType<typeof startSmtpServer>> }>({
  smtpServer: async ({ browserName: _ }, use) => {
    const smtpServer = await startSmtpServer()
    await use(smtpServer)
    await smtpServer.close()
  },
  smtpUrl: ({ smtpServer }, use) => use(smtpServer.url),
})

/** One in ten, in turn; after the first round every email is accepted. */
const failing: readonly Behaviour[] = [
  'refuse-for-now',
  'refuse-for-good',
  'cut-early',
  'refuse-for-now',
]
const behaviours = Array.from({ length: classSize }, (_, n): Behaviour => {
  const isBad = n % 10 === 9
  return isBad ? (failing[Math.floor(n / 10) % failing.length] ?? 'take') : 'take'
})

const getProgressBar = (page: Page) => page.getByRole('progressbar', { name: 'Result emails' })

async function readSentCount(page: Page) {
  await expect(getProgressBar(page)).toHaveAttribute('aria-valuemax', String(classSize))
  return Number(await getProgressBar(page).getAttribute('aria-valuenow'))
}

test('each student of a class gets one email through a bad mail server', { tag: '@long' }, async ({
  page,
  testApp,
  smtpServer,
}) => {
  test.setTimeout(pickByRunLength(900_000, 300_000))
  const admin = await openAsAdmin(page, testApp)
  const { testId, addresses } = await createFinishedCohort(testApp, admin, classSize)
  smtpServer.behaviours.push(...behaviours)
  await page.goto(`/admin/test/${testId}/scores`)
  await page.getByRole('button', { name: 'Release Result' }).dblclick()
  await expect(page.getByText(`${classSize} emails will leave in`)).toBeVisible()
  testApp.advanceClock(releaseUndoMs)
  testApp.deps.mail.wake()

  const sentAtFirst = await readSentCount(page)
  await page.getByRole('link', { name: 'Tests', exact: true }).click()
  await expect(page).toHaveURL('/admin/home')
  await page.goBack()
  const sentAfterLeaving = await readSentCount(page)
  expect(sentAfterLeaving).toBeGreaterThanOrEqual(sentAtFirst)
  await page.reload()
  expect(await readSentCount(page)).toBeGreaterThanOrEqual(sentAfterLeaving)
  await expect(page.getByRole('button', { name: 'Sending...' })).toBeVisible()

  await waitUntilSent(testApp, admin, testId)
  const failed = behaviours.filter((behaviour) => behaviour === 'refuse-for-good').length
  const failureText = `${formatCount(classSize - failed)} of ${formatCount(classSize)} result emails sent; ${failed} failed.`
  await expect(page.getByRole('alert').getByText(failureText)).toBeVisible()
  expect(smtpServer.received).toHaveLength(classSize - failed)
  await page.getByRole('button', { name: `Send again to ${failed}` }).dblclick()
  await waitUntilSent(testApp, admin, testId)
  await expect(
    page.getByText(`Result emails sent successfully. ${classSize} of ${classSize}.`).first(),
  ).toBeVisible()

  await admin.request(releaseResults, { params: { testId } })
  await waitUntilSent(testApp, admin, testId)
  const written = smtpServer.received.flatMap(({ to }) => [to ?? []].flat().map(({ text }) => text))
  expect(written.toSorted()).toEqual(addresses.toSorted())
})

/** Time passes whenever no email is being sent. */
async function waitUntilSent(testApp: ListeningTestApp, admin: TestClient, testId: string) {
  await expect
    .poll(
      async () => {
        await advanceMinute(testApp)
        return (await admin.request(getReleaseProgress, { params: { testId } })).json.state
      },
      { timeout: pickByRunLength(600_000, 120_000), intervals: [50] },
    )
    .not.toBe('sending')
}
