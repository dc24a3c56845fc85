import type { Page } from '@playwright/test'
import { listOwnAttempts, releaseResults } from '#contract/results.ts'
import {
  completeAttempt,
  createQuestions,
  createReleasedExam,
  createStudent,
} from '#test/factories.ts'
import { expect, type OpenHouse, test } from './fixtures.ts'
import { expectSound } from './soundness.ts'
import { logIn, start } from './student-at-desk.ts'

const looks = [
  { colorScheme: 'light', width: 390 },
  { colorScheme: 'dark', width: 1280 },
] as const

for (const { colorScheme, width } of looks) {
  test(`every screen is sound, ${colorScheme}, ${width} px wide`, async ({ page, house }) => {
    test.slow()
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 900 })
    const { pupil, attemptId } = await aStudentWithAll(house)

    await page.goto('/student/login')
    await isSound(page, 'Student Login')
    await logIn(page, pupil)
    await isSound(page, 'Hello, Priya')
    await page.goto('/student/changePassword')
    await isSound(page, 'Change password')
    await page.goto('/student/result')
    await isSound(page, 'Result')
    await page.goto(`/student/result-detail/${attemptId}`)
    await isSound(page, 'HTML5')
    await page.goto('/student/studentpanel')
    await start(page, 'React JS')
    await isSound(page, /^What is logged/)
    await page.keyboard.press('b')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Answer 1 saved')).toBeVisible()
    await isSound(page, /^What is logged/)
  })
}

async function aStudentWithAll(house: OpenHouse) {
  const admin = await house.createAdmin()
  const pupil = await createStudent(house)
  const past = await createReleasedExam(admin, { title: 'HTML5', questions: withCode(5) })
  await completeAttempt(pupil, past._id, 4)
  await admin.request(releaseResults, { params: { testId: past._id } })
  const waiting = await createReleasedExam(admin, { title: 'Bootstrap' })
  await completeAttempt(pupil, waiting._id, 4)
  // The window is made narrow under the quiz, which a strict one takes for developer tools.
  const quiz = { title: 'React JS', duration: 4, questions: withCode(3) }
  await createReleasedExam(admin, { ...quiz, integrityMode: 'observe' })
  const { json: attempts } = await pupil.request(listOwnAttempts)
  const attemptId = attempts.find(({ testId }) => testId === past._id)?._id
  return { pupil, attemptId }
}

function withCode(count: number) {
  return createQuestions(count).map((question, n) => ({
    ...question,
    question: `What is logged by \`log(${n})\`?`,
    codeSnippet: `const answer = ${n} // a line that is longer than a phone is wide, so that it has to wrap\nlog(answer)`,
  }))
}

/** No fault that axe knows of, one h1, and nothing wider than the window, also at 400 % zoom. */
async function isSound(page: Page, heading: string | RegExp) {
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await expectSound(page)
}
