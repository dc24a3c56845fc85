import type { Page } from '@playwright/test'
import { createQuestions, createReleasedExam, createStudent } from '#test/factories.ts'
import { expect, test } from './fixtures.ts'
import { answer, choose, getOnlyAttempt, logIn, start } from './student-actions.ts'

const minute = 60_000
const twoHours = 120 * minute

test('the quiz ends by itself when the time is up, with the chosen answer', async ({
  page,
  testApp,
}) => {
  const admin = await testApp.createAdmin()
  const exam = await createReleasedExam(admin, {
    title: 'Node JS',
    duration: 30,
    questions: createQuestions(3),
  })
  await logIn(page, await createStudent(testApp))
  await start(page, 'Node JS')
  await answer(page, 1, /right/)
  await expect(page.getByRole('heading', { name: 'Question 2 of 3' })).toBeVisible()
  await expect(page.getByText('submitted automatically when the time ends')).toHaveCount(0)

  testApp.advanceClock(25.5 * minute)
  await dispatchFocus(page)
  await expect(page.getByText('submitted automatically when the time ends')).toBeVisible()
  await choose(page, /right/)
  testApp.advanceClock(4.45 * minute)
  await dispatchFocus(page)
  await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeVisible()
  await expect(page.getByText('Your quiz is finished and 2 answers are saved.')).toBeVisible()
  await expect(page.getByText('Time expired', { exact: true })).toHaveCount(0)
  expect(await getOnlyAttempt(admin, exam._id)).toMatchObject({
    score: 2,
    finishReason: 'Time expired',
  })
  await expect(page, 'after three seconds').toHaveURL('/student/studentpanel')
  // The jump of the server's clock is a time without contact, and a question was left open.
  await expect(page.getByText('Node JS: time was up, 2 of 3 saved.')).toBeVisible()
})

test('a device’s clock that is two hours off changes nothing', { tag: '@long' }, async ({
  page,
  testApp,
}) => {
  await page.addInitScript((offMs) => {
    const now = Date.now.bind(Date)
    Date.now = () => now() + offMs
  }, twoHours)
  const integrityMode = 'observe'
  await createReleasedExam(await testApp.createAdmin(), {
    title: 'Node JS',
    duration: 30,
    integrityMode,
  })
  await logIn(page, await createStudent(testApp))
  await start(page, 'Node JS')
  await expect(page.getByRole('timer')).toHaveText(/^(30:00|29:\d\d)$/)
  await answer(page, 1, /right/)
  await page.goBack()
  await expect(
    page.getByRole('button', { name: /^Resume \((30:00|29:\d\d) left\)$/ }),
  ).toBeVisible()
})

test('the time is hidden after a sleep until the server confirms it', { tag: '@long' }, async ({
  page,
  testApp,
}) => {
  await page.addInitScript(() => {
    const now = Date.now.bind(Date)
    const sleep = { ms: 0 }
    Date.now = () => now() + sleep.ms
    Object.assign(window, { sleep })
  })
  await createReleasedExam(await testApp.createAdmin(), {
    title: 'Node JS',
    duration: 30,
    integrityMode: 'observe',
  })
  await logIn(page, await createStudent(testApp))
  await start(page, 'Node JS')
  await expect(page.getByRole('timer')).toHaveText(/^(30:00|29:\d\d)$/)
  const { promise: isAnswering, resolve: answerNow } = Promise.withResolvers<void>()
  let calls = 0
  await page.route(/\/clock$/, async (route) => {
    calls += 1
    await isAnswering
    await route.continue()
  })
  testApp.advanceClock(10 * 60_000)
  await page.evaluate(() => {
    Object.assign((window as unknown as { sleep: object }).sleep, { ms: 10 * 60_000 })
  })
  await expect(page.getByRole('timer')).toHaveText('checking')
  await expect.poll(() => calls).toBeGreaterThan(0)
  answerNow()
  await expect(page.getByRole('timer')).toHaveText(/^(20:00|19:\d\d)$/)
})

/** The event of a window that becomes visible again: the quiz asks the server for the time. */
function dispatchFocus(page: Page) {
  return page.evaluate(() => window.dispatchEvent(new Event('focus')))
}
