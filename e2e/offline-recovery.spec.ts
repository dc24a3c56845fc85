import type { Page } from '@playwright/test'
import type { IntegrityMode } from '#core/exams/exam.ts'
import { createQuestions, createReleasedExam, createStudent } from '#test/factories.ts'
import { type FlakyProxy, startFlakyProxy } from '#test/flaky-proxy.ts'
import { expect, type ListeningTestApp, test } from './fixtures.ts'
import { createKillableBrowser } from './killable-browser.ts'
import {
  answer,
  choose,
  getOnlyAttempt,
  logIn,
  reopenAfterCrash,
  start,
} from './student-actions.ts'

const title = 'Node JS'
const minute = 60_000

async function createQuiz(
  testApp: ListeningTestApp,
  { count = 3, integrityMode = 'observe' }: { count?: number; integrityMode?: IntegrityMode } = {},
) {
  const admin = await testApp.createAdmin()
  const exam = await createReleasedExam(admin, {
    title,
    questions: createQuestions(count),
    integrityMode,
  })
  return {
    admin,
    student: await createStudent(testApp),
    path: `/student/quiz/${exam._id}`,
    getAttempt: () => getOnlyAttempt(admin, exam._id),
  }
}

async function submitRightAnswer(page: Page) {
  await choose(page, /right/)
  await page.getByRole('button', { name: /Submit Answer|Finish Quiz/ }).click()
}

async function leavePage(page: Page, url = 'about:blank') {
  page.once('dialog', (dialog) => dialog.accept())
  await page.goto(url)
}

/**
 * On the same site: the browser waits for what a page does on leaving. Where another process takes
 * over, as for `about:blank`, it waits half a second, which a busy machine exceeds.
 */
const getPlainPage = (proxy: FlakyProxy) => `${proxy.url}/healthz`

const isAnswer = ({ path }: { path: string }) => path.includes('/submit-answer/')

/** How many answers of all attempts wait on the device. */
function countPendingAnswers(page: Page) {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('exam-room')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const count = opening.result.transaction('answers').objectStore('answers').count()
          count.onsuccess = () => {
            opening.result.close()
            resolve(count.result)
          }
        }
      }),
  )
}

test('waiting answers survive an offline reload, and are sent later', async ({
  page,
  context,
  testApp,
  complaints,
}) => {
  const { student, path, getAttempt } = await createQuiz(testApp, { count: 4 })
  await logIn(page, student)
  await start(page, title)
  await answer(page, 1, /right/)
  await expect(page.getByRole('heading', { name: 'Question 2 of 4' })).toBeVisible()

  await context.setOffline(true)
  await submitRightAnswer(page)
  await expect(page.getByRole('heading', { name: 'Question 3 of 4' })).toBeVisible()
  await submitRightAnswer(page)
  await expect(page.getByRole('heading', { name: 'Question 4 of 4' })).toBeVisible()
  await expect(page.getByText('2 answers waiting to send')).toBeVisible()
  await expect(page.getByText('2 answers are kept on this device')).toBeVisible()
  expect(await countPendingAnswers(page)).toBe(2)
  page.once('dialog', (dialog) => dialog.accept())
  await page.reload().catch(() => undefined)

  await context.setOffline(false)
  // The browser's error page may reload itself at the same moment.
  await expect(() => page.goto(path)).toPass()
  await expect(page.getByRole('heading', { name: 'Question 4 of 4' })).toBeVisible()
  await expect(page.getByText('Answer 3 saved')).toBeVisible()
  await expect.poll(() => countPendingAnswers(page)).toBe(0)
  await submitRightAnswer(page)
  await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeVisible()
  expect(await getAttempt()).toMatchObject({ score: 4, finishReason: 'Completed' })
  complaints.length = 0
})

