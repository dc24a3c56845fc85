import { setTimeout as sleep } from 'node:timers/promises'
import { listAttemptEvents } from '#contract/proctoring.ts'
import { isAway, mergeWindowMs } from '#core/proctoring/policy.ts'
import { createQuestions, createReleasedExam, createStudent } from '#test/factories.ts'
import type { ListeningTestApp } from '../fixtures.ts'
import { getOnlyAttempt } from '../student-actions.ts'
import { expect, test } from './fixtures.ts'
import type { User } from './user.ts'

/** One question is answered, and the next one chosen but not submitted. */
async function openSecondQuestion(
  user: User,
  testApp: ListeningTestApp,
  integrityMode: 'strict' | 'warn',
) {
  const admin = await testApp.createAdmin()
  const exam = { title: 'Node JS', questions: createQuestions(3), integrityMode }
  const { _id: testId } = await createReleasedExam(admin, exam)
  await user.logIn(await createStudent(testApp))
  await user.startQuiz('Node JS')
  await user.submitAnswer(1, /right/)
  await user.see('Question 2 of 3')
  await user.choose(/right/)
  const getAttempt = () => getOnlyAttempt(admin, testId)
  return {
    getAttempt,
    async listEventKinds() {
      const attemptId = (await getAttempt())?._id ?? ''
      const { json } = await admin.request(listAttemptEvents, { params: { attemptId } })
      return json.map(({ kind }) => kind)
    },
  }
}

test('another tab ends a strict test, with the answer that was chosen', { tag: '@long' }, async ({
  user,
  testApp,
}) => {
  const { getAttempt } = await openSecondQuestion(user, testApp, 'strict')
  await user.leave()
  await expect.poll(getAttempt).toMatchObject({ score: 2, finishReason: 'Auto submission' })
  await user.returnToPage()
  await user.seePath('/student/studentpanel')
})

test('a reload ends a strict test, and says so', { tag: '@long' }, async ({ user, testApp }) => {
  const { getAttempt } = await openSecondQuestion(user, testApp, 'strict')
  await user.reload()
  await user.see('Page refreshed or closed')
  await expect
    .poll(getAttempt)
    .toMatchObject({ score: 2, finishReason: 'Page refreshed or closed' })
  // An answer that comes after the end is refused.
  user.page.complaints.length = 0
})

test('the back button asks before it ends a strict test', { tag: '@long' }, async ({
  user,
  testApp,
}) => {
  const { getAttempt } = await openSecondQuestion(user, testApp, 'strict')
  const leaving = 'Leaving will auto-submit your quiz. Continue?'
  await user.goBack()
  await user.within(leaving).see('1 of 3 questions are answered.')
  await user.click('Stay in the quiz')
  await user.seeNo('dialog', leaving)
  await user.goBack()
  await user.click('Leave and submit')
  await user.see('User pressed back button')
  await expect
    .poll(getAttempt)
    .toMatchObject({ score: 2, finishReason: 'User pressed back button' })
})

test('two violations show warnings to read, and the third ends the test', async ({
  user,
  testApp,
}) => {
  const { getAttempt, listEventKinds } = await openSecondQuestion(user, testApp, 'warn')
  await user.leave()
  // A slow machine reports the lost focus before it hides the tab: one absence, reported once.
  await expect.poll(async () => (await listEventKinds()).some(isAway)).toBe(true)
  await user.returnToPage()
  await user.see('Warning 1 of 2')
  await user.click('I understand')
  await user.see('1 of 2 warnings')
  await user.goBack()
  await user.see('The back button was pressed')
  await user.reload()
  await user.see('Warning 2 of 2')
  await user.click('I understand')
  await user.see('2 of 2 warnings')
  await user.choose(/right/)
  await sleep(mergeWindowMs)
  await user.leave()
  await expect.poll(getAttempt).toMatchObject({ score: 2, finishReason: 'Auto submission' })
})
