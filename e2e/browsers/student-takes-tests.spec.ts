import { releaseResults } from '#contract/result-release.ts'
import { createQuestions, createReleasedExam, createStudent } from '#test/factories.ts'
import type { TestClient } from '#test/test-app.ts'
import type { ListeningTestApp } from '../fixtures.ts'
import { getOnlyAttempt } from '../student-actions.ts'
import { expect, test } from './fixtures.ts'
import type { User } from './user.ts'

type Exam = Parameters<typeof createReleasedExam>[1]

/** On the student's panel, with one test of three questions. */
async function openPanel(user: User, testApp: ListeningTestApp, exam: Exam) {
  const admin = await testApp.createAdmin()
  const { _id: testId } = await createReleasedExam(admin, {
    title: 'Node JS',
    questions: createQuestions(3),
    ...exam,
  })
  await user.logIn(await createStudent(testApp))
  return { admin, testId }
}

async function readResult(user: User, admin: TestClient, testId: string, right: number) {
  expect(await getOnlyAttempt(admin, testId)).toMatchObject({
    score: right,
    finishReason: 'Completed',
  })
  await admin.request(releaseResults, { params: { testId } })
  await user.open('/student/result')
  await user.follow(/^View Details/)
  await user.see(`You answered ${right} of 3 questions correctly.`)
}

test('a strict test works zoomed in and offline for a while, up to its result', async ({
  user,
  testApp,
}) => {
  const { admin, testId } = await openPanel(user, testApp, { integrityMode: 'strict' })
  await user.startQuiz('Node JS')
  await user.zoomIn()
  await user.submitAnswer(1, /right/)
  await user.see('Question 2 of 3')
  await user.goOffline()
  await user.choose(/right/)
  await user.click('Submit Answer')
  await user.see('1 answer waiting to send')
  await user.goOnline()
  await user.see('Answer 2 saved')
  await user.resetZoom()
  await user.see('Question 3 of 3')
  await user.choose(/right/)
  await user.finishQuiz()
  // Each call that was cut is one.
  user.page.complaints.length = 0
  await readResult(user, admin, testId, 3)
})

test('a test with warnings works from its start to its result', { tag: '@long' }, async ({
  user,
  testApp,
}) => {
  const { admin, testId } = await openPanel(user, testApp, { integrityMode: 'warn' })
  await user.startQuiz('Node JS')
  await user.submitAnswer(1, /right/)
  await user.submitAnswer(2, /wrong 2 a|wrong 1 a|wrong 0 a/)
  await user.see('Question 3 of 3')
  await user.choose(/right/)
  await user.finishQuiz()
  await readResult(user, admin, testId, 2)
})

test('a free paper is resumed as it was left, and works up to its result', {
  tag: '@long',
}, async ({ user, testApp }) => {
  const { admin, testId } = await openPanel(user, testApp, {
    integrityMode: 'observe',
    navigation: 'free',
  })
  await user.startQuiz('Node JS')
  await user.choose(/right/)
  await user.click('Question 3, not seen')
  await user.see('Question 3 of 3')
  await user.choose(/right/)
  await user.press('m')
  await user.seeThe('button', 'Question 3, answered, marked')
  await user.see('Answer 3 saved')
  await user.reload()
  await user.seeThe('button', 'Question 3, answered, marked')
  await user.click('Question 1, answered')
  await user.see('Question 1 of 3')
  await user.click('Finish Quiz')
  await user.see('1 unanswered, 1 marked')
  await user.click(/^Question 2:/)
  await user.choose(/right/)
  await user.click('Back to the list')
  await user.see('All 3 answered, 1 marked')
  await user.finishQuiz()
  await readResult(user, admin, testId, 3)
})