test('the panel sends waiting answers, too, and handles an attempt that is over', async ({
  page,
  testApp,
  complaints,
}) => {
  const { student, path, getAttempt } = await createQuiz(testApp)
  const proxy = await startFlakyProxy(testApp.url)
  await logIn(page, student, proxy.url)
  await start(page, title)
  proxy.isDown = true
  await submitRightAnswer(page)
  await expect(page.getByText('1 answer waiting to send')).toBeVisible()
  await leavePage(page)
  proxy.isDown = false
  await page.goto(`${proxy.url}/student/studentpanel`)
  await expect(page.getByText('All that was waiting on this device is saved').first()).toBeVisible()
  expect(await countPendingAnswers(page)).toBe(0)

  await page.goto(proxy.url + path)
  await expect(page.getByRole('heading', { name: 'Question 2 of 3' })).toBeVisible()
  proxy.isDown = true
  await submitRightAnswer(page)
  await expect(page.getByText('1 answer waiting to send')).toBeVisible()
  await leavePage(page)
  testApp.advanceClock(31 * minute)
  proxy.isDown = false
  await page.goto(`${proxy.url}/student/studentpanel`)
  await expect(
    page.getByText(`1 answer of your quiz ${title} reached us after its end.`),
  ).toBeVisible()
  const notice = page.getByRole('region', { name: 'Ended' })
  await notice.getByRole('button', { name: `Details of ${title}` }).click()
  await expect(notice.getByText('1 answer kept as late')).toBeVisible()
  await expect(notice.getByText('1 answer saved and counted')).toBeVisible()
  expect(await countPendingAnswers(page)).toBe(0)
  const counted = { score: 1, finishReason: 'Time expired', lateAnswers: 1 }
  expect(await getAttempt()).toMatchObject(counted)
  await proxy.close()
  complaints.length = 0
})

test('a killed browser restores question, answers and time', { tag: '@long' }, async ({
  testApp,
}) => {
  const { student, path, getAttempt } = await createQuiz(testApp, { count: 4 })
  const proxy = await startFlakyProxy(testApp.url)
  const chromium = createKillableBrowser()
  try {
    const page = await chromium.open()
    await logIn(page, student, proxy.url)
    await start(page, title)
    await answer(page, 1, /right/)
    await expect(page.getByRole('heading', { name: 'Question 2 of 4' })).toBeVisible()
    proxy.isDown = true
    await submitRightAnswer(page)
    await expect(page.getByRole('heading', { name: 'Question 3 of 4' })).toBeVisible()
    await submitRightAnswer(page)
    await expect(page.getByRole('heading', { name: 'Question 4 of 4' })).toBeVisible()
    await expect(page.getByText('2 answers waiting to send')).toBeVisible()
    const fourth = await page.locator('#question-text').innerText()
    await chromium.kill()

    proxy.isDown = false
    testApp.advanceClock(5 * minute)
    const reopenedPage = await chromium.open()
    await reopenAfterCrash(reopenedPage, proxy.url, path, student)
    await expect(reopenedPage.getByRole('heading', { name: 'Question 4 of 4' })).toBeVisible()
    await expect(reopenedPage.locator('#question-text')).toHaveText(fourth)
    await expect(reopenedPage.getByRole('timer')).toHaveText(/^2[34]:\d\d$/)
    await expect(reopenedPage.getByText('Answer 3 saved')).toBeVisible()
    await submitRightAnswer(reopenedPage)
    await expect(reopenedPage.getByRole('heading', { name: 'Thank you!' })).toBeVisible()
    expect(await getAttempt()).toMatchObject({ score: 4, finishReason: 'Completed' })
  } finally {
    await chromium.dispose()
    await proxy.close()
  }
})

test('two windows of one attempt both show a notice, and the later answer counts', async ({
  page,
  context,
  testApp,
}) => {
  const { student, path, getAttempt } = await createQuiz(testApp, { count: 2 })
  await logIn(page, student)
  await start(page, title)
  const other = await context.newPage()
  await other.goto(path)
  const notice = 'This quiz is open in two windows.'
  for (const window of [page, other]) await expect(window.getByText(notice)).toBeVisible()
  await other.goto('about:blank')
  // A window that is closed in haste may not say so: it is missed after two polls.
  await expect(page.getByText(notice), 'once the other is closed').toBeHidden()
  await other.goto(path)
  for (const window of [page, other]) await expect(window.getByText(notice)).toBeVisible()
  await page.getByRole('radio', { name: /wrong . a/ }).check()
  await choose(other, /right/)
  await page.getByRole('button', { name: 'Submit Answer' }).click()
  await expect(page.getByRole('heading', { name: 'Question 2 of 2' })).toBeVisible()
  await expect(other.getByText('Answer 1 saved')).toBeVisible()
  await other.getByRole('button', { name: /Submit Answer|Finish Quiz/ }).click()
  await expect(other.getByRole('heading', { name: 'Question 2 of 2' })).toBeVisible()
  await submitRightAnswer(other)

  for (const window of [page, other]) {
    await expect(window.getByRole('heading', { name: 'Thank you!' })).toBeVisible()
  }
  expect(await getAttempt()).toMatchObject({ score: 2, finishReason: 'Completed' })
})

