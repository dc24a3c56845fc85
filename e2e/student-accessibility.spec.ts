import type { Page } from '@playwright/test'
import { releaseResults } from '#contract/result-release.ts'
import { listOwnAttempts } from '#contract/results.ts'
import {
  completeAttempt,
  createQuestions,
  createReleasedExam,
  createStudent,
} from '#test/factories.ts'
import {
  expect,
  expectAccessibleInBothThemes,
  type ListeningTestApp,
  openWithin,
  test,
} from './fixtures.ts'
import { logIn, start } from './student-actions.ts'

test('every screen is accessible in both themes', async ({ page, testApp }) => {
  const { student, attemptId } = await createStudentWithEverything(testApp)

  await page.goto('/student/login')
  await expectScreenAccessible(page, 'Student Login')
  await logIn(page, student)
  await expectScreenAccessible(page, 'Hello, Priya')
  await openWithin(page, '/student/changePassword')
  await expectScreenAccessible(page, 'Change password')
  await openWithin(page, '/student/result')
  await expectScreenAccessible(page, 'Result')
  await openWithin(page, `/student/result-detail/${attemptId}`)
  await expectScreenAccessible(page, 'HTML5')
  await openWithin(page, '/student/studentpanel')
  await start(page, 'React JS')
  await expectScreenAccessible(page, /^Question \d of 3$/)
  await page.keyboard.press('b')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Answer 1 saved')).toBeVisible()
  await expectScreenAccessible(page, /^Question \d of 3$/)
})

async function createStudentWithEverything(testApp: ListeningTestApp) {
  const admin = await testApp.createAdmin()
  const student = await createStudent(testApp)
  const past = await createReleasedExam(admin, {
    title: 'HTML5',
    questions: createQuestionsWithCode(5),
  })
  await completeAttempt(student, past._id, 4)
  await admin.request(releaseResults, { params: { testId: past._id } })
  const waiting = await createReleasedExam(admin, { title: 'Bootstrap' })
  await completeAttempt(student, waiting._id, 4)
  // The window is narrowed during the quiz, which a strict one takes for developer tools.
  const quiz = { title: 'React JS', duration: 4, questions: createQuestionsWithCode(3) }
  await createReleasedExam(admin, { ...quiz, integrityMode: 'observe' })
  const { json: attempts } = await student.request(listOwnAttempts)
  const attemptId = attempts.find(({ testId }) => testId === past._id)?._id
  return { student, attemptId }
}

function createQuestionsWithCode(count: number) {
  return createQuestions(count).map((question, n) => ({
    ...question,
    question: `What is logged by \`log(${n})\`?`,
    codeSnippet: `const answer = ${n} // a line that is longer than a phone is wide, so that it has to wrap\nlog(answer)`,
  }))
}

/** No violation found by axe, one h1, and no horizontal scrolling, even at 400 % zoom. */
async function expectScreenAccessible(page: Page, heading: string | RegExp) {
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await expectAccessibleInBothThemes(page)
}
