import type { Page } from '@playwright/test'
import type { IntegrityMode } from '#core/exams/exam.ts'
import { createQuestions, createReleasedExam, createStudent } from '#test/factories.ts'
import { openBadNet } from './bad-net.ts'
import { expect, type OpenHouse, test } from './fixtures.ts'
import { ownChromium } from './own-chromium.ts'
import { answer, attemptAt, choose, comeBack, logIn, start } from './student-at-desk.ts'

const title = 'Node JS'
const minute = 60_000

async function quizOf(
  house: OpenHouse,
  { count = 3, integrityMode = 'observe' }: { count?: number; integrityMode?: IntegrityMode } = {},
) {
  const admin = await house.createAdmin()
  const exam = await createReleasedExam(admin, {
    title,
    questions: createQuestions(count),
    integrityMode,
  })
  return {
    admin,
    pupil: await createStudent(house),
    path: `/student/quiz/${exam._id}`,
    attempt: () => attemptAt(admin, exam._id),
  }
}

async function submitRight(page: Page) {
  await choose(page, /right/)
  await page.getByRole('button', { name: /Submit Answer|Finish Quiz/ }).click()
}

async function leave(page: Page) {
  page.once('dialog', (dialog) => dialog.accept())
  await page.goto('about:blank')
}

const isAnswer = ({ path }: { path: string }) => path.includes('/submit-answer/')

