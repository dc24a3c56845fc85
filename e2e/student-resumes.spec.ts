import type { Page } from '@playwright/test'
import { createQuestions, createReleasedExam, createStudent } from '#test/factories.ts'
import { expect, test } from './fixtures.ts'
import { createKillableBrowser } from './killable-browser.ts'
import {
  answer,
  choose,
  getOnlyAttempt,
  logIn,
  reopenAfterCrash,
  start,
} from './student-actions.ts'

test('a reload continues at the first unanswered question', async ({ page, testApp }) => {
  const admin = await testApp.createAdmin()
  const exam = await createReleasedExam(admin, {
    title: 'Node JS',
    questions: createQuestions(3),
    integrityMode: 'observe',
  })
  await logIn(page, await createStudent(testApp))
  await start(page, 'Node JS')
  await answer(page, 1, /right/)
  await expect(page.getByRole('heading', { name: 'Question 2 of 3' })).toBeVisible()
  const second = await page.locator('#question-text').innerText()

  await page.reload()
  await expect(page.getByRole('heading', { name: 'Question 2 of 3' })).toBeVisible()
  await expect(page.getByText('Answer 1 saved')).toBeVisible()
  await expect(page.locator('#question-text')).toHaveText(second)
  await answer(page, 2, /right/)
  await expect(page.getByRole('heading', { name: 'Question 3 of 3' })).toBeVisible()

  await page.goto('/student/studentpanel')
  await page.getByRole('button', { name: /^Resume \(\d\d:\d\d left\)/ }).click()
  await expect(page.getByRole('heading', { name: 'Question 3 of 3' })).toBeVisible()
  await choose(page, /right/)
  await page.getByRole('button', { name: 'Finish Quiz' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeVisible()
  await page.getByRole('link', { name: 'Go now' }).click()
  await expect(page.getByRole('row', { name: /Node JS/ })).toContainText('Completed')
  expect(await getOnlyAttempt(admin, exam._id)).toMatchObject({
    score: 3,
    finishReason: 'Completed',
  })
})

/**
 * Chromium writes its cookies to disk every half minute; after an earlier crash the student logs in
 * again.
 */
const cookieFlushMs = process.env.LONG ? 35_000 : 0

test('question, answers and time are restored after a crash and in another browser', {
  tag: '@long',
}, async ({ page, testApp }) => {
  const admin = await testApp.createAdmin()
  const { _id: testId } = await createReleasedExam(admin, {
    title: 'Node JS',
    questions: createQuestions(4),
    integrityMode: 'strict',
  })
  const student = await createStudent(testApp)
  const path = `/student/quiz/${testId}`
  const chromium = createKillableBrowser()
  try {
    const first = await chromium.open()
    await logIn(first, student, testApp.url)
    await start(first, 'Node JS')
    await answer(first, 1, /right/)
    await expect(first.getByRole('heading', { name: 'Question 2 of 4' })).toBeVisible()
    await answer(first, 2, /right/)
    await expect(first.getByRole('heading', { name: 'Question 3 of 4' })).toBeVisible()
    const third = await first.locator('#question-text').innerText()
    await first.waitForTimeout(cookieFlushMs)
    await chromium.kill()

    testApp.advanceClock(5 * 60_000)
    const secondPage = await chromium.open()
    const openedAt = performance.now()
    await reopenAfterCrash(secondPage, testApp.url, path, student)
    await expectThirdQuestion(secondPage, third)
    if (process.env.LONG) console.log(`back ${formatSecondsSince(openedAt)} s later`)
    await choose(secondPage, /right/)
    await secondPage.getByRole('button', { name: 'Submit Answer' }).click()
    await expect(secondPage.getByText('Answer 3 saved')).toBeVisible()
    await expect(secondPage.getByRole('heading', { name: 'Question 4 of 4' })).toBeVisible()
    const fourth = await secondPage.locator('#question-text').innerText()
    await chromium.kill()

    await logIn(page, student)
    const reopenedAt = performance.now()
    await page.getByRole('button', { name: /^Resume \(\d\d:\d\d left\)/ }).click()
    await expect(page.locator('#question-text')).toHaveText(fourth)
    await expect(page.getByText('Answer 3 saved')).toBeVisible()
    await expect(page.getByRole('timer')).toHaveText(/^2[34]:\d\d$/)
    if (process.env.LONG)
      console.log(`on another browser ${formatSecondsSince(reopenedAt)} s later`)
    await choose(page, /right/)
    await page.getByRole('button', { name: 'Finish Quiz' }).click()
    await expect(page.getByRole('heading', { name: 'Thank you!' })).toBeVisible()
    expect(await getOnlyAttempt(admin, testId)).toMatchObject({
      score: 4,
      finishReason: 'Completed',
    })
  } finally {
    await chromium.dispose()
  }
})

function formatSecondsSince(then: number): string {
  return ((performance.now() - then) / 1000).toFixed(1)
}

async function expectThirdQuestion(page: Page, third: string) {
  await expect(page.getByRole('heading', { name: 'Question 3 of 4' })).toBeVisible()
  await expect(page.locator('#question-text')).toHaveText(third)
  await expect(page.getByText('Answer 2 saved')).toBeVisible()
  await expect(page.getByRole('timer')).toHaveText(/^2[34]:\d\d$/)
}

test('the page of a quiz that is not running leads back to the panel, and to its start', {
  tag: '@long',
}, async ({ page, testApp, complaints }) => {
  const exam = await createReleasedExam(await testApp.createAdmin(), { title: 'Node JS' })
  await logIn(page, await createStudent(testApp))
  await page.goto(`/student/quiz/${exam._id}`)
  await expect(page.getByText('You have no running attempt at this test.')).toBeVisible()
  await page.getByRole('link', { name: 'Back to your panel' }).click()
  await expect(page).toHaveURL('/student/studentpanel')

  await page.goto(`/student/quiz/${exam._id}`)
  await page.getByRole('link', { name: 'Start', exact: true }).click()
  await page.getByRole('button', { name: 'Start the quiz' }).click()
  await expect(page.getByRole('heading', { name: 'Question 1 of' })).toBeVisible()
  complaints.length = 0
})
