import { afterEach, expect, it } from 'vitest'
import { finishQuiz, startQuiz, submitAnswer } from '#contract/attempts.ts'
import { releaseResults } from '#contract/result-release.ts'
import { listExamAttempts } from '#contract/results.ts'
import {
  createQuestions,
  createReleasedExam,
  createStudent,
  startAttempt,
} from '#test/factories.ts'
import { pickByRunLength } from '#test/long-run.ts'
import type { TestApp } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'

let app: TestApp
afterEach(() => app.close())

const rounds = pickByRunLength(1_000, 5)

it(
  '50 parallel starts make one attempt and 20 parallel finishes one result, every time',
  async () => {
    app = await createTestApp()
    const admin = await app.createAdmin()
    const exam = await createReleasedExam(admin, { questions: createQuestions(3) })
    const testId = exam._id
    await admin.request(releaseResults, { params: { testId } })
    const students: string[] = []
    for (let round = 0; round < rounds; round++) {
      const student = await createStudent(app, `Student ${round}`)
      students.push(student.id)
      const starts = await inParallel(50, () => student.request(startQuiz, { params: { testId } }))
      const statuses = starts.map(({ status }) => status)
      expect(statuses.filter((status) => status === 201)).toHaveLength(1)
      expect(statuses.filter((status) => status === 200)).toHaveLength(49)
      expect(new Set(starts.map(({ json }) => json.quizAttemptId)).size).toBe(1)

      const { attemptId, paper } = await startAttempt(student, testId)
      const [first, second, third] = paper.questions
      const right = (question = first) => ({
        questionId: question?._id ?? '',
        selectedAnswer: question?.options.find(({ text }) => text.startsWith('right'))?.text,
      })
      const params = { attemptId, testId }
      await student.request(submitAnswer, { params, body: right() })
      const finishes = await inParallel(20, (n) =>
        student.request(finishQuiz, {
          params: { attemptId },
          body:
            n % 2 === 0 ? { answers: [right(second)] } : { answers: [right(second), right(third)] },
        }),
      )
      expect(finishes.every(({ status }) => status === 200)).toBe(true)
      expect(new Set(finishes.map(({ text }) => text)).size).toBe(1)
    }

    const { json } = await admin.request(listExamAttempts, { params: { testId } })
    expect(json.map(({ studentId }) => studentId).toSorted()).toEqual(students.toSorted())
    const answerCounts = await app.deps.db.read
      .selectFrom('answers')
      .select(['attempt_id', (eb) => eb.fn.countAll<number>().as('count')])
      .groupBy('attempt_id')
      .execute()
    const counts = new Map(answerCounts.map((row) => [row.attempt_id, row.count]))
    for (const { _id, score, finishReason } of json) {
      // The first finish decides: its answers and no other's are marked.
      expect([2, 3]).toContain(score)
      expect(score).toBe(counts.get(_id))
      expect(finishReason).toBe('Completed')
    }
    const mails = await app.deps.db.read
      .selectFrom('mails')
      .select('account_id')
      .where('kind', '=', 'result')
      .execute()
    expect(mails.map((row) => row.account_id).toSorted()).toEqual(students.toSorted())
  },
  pickByRunLength(3_600_000, 60_000),
)

/** A machine that is busy says so; a browser comes again. */
function inParallel<T extends { status: number }>(
  count: number,
  job: (n: number) => Promise<T>,
): Promise<T[]> {
  const untilTaken = async (n: number): Promise<T> => {
    const reply = await job(n)
    return reply.status === 503 ? untilTaken(n) : reply
  }
  return Promise.all(Array.from({ length: count }, (_, n) => untilTaken(n)))
}