/** What is on the device: how many answers of all attempts wait there. */
function keptCount(page: Page) {
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

test('answers that wait outlive a reload without a net, and are sent after it', async ({
  page,
  context,
  house,
  complaints,
}) => {
  const { pupil, path, attempt } = await quizOf(house, { count: 4 })
  await logIn(page, pupil)
  await start(page, title)
  await answer(page, 1, /right/)
  await expect(page.getByText('Question 2 of 4')).toBeVisible()

  await context.setOffline(true)
  await submitRight(page)
  await expect(page.getByText('Question 3 of 4')).toBeVisible()
  await submitRight(page)
  await expect(page.getByText('Question 4 of 4')).toBeVisible()
  await expect(page.getByText('2 answers waiting to send')).toBeVisible()
  await expect(page.getByText('2 answers are kept on this device')).toBeVisible()
  expect(await keptCount(page)).toBe(2)
  page.once('dialog', (dialog) => dialog.accept())
  await page.reload().catch(() => undefined)

  await context.setOffline(false)
  // The browser's own page may load itself again at the same moment.
  await expect(() => page.goto(path)).toPass()
  await expect(page.getByText('Question 4 of 4')).toBeVisible()
  await expect(page.getByText('Answer 3 saved')).toBeVisible()
  await expect.poll(() => keptCount(page)).toBe(0)
  await submitRight(page)
  await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeVisible()
  expect(await attempt()).toMatchObject({ score: 4, finishReason: 'Completed' })
  complaints.length = 0
})

test('the panel sends what waits, too, and ends calmly what is over', async ({
  page,
  house,
  complaints,
}) => {
  const { pupil, path, attempt } = await quizOf(house)
  const net = await openBadNet(house.url)
  await logIn(page, pupil, net.url)
  await start(page, title)
  net.isDown = true
  await submitRight(page)
  await expect(page.getByText('1 answer waiting to send')).toBeVisible()
  await leave(page)
  net.isDown = false
  await page.goto(`${net.url}/student/studentpanel`)
  await expect(page.getByText(`1 answer that was waiting on this device is saved`)).toBeVisible()
  expect(await keptCount(page)).toBe(0)

  await page.goto(net.url + path)
  await expect(page.getByText('Question 2 of 3')).toBeVisible()
  net.isDown = true
  await submitRight(page)
  await expect(page.getByText('1 answer waiting to send')).toBeVisible()
  await leave(page)
  house.advanceClock(31 * minute)
  net.isDown = false
  await page.goto(`${net.url}/student/studentpanel`)
  await expect(page.getByText(`Your quiz ${title} has ended.`)).toBeVisible()
  expect(await keptCount(page)).toBe(0)
  expect(await attempt()).toMatchObject({ score: 1, finishReason: 'Time expired' })
  await net.close()
  complaints.length = 0
})

test('a browser that is killed gives back question, answers and time', async ({ house }) => {
  const { pupil, path, attempt } = await quizOf(house, { count: 4 })
  const net = await openBadNet(house.url)
  const chromium = ownChromium()
  try {
    const page = await chromium.open()
    await logIn(page, pupil, net.url)
    await start(page, title)
    await answer(page, 1, /right/)
    await expect(page.getByText('Question 2 of 4')).toBeVisible()
    net.isDown = true
    await submitRight(page)
    await expect(page.getByText('Question 3 of 4')).toBeVisible()
    await submitRight(page)
    await expect(page.getByText('Question 4 of 4')).toBeVisible()
    await expect(page.getByText('2 answers waiting to send')).toBeVisible()
    const fourth = await page.getByRole('heading', { level: 1 }).innerText()
    await chromium.kill()

    net.isDown = false
    house.advanceClock(5 * minute)
    const again = await chromium.open()
    await comeBack(again, net.url, path, pupil)
    await expect(again.getByText('Question 4 of 4')).toBeVisible()
    await expect(again.getByRole('heading', { level: 1 })).toHaveText(fourth)
    await expect(again.getByRole('timer')).toHaveText(/^2[34]:\d\d$/)
    await expect(again.getByText('Answer 3 saved')).toBeVisible()
    await submitRight(again)
    await expect(again.getByRole('heading', { name: 'Thank you!' })).toBeVisible()
    expect(await attempt()).toMatchObject({ score: 4, finishReason: 'Completed' })
  } finally {
    await chromium.throwAway()
    await net.close()
  }
})

test('two windows of one attempt are both told, and the later answer counts', async ({
  page,
  context,
  house,
}) => {
  const { pupil, path, attempt } = await quizOf(house, { count: 2 })
  await logIn(page, pupil)
  await start(page, title)
  const other = await context.newPage()
  await other.goto(path)
  for (const window of [page, other]) {
    await expect(window.getByText('This quiz is open in two windows.')).toBeVisible()
  }
  await page.getByRole('radio', { name: /wrong . a/ }).check()
  await choose(other, /right/)
  await page.getByRole('button', { name: 'Submit Answer' }).click()
  await expect(page.getByText('Question 2 of 2')).toBeVisible()
  await expect(other.getByText('Answer 1 saved')).toBeVisible()
  await other.getByRole('button', { name: /Submit Answer|Finish Quiz/ }).click()
  await expect(other.getByText('Question 2 of 2')).toBeVisible()
  await submitRight(other)

  for (const window of [page, other]) {
    await expect(window.getByRole('heading', { name: 'Thank you!' })).toBeVisible()
  }
  expect(await attempt()).toMatchObject({ score: 2, finishReason: 'Completed' })
})

test('the window that stays is told no more once the other is closed', async ({
  page,
  context,
  house,
}) => {
  const { pupil, path } = await quizOf(house)
  await logIn(page, pupil)
  await start(page, title)
  const other = await context.newPage()
  await other.goto(path)
  const notice = page.getByText('This quiz is open in two windows.')
  await expect(notice).toBeVisible()
  await other.goto('about:blank')
  await expect(notice).toBeHidden()
})

test('a finish takes along what a stubborn net has not let through', async ({
  page,
  house,
  complaints,
}) => {
  const { pupil, attempt } = await quizOf(house, { count: 2 })
  const net = await openBadNet(house.url)
  net.fateOf = (call) => (isAnswer(call) ? 'drop' : 'pass')
  await logIn(page, pupil, net.url)
  await start(page, title)
  await submitRight(page)
  await expect(page.getByText('Question 2 of 2')).toBeVisible()
  await submitRight(page)
  await expect(page.getByText('2 answers waiting to send')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeVisible({ timeout: 30_000 })
  expect(await attempt()).toMatchObject({ score: 2, finishReason: 'Completed' })
  expect(await keptCount(page)).toBe(0)
  await net.close()
  complaints.length = 0
})

const closings = [
  { mode: 'strict', reason: 'Page refreshed or closed', status: 'Completed' },
  { mode: 'observe', reason: null, status: 'In progress' },
] as const
for (const { mode, reason, status } of closings) {
  test(`an answer in flight when the page closes counts (${mode})`, async ({
    page,
    house,
    complaints,
  }) => {
    const { pupil, attempt } = await quizOf(house, { count: 2, integrityMode: mode })
    const net = await openBadNet(house.url)
    net.fateOf = (call) => (isAnswer(call) ? 'drop' : 'pass')
    await logIn(page, pupil, net.url)
    await start(page, title)
    await submitRight(page)
    await expect(page.getByText('1 answer waiting to send')).toBeVisible()
    net.fateOf = () => 'pass'
    await leave(page)
    await expect.poll(attempt).toMatchObject({ status, finishReason: reason })
    const kept = () => house.deps.db.read.selectFrom('answers').selectAll().execute()
    await expect.poll(kept).toHaveLength(1)
    house.advanceClock(31 * minute)
    await expect.poll(attempt).toMatchObject({ score: 1 })
    await net.close()
    complaints.length = 0
  })
}

test('a finish under way when the page closes still finishes, with what waits', async ({
  page,
  house,
  complaints,
}) => {
  const { pupil, attempt } = await quizOf(house, { count: 1 })
  const net = await openBadNet(house.url)
  net.fateOf = (call) => (isAnswer(call) ? 'drop' : 'pass')
  await logIn(page, pupil, net.url)
  await start(page, title)
  await submitRight(page)
  await expect(page.getByText('We will send your answers when you are online.')).toBeVisible()
  await leave(page)
  await expect.poll(attempt).toMatchObject({ score: 1, finishReason: 'Completed' })
  await net.close()
  complaints.length = 0
})

test('offline over the deadline: what arrived counts, and that is said', async ({
  page,
  context,
  house,
  complaints,
}) => {
  const { pupil, attempt } = await quizOf(house)
  await logIn(page, pupil)
  await start(page, title)
  await answer(page, 1, /right/)
  await expect(page.getByText('Question 2 of 3')).toBeVisible()
  house.advanceClock(30 * minute - 8000)
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(page.getByText('Less than 5 minutes left.')).toBeVisible()
  await context.setOffline(true)
  await submitRight(page)
  await expect(page.getByText('1 answer waiting to send')).toBeVisible()
  await expect(page.getByText('We will send your answers when you are online.')).toBeVisible()
  house.advanceClock(minute)
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Your quiz was submitted' })).toBeVisible()
  await expect(page.getByText('What reached us before the end is saved.')).toBeVisible()
  expect(await attempt()).toMatchObject({ score: 1, finishReason: 'Time expired' })
  expect(await keptCount(page)).toBe(0)
  complaints.length = 0
})

test('a browser without a database goes on, and asks to keep the page', async ({
  page,
  context,
  house,
  complaints,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'indexedDB', { get: () => undefined })
  })
  const { pupil, attempt } = await quizOf(house, { count: 2 })
  await logIn(page, pupil)
  await start(page, title)
  await context.setOffline(true)
  await submitRight(page)
  await expect(page.getByText('1 answer is kept while this page stays open')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('Answer 1 saved')).toBeVisible()
  await expect(page.getByText('Question 2 of 2')).toBeVisible()
  await submitRight(page)
  await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeVisible()
  expect(await attempt()).toMatchObject({ score: 2, finishReason: 'Completed' })
  complaints.length = 0
})
