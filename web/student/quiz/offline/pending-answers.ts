import type { QuestionNote } from '#core/attempts/free-paper.ts'
import type { AnswerKey, PendingAnswer as Pending } from '#core/quiz-session/effects.ts'
import type { ChosenAnswer } from '../../../questions/options/kind-screens.ts'
import { createDeviceDatabase, type DBSchema } from './device-database.ts'

/**
 * In the fields of the question's kind, as the wire has them; the session never looks into them.
 */
export type Answer = ChosenAnswer | QuestionNote
export type PendingAnswer = Pending<Answer>

/** As the server takes it, and as the device keeps it with the attempt's id. */
type AnswerBody = Answer & { readonly questionId: string; readonly sequence: number }

export function toAnswerBody({ questionId, answer, sequence }: PendingAnswer): AnswerBody {
  return { ...answer, questionId, sequence }
}

function readStoredAnswer(row: AnswerBody & { readonly attemptId: string }): PendingAnswer {
  const { attemptId: _, questionId, sequence, ...answer } = row
  return { questionId, answer, sequence }
}

/** An attempt that has begun on this device: like the answers, ids and numbers only, no words. */
type OfflineAttemptRow = {
  readonly attemptId: string
  readonly testId: string
  /** The highest sequence given so far, in any window. */
  readonly lastSequence: number
  /** When the attempt ends, by the server's clock; rows of earlier builds lack it. */
  readonly endsAt?: number
  /** Used by such rows instead: when an answer was last stored. */
  readonly touchedAt?: number
}

interface OfflineSchema extends DBSchema {
  answers: {
    key: [string, number]
    value: AnswerBody & { readonly attemptId: string }
    indexes: { attemptId: string }
  }
  attempts: { key: string; value: OfflineAttemptRow }
}

const withDatabase = createDeviceDatabase<OfflineSchema>('exam-room', (database) => {
  const answers = database.createObjectStore('answers', { keyPath: ['attemptId', 'sequence'] })
  answers.createIndex('attemptId', 'attemptId')
  database.createObjectStore('attempts', { keyPath: 'attemptId' })
})

/** The answers of one attempt that wait on this device, whichever window they were given in. */
export type PendingAnswerStore = {
  /** Oldest first. */
  readonly load: () => Promise<readonly PendingAnswer[]>
  /**
   * Writes an answer down and tells its number: its own, or a higher one if the device has given
   * that before, so that no clock and no second window makes it run backwards. Null if the device
   * takes nothing.
   */
  readonly save: (answer: PendingAnswer) => Promise<number | null>
  readonly remove: (answer: PendingAnswer) => Promise<unknown>
  /** The attempt has ended: these go, and with the last of its answers the attempt. */
  readonly removeAll: (answers: readonly AnswerKey[]) => Promise<unknown>
  /** Deletes everything of it from the device. */
  readonly clear: () => Promise<unknown>
}

/** `endsAt` is when the attempt ends as far as this page knows, by the server's clock in ms. */
export function openPendingAnswerStore(
  attemptId: string,
  testId: string,
  endsAt: () => number,
): PendingAnswerStore {
  return {
    load: async () => {
      const rows = await withDatabase((database) =>
        database.getAllFromIndex('answers', 'attemptId', attemptId),
      )
      return sortBySequence((rows ?? []).map(readStoredAnswer))
    },
    save: (requested) =>
      withDatabase(async (database) => {
        // Strict durability: the answer survives a laptop that dies a moment later.
        const transaction = database.transaction(['answers', 'attempts'], 'readwrite', {
          durability: 'strict',
        })
        const attempts = transaction.objectStore('attempts')
        const existing = await attempts.get(attemptId)
        const sequence = Math.max(requested.sequence, (existing?.lastSequence ?? 0) + 1)
        const answer = { attemptId, ...toAnswerBody({ ...requested, sequence }) }
        await Promise.all([
          transaction.objectStore('answers').put(answer),
          attempts.put({ attemptId, testId, lastSequence: sequence, endsAt: endsAt() }),
          transaction.done,
        ])
        return sequence
      }),
    remove: ({ sequence }) =>
      withDatabase((database) => database.delete('answers', [attemptId, sequence])),
    removeAll: (taken) =>
      withDatabase(async (database) => {
        const transaction = database.transaction(['answers', 'attempts'], 'readwrite')
        const answers = transaction.objectStore('answers')
        for (const { sequence } of taken) await answers.delete([attemptId, sequence])
        const remaining = await answers.index('attemptId').count(attemptId)
        if (remaining === 0) await transaction.objectStore('attempts').delete(attemptId)
        await transaction.done
      }),
    clear: () => clearPendingAnswers(attemptId),
  }
}

export type OfflineAttempt = {
  readonly attemptId: string
  readonly testId: string
  readonly waiting: readonly PendingAnswer[]
  /** By the server's clock, as the last answer written down knew it. */
  readonly endsAt: number
}

/** Every attempt with data on this device, of this student or an earlier one. */
export async function listOfflineAttempts(): Promise<readonly OfflineAttempt[]> {
  const found = await withDatabase(async (database) => {
    const transaction = database.transaction(['answers', 'attempts'])
    return Promise.all([
      transaction.objectStore('attempts').getAll(),
      transaction.objectStore('answers').getAll(),
    ])
  })
  const [attempts, answers] = found ?? [[], []]
  return attempts.map(({ attemptId, testId, endsAt, touchedAt }) => ({
    attemptId,
    testId,
    endsAt: endsAt ?? touchedAt ?? 0,
    waiting: sortBySequence(
      answers.filter((answer) => answer.attemptId === attemptId).map(readStoredAnswer),
    ),
  }))
}

export async function clearPendingAnswers(attemptId: string) {
  return withDatabase(async (database) => {
    const transaction = database.transaction(['answers', 'attempts'], 'readwrite')
    const answers = transaction.objectStore('answers')
    await transaction.objectStore('attempts').delete(attemptId)
    for (const key of await answers.index('attemptId').getAllKeys(attemptId)) {
      await answers.delete(key)
    }
    await transaction.done
  })
}

function sortBySequence(answers: readonly PendingAnswer[]): readonly PendingAnswer[] {
  return answers.toSorted((one, other) => one.sequence - other.sequence)
}
