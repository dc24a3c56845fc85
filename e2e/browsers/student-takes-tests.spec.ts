import { createQuestions, createReleasedExam, createStudent } from '#test/factories.ts'
import { getOnlyAttempt } from '../student-actions.ts'
import { expect, test } from './fixtures.ts'

test('a strict test to its end, without a network for a while', async ({ user, testApp }) => {
  const admin = await testApp.createAdmin()
  const exam = { title: 'Node JS', questions: createQuestions(3), integrityMode: 'strict' as const }
  const { _id: testId } = await createReleasedExam(admin, exam)
  await user.logIn(await createStudent(testApp))
  await user.startQuiz('Node JS')
  await user.submitAnswer(1, /right/)
  await user.see('Question 2 of 3')
  await user.goOffline()
  await user.choose(/right/)
  await user.click('Submit Answer')
  await user.see('1 answer waiting to send')
  await user.goOnline()
  await user.see('Answer 2 saved')
  await user.submitAnswer(3, /right/)
  await user.see('Thank you!')
  expect(await getOnlyAttempt(admin, testId)).toMatchObject({
    score: 3,
    finishReason: 'Completed',
  })
  user.page.complaints.length = 0
})
