import type { Locator, Page } from '@playwright/test'
import { finishQuiz, startQuiz } from '#contract/attempts.ts'
import { applyAction } from '#contract/live.ts'
import { grantAttempt, reopenAttempt } from '#contract/proctoring.ts'
import { releaseResults } from '#contract/result-release.ts'
import {
  completeAttempt,
  createDraftExam,
  createReleasedExam,
  createStudent,
  releaseExam,
} from '#test/factories.ts'
import { isLongRun, pickByRunLength } from '#test/long-run.ts'
import { expect, test } from './fixtures.ts'
import { getLiveRegion } from './live-region.ts'
import { logIn } from './student-actions.ts'

const rounds = pickByRunLength(5, 2)
/** The panel's promise to a class. */
const limitMs = 10_000
const why = 'A false alarm'

const getPlace = async (locator: Locator) => (await locator.boundingBox())?.y ?? Number.NaN

/** The short form does not wait for the next call, but moves the page's clock to it. */
async function measure(page: Page, shows: () => Promise<void>) {
  const begin = performance.now()
  if (!isLongRun) await page.clock.fastForward(limitMs - 1_000)
  await shows()
  return performance.now() - begin
}

test('an idle panel shows news and announces it', async ({ page, testApp }) => {
  test.setTimeout(pickByRunLength(30 * 60_000, 300_000))
  if (!isLongRun) await page.clock.install()
  const admin = await testApp.createAdmin()
  const student = await createStudent(testApp, 'Priya Nair')
  const taken = await createReleasedExam(admin, { title: 'React JS', attemptsAllowed: 1 })
  const attemptId = await completeAttempt(student, taken._id, 2)
  const first = await createReleasedExam(admin, { title: 'First' })
  await logIn(page, student)
  const inTime = isLongRun ? { timeout: limitMs } : {}
  const status = getLiveRegion(page.getByRole('main')).first()
  const row = (title: string) => page.getByRole('row', { name: new RegExp(title) })
  await expect(row('First')).toBeVisible()
  await page.waitForTimeout(500)
  const times: number[] = []

  for (let round = 0; round < rounds; round += 1) {
    const title = `Node JS ${round}`
    const { _id: id } = await createDraftExam(admin, { title })
    const start = page.getByRole('button', { name: 'Start First' })
    await start.hover()
    const place = await getPlace(start)
    await releaseExam(admin, id)
    times.push(await measure(page, () => expect(row(title)).toBeVisible(inTime)))
    await expect(status).toHaveText(new RegExp(`${title} is open\\.`))
    expect(Math.abs((await getPlace(start)) - place)).toBeLessThan(1)

    const params = { attemptId }
    await admin.request(reopenAttempt, { params, body: { why, minutes: 1 } })
    const notice = page.getByRole('region', { name: 'React JS is open again' })
    times.push(await measure(page, () => expect(notice).toBeVisible(inTime)))
    await expect(notice).toContainText('Your trainer has opened your quiz again.')
    await expect(notice).toContainText(
      round === 0 ? 'Your 5 saved answers are still there.' : 'saved answers',
    )
    await expect(status).toHaveText(/React JS\. Resume \(\d+:\d\d(:\d\d)? left\)$/)
    await expect(notice).toBeInViewport()
    expect(Math.abs((await getPlace(start)) - place)).toBeLessThan(1)
    const resume = notice.getByRole('button')
    const shown = await resume.textContent()
    if (!isLongRun) await page.clock.fastForward(5_000)
    await expect(resume).toHaveText(shown ?? '')

    if (round === 0) {
      const act = (kind: 'pause' | 'resume') =>
        admin.request(applyAction, {
          params: { testId: taken._id },
          body: { kind, reason: 'noise' },
        })
      await act('pause')
      const paused = page.getByRole('region', { name: 'React JS is paused' })
      await measure(page, () => expect(paused).toBeVisible(inTime))
      await expect(paused).toContainText('Paused by the institute. Your time stands still.')
      await expect(status).toHaveText('React JS is paused. Your time stands still.')
      await expect(row('React JS')).toContainText('Paused')
      await act('resume')
      await measure(page, () => expect(notice).toBeVisible(inTime))
    }

    await student.request(startQuiz, { params: { testId: taken._id } })
    await student.request(finishQuiz, { params, body: {} })
    await measure(page, () => expect(row('React JS')).toContainText('Completed', inTime))
    const grant = { studentId: student.id, why }
    await admin.request(grantAttempt, { params: { testId: taken._id }, body: grant })
    const startAgain = page.getByRole('button', { name: 'Start React JS' })
    times.push(await measure(page, () => expect(startAgain).toBeVisible(inTime)))
    await expect(status).toHaveText('You may take React JS again.')
    await completeAttempt(student, taken._id, 3)

    const done = await createReleasedExam(admin, { title: `PHP ${round}` })
    await completeAttempt(student, done._id, 3)
    await measure(page, () => expect(row(`PHP ${round}`)).toContainText('Completed', inTime))
    await admin.request(releaseResults, { params: { testId: done._id } })
    const result = page.getByRole('link', { name: `View Details of PHP ${round}` })
    times.push(await measure(page, () => expect(result).toBeVisible(inTime)))
    await expect(status).toHaveText(`The result of PHP ${round} is released.`)
  }
  expect(first.title).toBe('First')
  if (isLongRun) console.log(`${times.length} of ${rounds * 4}, at most ${Math.max(...times)} ms`)
  expect(Math.max(...times)).toBeLessThan(limitMs)
})

test('an idle list of results does so, too, and a hidden page sends no calls', {
  tag: '@long',
}, async ({ page, testApp }) => {
  await page.clock.install()
  const admin = await testApp.createAdmin()
  const student = await createStudent(testApp, 'Priya Nair')
  const exam = await createReleasedExam(admin, { title: 'React JS' })
  await completeAttempt(student, exam._id, 2)
  await logIn(page, student)
  await page.goto('/student/result')
  await expect(page.getByText('No Released Results')).toBeVisible()
  await page.waitForTimeout(500)

  let callCount = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/students/news')) callCount += 1
  })
  const setHidden = (isHidden: boolean) =>
    page.evaluate((hidden) => {
      const state = { get: () => (hidden ? 'hidden' : 'visible'), configurable: true }
      Object.defineProperty(document, 'visibilityState', state)
      document.dispatchEvent(new Event('visibilitychange'))
    }, isHidden)
  await setHidden(true)
  await admin.request(releaseResults, { params: { testId: exam._id } })
  for (let minute = 0; minute < 3; minute += 1) await page.clock.fastForward(60_000)
  expect(callCount).toBe(0)
  await setHidden(false)
  await expect(page.getByRole('link', { name: /View Details/ })).toBeVisible()
  expect(callCount).toBe(1)
  await expect(getLiveRegion(page).first()).toHaveText('The result of React JS is released.')

  await page.context().setOffline(true)
  for (let minute = 0; minute < 3; minute += 1) await page.clock.fastForward(60_000)
  expect(callCount).toBeLessThanOrEqual(2)
})