test('an answer in flight when the page closes counts', async ({ page, testApp, complaints }) => {
  const { student, getAttempt } = await createQuiz(testApp, { count: 2 })
  const proxy = await startFlakyProxy(testApp.url)
  proxy.getOutcome = (call) => (isAnswer(call) ? 'drop' : 'pass')
  await logIn(page, student, proxy.url)
  await start(page, title)
  await submitRightAnswer(page)
  await expect(page.getByText('1 answer waiting to send')).toBeVisible()
  proxy.getOutcome = () => 'pass'
  await leavePage(page, getPlainPage(proxy))
  await expect.poll(getAttempt).toMatchObject({
    status: 'In progress',
    finishReason: null,
  })
  const listAnswers = () => testApp.deps.db.read.selectFrom('answers').selectAll().execute()
  await expect.poll(listAnswers).toHaveLength(1)
  testApp.advanceClock(31 * minute)
  await expect.poll(getAttempt).toMatchObject({ score: 1 })
  await proxy.close()
  complaints.length = 0
})

test('a finish in flight when the page closes still finishes, with waiting answers', async ({
  page,
  testApp,
  complaints,
}) => {
  const { student, getAttempt } = await createQuiz(testApp, { count: 1 })
  const proxy = await startFlakyProxy(testApp.url)
  proxy.getOutcome = (call) => (isAnswer(call) ? 'drop' : 'pass')
  await logIn(page, student, proxy.url)
  await start(page, title)
  await submitRightAnswer(page)
  await expect(page.getByText('We will send your answers as soon as it answers.')).toBeVisible()
  await leavePage(page, getPlainPage(proxy))
  await expect.poll(getAttempt).toMatchObject({ score: 1, finishReason: 'Completed' })
  await proxy.close()
  complaints.length = 0
})

test('answers that arrived before an offline deadline count, and the rest are kept as late', async ({
  page,
  context,
  testApp,
  complaints,
}) => {
  const { student, getAttempt } = await createQuiz(testApp)
  await logIn(page, student)
  await start(page, title)
  await answer(page, 1, /right/)
  await expect(page.getByRole('heading', { name: 'Question 2 of 3' })).toBeVisible()
  // A busy machine takes its time to go offline, and this must be before the end.
  testApp.advanceClock(30 * minute - 15_000)
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(page.getByText('submitted automatically when the time ends')).toBeVisible()
  await context.setOffline(true)
  await submitRightAnswer(page)
  await expect(page.getByText('1 answer waiting to send')).toBeVisible()
  await expect(page.getByText('We will send your answers when you are online.')).toBeVisible()
  testApp.advanceClock(minute)
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeVisible()
  await expect(page.getByText('1 answer did not reach us in time.')).toBeVisible()
  for (const line of ['1 answer saved and counted', '1 answer kept as late'])
    await expect(page.getByText(line)).toBeVisible()
  const counted = { score: 1, finishReason: 'Time expired', lateAnswers: 1 }
  expect(await getAttempt()).toMatchObject(counted)
  expect(await countPendingAnswers(page)).toBe(0)
  await expect(page).toHaveURL('/student/studentpanel')
  const notice = page.getByRole('region', { name: 'Ended' })
  await notice.getByRole('button', { name: `Details of ${title}` }).click()
  await expect(notice.getByText(/Your device was offline from/)).toBeVisible()
  complaints.length = 0
})

test('a browser without a database works, and asks to keep the page open', {
  tag: '@long',
}, async ({ page, context, testApp, complaints }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'indexedDB', { get: () => undefined })
  })
  const { student, getAttempt } = await createQuiz(testApp, { count: 2 })
  await logIn(page, student)
  await start(page, title)
  await context.setOffline(true)
  await submitRightAnswer(page)
  await expect(page.getByText('1 answer is kept while this page stays open')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('Answer 1 saved')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Question 2 of 2' })).toBeVisible()
  await submitRightAnswer(page)
  await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeVisible()
  expect(await getAttempt()).toMatchObject({ score: 2, finishReason: 'Completed' })
  complaints.length = 0
})
