import type { WaitingAnswer } from '../answer-queue.ts'
import { onDevice } from './device.ts'

/** The answers of one attempt that wait on this device, whichever window they were given in. */
export type KeptAnswers = {
  /** Oldest first. */
  readonly load: () => Promise<readonly WaitingAnswer[]>
  /**
   * Writes an answer down and tells its number: its own, or a higher one if the device has given
   * that before, so that no clock and no second window makes it run backwards. Null if the device
   * takes nothing.
   */
  readonly keep: (answer: WaitingAnswer) => Promise<number | null>
  readonly drop: (answer: WaitingAnswer) => Promise<unknown>
  /** The attempt has ended: nothing of it stays here. */
  readonly clear: () => Promise<unknown>
}

/** `endsAt` is when the attempt ends as far as this page knows, by the server's clock in ms. */
export function keptAnswersOf(
  attemptId: string,
  testId: string,
  endsAt: () => number,
): KeptAnswers {
  return {
    load: async () => {
      const rows = await onDevice((device) =>
        device.getAllFromIndex('answers', 'attemptId', attemptId),
      )
      return inOrder(rows ?? [])
    },
    keep: ({ questionId, selectedOption, sequence: wanted }) =>
      onDevice(async (device) => {
        // Strict: a laptop that dies a moment later still has it.
        const deed = device.transaction(['answers', 'attempts'], 'readwrite', {
          durability: 'strict',
        })
        const attempts = deed.objectStore('attempts')
        const begun = await attempts.get(attemptId)
        const sequence = Math.max(wanted, (begun?.lastSequence ?? 0) + 1)
        const answer = { attemptId, questionId, selectedOption, sequence }
        await Promise.all([
          deed.objectStore('answers').put(answer),
          attempts.put({ attemptId, testId, lastSequence: sequence, endsAt: endsAt() }),
          deed.done,
        ])
        return sequence
      }),
    drop: ({ sequence }) => onDevice((device) => device.delete('answers', [attemptId, sequence])),
    clear: () => clearKeptAnswers(attemptId),
  }
}

export type LeftBehind = {
  readonly attemptId: string
  readonly testId: string
  readonly waiting: readonly WaitingAnswer[]
  /** By the server's clock, as the last answer written down knew it. */
  readonly endsAt: number
}

/** Every attempt of which something is on this device: of this student, or of whoever sat here. */
export async function leftBehind(): Promise<readonly LeftBehind[]> {
  const found = await onDevice(async (device) => {
    const deed = device.transaction(['answers', 'attempts'])
    return Promise.all([
      deed.objectStore('attempts').getAll(),
      deed.objectStore('answers').getAll(),
    ])
  })
  const [attempts, answers] = found ?? [[], []]
  return attempts.map(({ attemptId, testId, endsAt, touchedAt }) => ({
    attemptId,
    testId,
    endsAt: endsAt ?? touchedAt ?? 0,
    waiting: inOrder(answers.filter((answer) => answer.attemptId === attemptId)),
  }))
}

export async function clearKeptAnswers(attemptId: string) {
  return onDevice(async (device) => {
    const deed = device.transaction(['answers', 'attempts'], 'readwrite')
    const answers = deed.objectStore('answers')
    await deed.objectStore('attempts').delete(attemptId)
    for (const key of await answers.index('attemptId').getAllKeys(attemptId)) {
      await answers.delete(key)
    }
    await deed.done
  })
}

/** The two lists as one, each answer once. */
export function joined(...lists: readonly (readonly WaitingAnswer[])[]): readonly WaitingAnswer[] {
  const byKey = new Map(
    lists.flat().map((answer) => [`${answer.sequence} ${answer.questionId}`, answer]),
  )
  return inOrder([...byKey.values()])
}

function inOrder(answers: readonly WaitingAnswer[]): readonly WaitingAnswer[] {
  return answers
    .map(({ questionId, selectedOption, sequence }) => ({ questionId, selectedOption, sequence }))
    .sort((one, other) => one.sequence - other.sequence)
}
