import { describe, expect, it } from 'vitest'
import * as attempts from '#contract/attempts.ts'
import { listExams } from '#contract/exams.ts'
import { getOwnResult, listOwnAttempts } from '#contract/results.ts'
import { createQuestions, createReleasedExam, createStudent } from '#test/factories.ts'
import { createTestApp } from '#test/test-app.ts'

/**
 * A student sits a test whose key is the option at `key`, and writes down every byte received.
 * The texts, ids and dice of two such sittings are the same: only the key differs.
 */
async function everyReply(key: number): Promise<string[]> {
  const house = await createTestApp({ deterministicIds: true })
  const admin = await house.createAdmin()
  const student = await createStudent(house, 'Priya Nair', { email: 'priya@example.com' })
  const paper = createQuestions(6).map((question) => ({
    ...question,
    correct_answer: question.options[key] ?? '',
  }))
  const exam = await createReleasedExam(admin, { questions: paper, shuffleOptions: true })
  const testId = exam._id
  const heard: string[] = []
  const hear = (reply: { status: number; text: string; headers: object }) => {
    const { date, ...headers } = reply.headers as Record<string, unknown>
    heard.push(JSON.stringify({ status: reply.status, headers, text: reply.text }))
  }

  hear(await student.request(listExams))
  const started = await student.request(attempts.startQuiz, { params: { testId } })
  hear(started)
  const dealt = await student.request(attempts.getQuestions, { params: { testId } })
  hear(dealt)
  const attemptId = started.json.quizAttemptId
  for (const { _id: questionId } of dealt.json.questions) {
    const params = { attemptId, testId }
    hear(
      await student.request(attempts.submitAnswer, {
        params,
        body: { questionId, selectedOption: 1 },
      }),
    )
  }
  hear(await student.request(listExams))
  hear(await student.request(attempts.finishQuiz, { params: { attemptId }, body: { score: 6 } }))
  hear(await student.request(attempts.finishExpiredQuiz, { params: { attemptId }, body: {} }))
  hear(await student.request(listOwnAttempts))
  hear(await student.request(getOwnResult, { params: { attemptId } }))
  hear(await student.request(listExams))
  await house.close()
  return heard
}

describe('the key', () => {
  it('leaves no trace in anything a student receives before the release', async () => {
    const [first, second] = [await everyReply(0), await everyReply(2)]
    expect(first).toEqual(second)
    expect(first.length).toBeGreaterThan(14)
    expect(first.join('\n')).not.toMatch(/correct|isRight|"key"/i)
  })
})
