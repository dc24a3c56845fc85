import { describe, expect, it } from 'vitest'
import * as attempts from '#contract/attempts.ts'
import { listExams } from '#contract/exams.ts'
import { getOwnResult, listOwnAttempts } from '#contract/results.ts'
import { createQuestions, createReleasedExam, createStudent } from './factories.ts'
import { createTestApp } from './test-app.ts'

/**
 * A student takes a test whose key is the option at `key`, and records every byte received. Two
 * such attempts have the same texts, ids and seeds: only the key differs.
 */
async function collectReplies(key: number): Promise<string[]> {
  const app = await createTestApp({ deterministicIds: true })
  const admin = await app.createAdmin()
  const student = await createStudent(app, 'Priya Nair', { email: 'priya@example.com' })
  const paper = createQuestions(6).map((question) => ({
    ...question,
    correct_answer: question.options[key] ?? '',
  }))
  const exam = await createReleasedExam(admin, { questions: paper, shuffleOptions: true })
  const testId = exam._id
  const replies: string[] = []
  const record = (reply: { status: number; text: string; headers: object }) => {
    const { date, ...headers } = reply.headers as Record<string, unknown>
    replies.push(JSON.stringify({ status: reply.status, headers, text: reply.text }))
  }

  record(await student.request(listExams))
  const started = await student.request(attempts.startQuiz, { params: { testId } })
  record(started)
  const presented = await student.request(attempts.getQuestions, { params: { testId } })
  record(presented)
  const attemptId = started.json.quizAttemptId
  for (const { _id: questionId } of presented.json.questions) {
    const params = { attemptId, testId }
    record(
      await student.request(attempts.submitAnswer, {
        params,
        body: { questionId, selectedOption: 1 },
      }),
    )
  }
  record(await student.request(listExams))
  record(await student.request(attempts.finishQuiz, { params: { attemptId }, body: { score: 6 } }))
  record(await student.request(attempts.finishExpiredQuiz, { params: { attemptId }, body: {} }))
  record(await student.request(listOwnAttempts))
  record(await student.request(getOwnResult, { params: { attemptId } }))
  record(await student.request(listExams))
  await app.close()
  return replies
}

describe('the key', () => {
  it('leaves no trace in anything a student receives before the release', async () => {
    const [first, second] = [await collectReplies(0), await collectReplies(2)]
    expect(first).toEqual(second)
    expect(first.length).toBeGreaterThan(14)
    expect(first.join('\n')).not.toMatch(/correct|isRight|"key"/i)
  })
})
