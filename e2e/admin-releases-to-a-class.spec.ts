import type { Page } from '@playwright/test'
import { getReleaseProgress, releaseResults } from '#contract/results.ts'
import { releaseUndoMs } from '#core/grading/release.ts'
import { advanceMinute, createFinishedCohort } from '#test/large-cohort.ts'
import { pickByRunLength } from '#test/long-run.ts'
import { type Behaviour, startSmtpServer } from '#test/smtp-server.ts'
import type { TestClient } from '#test/test-app.ts'
import { adminAtDesk } from './admin-at-desk.ts'
import { expect, type OpenHouse, test as withoutPost } from './fixtures.ts'

const classSize = pickByRunLength(1_000, 20)
const test = withoutPost.extend<{ post: Awaited<ReturnType<typeof startSmtpServer>> }>({
  post: async ({ browserName: _ }, use) => {
    const post = await startSmtpServer()
    await use(post)
    await post.close()
  },
  smtpUrl: ({ post }, use) => use(post.url),
})

/** One in ten, in turn; after the first round every letter is taken. */
const failing: readonly Behaviour[] = [
  'refuse-for-now',
  'refuse-for-good',
  'cut-early',
  'refuse-for-now',
]
const manners = Array.from({ length: classSize }, (_, n): Behaviour => {
  const isBad = n % 10 === 9
  return isBad ? (failing[Math.floor(n / 10) % failing.length] ?? 'take') : 'take'
})

const bar = (page: Page) => page.getByRole('progressbar', { name: 'Result emails' })

async function sentOn(page: Page) {
  await expect(bar(page)).toHaveAttribute('aria-valuemax', String(classSize))
  return Number(await bar(page).getAttribute('aria-valuenow'))
}

test('a class gets one letter each through a bad mail server, whoever looks on', async ({
  page,
  house,
  post,
}) => {
  test.setTimeout(pickByRunLength(900_000, 120_000))
  const admin = await adminAtDesk(page, house)
  const { testId, addresses } = await createFinishedCohort(house, admin, classSize)
  post.manners.push(...manners)
  await page.goto(`/admin/test/${testId}/scores`)
  await page.getByRole('button', { name: 'Release Result' }).dblclick()
  await expect(page.getByText(`${classSize} emails will leave in`)).toBeVisible()
  house.advanceClock(releaseUndoMs)
  house.deps.mail.wake()

  const atFirst = await sentOn(page)
  await page.getByRole('link', { name: 'Tests', exact: true }).click()
  await expect(page).toHaveURL('/admin/home')
  await page.goBack()
  const afterLeaving = await sentOn(page)
  expect(afterLeaving).toBeGreaterThanOrEqual(atFirst)
  await page.reload()
  expect(await sentOn(page)).toBeGreaterThanOrEqual(afterLeaving)
  await expect(page.getByRole('button', { name: 'Sending...' })).toBeVisible()

  await untilSettled(house, admin, testId)
  const failed = manners.filter((manner) => manner === 'refuse-for-good').length
  const told = `Failed to send result emails. ${failed} of ${classSize} did not arrive.`
  await expect(page.getByText(told)).toBeVisible()
  expect(post.letters).toHaveLength(classSize - failed)
  await page.getByRole('button', { name: `Send again to ${failed}` }).dblclick()
  await untilSettled(house, admin, testId)
  await expect(
    page.getByText(`Result emails sent successfully. ${classSize} of ${classSize}.`),
  ).toBeVisible()

  await admin.request(releaseResults, { params: { testId } })
  await untilSettled(house, admin, testId)
  const written = post.letters.flatMap(({ to }) => [to ?? []].flat().map(({ text }) => text))
  expect(written.toSorted()).toEqual(addresses.toSorted())
})

/** Time passes whenever no letter is on its way. */
async function untilSettled(house: OpenHouse, admin: TestClient, testId: string) {
  await expect
    .poll(
      async () => {
        await advanceMinute(house)
        return (await admin.request(getReleaseProgress, { params: { testId } })).json.state
      },
      { timeout: pickByRunLength(600_000, 60_000), intervals: [50] },
    )
    .not.toBe('sending')
}
