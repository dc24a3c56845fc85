import 'fake-indexeddb/auto'
import { openDB } from 'idb'
import { beforeEach, expect, it } from 'vitest'
import { Answer } from '#contract/attempts.ts'
import {
  clearPendingAnswers,
  listOfflineAttempts,
  openPendingAnswerStore,
  type PendingAnswer,
  toAnswerBody,
} from './pending-answers.ts'

const endsAt = 1_800_000_000_000
const store = openPendingAnswerStore('attempt-1', 'test-1', () => endsAt)

beforeEach(() => clearPendingAnswers('attempt-1'))

/** As builds from before there were kinds of questions wrote it: a number and nothing else. */
async function storeOldAnswer() {
  // The store of this build has made the database by now.
  const database = await openDB('exam-room')
  const answer = { attemptId: 'attempt-1', questionId: 'q1', selectedOption: 2, sequence: 7 }
  await database.put('answers', answer)
  await database.put('attempts', {
    attemptId: 'attempt-1',
    testId: 'test-1',
    lastSequence: 7,
    endsAt,
  })
  database.close()
}

it('converts an answer stored by an earlier build to the server’s format', async () => {
  await storeOldAnswer()
  const waiting = await store.load()
  expect(waiting).toEqual([{ questionId: 'q1', answer: { selectedOption: 2 }, sequence: 7 }])
  const [body] = waiting.map(toAnswerBody)
  expect(body).toEqual({ questionId: 'q1', selectedOption: 2, sequence: 7 })
  expect(Answer.safeParse(body).success).toBe(true)
  expect(await listOfflineAttempts()).toMatchObject([{ attemptId: 'attempt-1', waiting, endsAt }])
})

it('continues its sequence numbers, and keeps an answer of several options unchanged', async () => {
  await storeOldAnswer()
  const several = { questionId: 'q2', answer: { selectedOptions: [0, 3] }, sequence: 5 }
  expect(await store.save(several)).toBe(8)
  const waiting = await store.load()
  expect(waiting.at(-1)).toEqual({ ...several, sequence: 8 })
  for (const answer of waiting) expect(Answer.safeParse(toAnswerBody(answer)).success).toBe(true)
  await store.removeAll(waiting)
  expect(await listOfflineAttempts()).toEqual([])
})

it('sends an answer with its question, and without its attempt', () => {
  const answer: PendingAnswer = { questionId: 'q1', answer: { selectedOptions: [1] }, sequence: 3 }
  expect(toAnswerBody(answer)).toEqual({ questionId: 'q1', selectedOptions: [1], sequence: 3 })
})
