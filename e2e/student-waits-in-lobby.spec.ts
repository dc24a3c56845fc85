import { getQuestions, startQuiz } from '#contract/attempts.ts'
import {
  createBatch,
  createDraftExam,
  createReleasedExam,
  createStudent,
  openWindow,
} from '#test/factories.ts'
import { expect, expectAccessible, expectAccessibleInBothThemes, test } from './fixtures.ts'
import { getLiveRegion } from './live-region.ts'
import { logIn } from './student-actions.ts'

const minuteMs = 60_000

test('Start becomes live by itself at the opening, and not before', async ({ page, testApp }) => {
  await page.clock.install()
  const advance = async (ms: number) => {
    testApp.advanceClock(ms)
    await page.clock.fastForward(ms)
  }
  const admin = await testApp.createAdmin()
  const student = await createStudent(testApp, 'Priya Nair')
  await createReleasedExam(admin, { title: 'Databases' })
  const { _id: testId } = await createDraftExam(admin, { title: 'Node JS' })
  const { _id: batchId } = await createBatch(admin, [student])
  const now = testApp.deps.now()
  const opensAt = now + 11 * minuteMs
  const audience = { kind: 'batch', batchId } as const
  const rooms = [{ name: 'Lab 1', seats: 30 }]
  await openWindow(admin, testId, { now, opens: 11, closes: 71, audience, rooms, release: true })

  await logIn(page, student)
  const coming = page.getByRole('region', { name: 'Coming' })
  await expect(coming.getByText('Lab 1, seat 1')).toBeVisible()
  await expect(coming.getByRole('timer')).toHaveText(/^10:\d\d$/)
  await expect(page.getByRole('region', { name: 'Open' })).toContainText('Databases')
  await expectAccessible(page)
  await coming.getByRole('link', { name: 'Lobby of Node JS' }).click()

  const start = page.getByRole('button', { name: 'Start', exact: true })
  await expect(page.getByRole('heading', { level: 2, name: /^Starts (on .+ )?at / })).toBeVisible()
  await expect(page.getByRole('timer')).toHaveText(/^10:\d\d$/)
  await expect(start).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByRole('definition').filter({ hasText: 'Lab 1, seat 1' })).toBeVisible()
  const place = await start.boundingBox()
  await advance(opensAt - 599_000 - testApp.deps.now())
  const status = getLiveRegion(page)
  await expect(status.getByText('Node JS opens in 10 minutes.')).toBeAttached()
  await start.focus()
  await page.keyboard.press('Enter')
  const early = await student.request(startQuiz, { params: { testId } })
  expect([early.status, early.json]).toMatchObject([409, { code: 'not-open-yet' }])
  expect((await student.request(getQuestions, { params: { testId } })).status).toBe(409)

  await advance(opensAt + 3_100 - testApp.deps.now())
  await expect(start).not.toHaveAttribute('aria-disabled')
  await expect(status.getByText('Start is live now.')).toBeAttached()
  await expect(start).toBeFocused()
  expect(await start.boundingBox()).toEqual(place)
  await expectAccessibleInBothThemes(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('radiogroup', { name: 'Options' })).toBeVisible()
})
