import { expect, it } from 'vitest'
import type { RefusalCode } from '#contract/errors.ts'
import { NetworkError, RefusalError } from '../../../client/request.ts'
import { createAnswerQueue } from './answer-queue.ts'
import type { PendingAnswer } from './pending-answer.ts'

const noon = Date.UTC(2026, 10, 21, 12)
const createNetworkError = () => new NetworkError(new TypeError('Failed to fetch'))
const createRefusal = (code: RefusalCode) => new RefusalError(409, { code, message: code }, null)

type TestQueueOptions = {
  saved?: readonly string[]
  waiting?: readonly PendingAnswer[]
  /** The highest number the device has given; null if it takes nothing. */
  highest?: number | null
}

/** What the server answers is decided by us, one answer at a time; pauses end when we say so. */
function createTestQueue({ saved = [], waiting = [], highest = 0 }: TestQueueOptions = {}) {
  const sent: PendingAnswer[] = []
  const stored = new Map(waiting.map((answer) => [answer.sequence, answer]))
  const calls: { answer: () => void; fail: (error: Error) => void }[] = []
  const pauses: { failures: number; end: () => void }[] = []
  let highestGiven = highest
  const queue = createAnswerQueue({
    send: (answer) => {
      sent.push(answer)
      return new Promise<void>((resolve, reject) => {
        calls.push({ answer: resolve, fail: reject })
      })
    },
    pause: (failures) => new Promise((end) => pauses.push({ failures, end })),
    now: () => noon,
    store: {
      async save(answer) {
        if (highestGiven === null) return null
        highestGiven = Math.max(highestGiven + 1, answer.sequence)
        stored.set(highestGiven, { ...answer, sequence: highestGiven })
        return highestGiven
      },
      remove: async ({ sequence }) => stored.delete(sequence),
    },
    saved,
    waiting,
  })
  const nextTurn = (_done?: unknown) => new Promise((resolve) => setImmediate(resolve))
  return {
    queue,
    nextTurn,
    sent: () => sent.map(({ questionId }) => questionId),
    sequences: () => sent.map(({ sequence }) => sequence),
    stored: () => [...stored.values()].map(({ questionId }) => questionId),
    answer: () => nextTurn(calls.shift()?.answer()),
    fail: (error: Error) => nextTurn(calls.shift()?.fail(error)),
    endPause: () => nextTurn(pauses.shift()?.end()),
    pauses,
  }
}

const q1 = { questionId: 'q1', selectedOption: 2 }
const q2 = { questionId: 'q2', selectedOption: 0 }

it('sends one answer at a time, in order, each later than the last by the server’s clock', async () => {
  const { queue, sent, sequences, answer, nextTurn } = createTestQueue()
  queue.add(q1)
  queue.add(q2)
  await nextTurn()
  expect(sent()).toEqual(['q1'])
  await answer()
  expect(sent()).toEqual(['q1', 'q2'])
  expect(sequences()).toEqual([noon, noon + 1])
})

it('counts an answer as saved only after the server said so', async () => {
  const { queue, answer, nextTurn } = createTestQueue({ saved: ['q0'] })
  expect(queue.get()).toMatchObject({ lastSaved: 'q0', saved: new Set(['q0']) })
  queue.add(q1)
  expect(queue.get()).toMatchObject({ lastSaved: 'q0', waiting: [q1] })
  await nextTurn()
  await answer()
  expect(queue.get()).toMatchObject({ lastSaved: 'q1', waiting: [] })
  expect([...queue.get().saved]).toEqual(['q0', 'q1'])
})

it('tries again until it gets through, waiting longer each time', async () => {
  const { queue, sent, fail, answer, endPause, pauses, nextTurn } = createTestQueue()
  queue.add(q1)
  await nextTurn()
  await fail(createNetworkError())
  expect(queue.get().sendError).toBe('offline')
  expect(pauses[0]?.failures).toBe(1)
  await endPause()
  await fail(createRefusal('busy'))
  expect(queue.get().sendError).toEqual({ message: 'busy' })
  expect(pauses[0]?.failures).toBe(2)
  await endPause()
  await answer()
  expect(queue.get()).toMatchObject({ sendError: null, waiting: [], lastSaved: 'q1' })
  expect(sent()).toEqual(['q1', 'q1', 'q1'])
})

it('is drained when nothing is waiting any more', async () => {
  const { queue, answer, nextTurn } = createTestQueue()
  queue.add(q1)
  queue.add(q2)
  await nextTurn()
  let isDrained = false
  queue.waitUntilDrained().then(() => {
    isDrained = true
  })
  await answer()
  expect(isDrained).toBe(false)
  await answer()
  expect(isDrained).toBe(true)
})

it.each(['attempt-over', 'attempt-not-found'] as const)('gives up on %s', async (code) => {
  const { queue, sent, fail, nextTurn } = createTestQueue()
  queue.add(q1)
  await nextTurn()
  await fail(createRefusal(code))
  expect(queue.get()).toMatchObject({ isOver: true, waiting: [q1] })
  await queue.waitUntilDrained()
  queue.add(q2)
  expect(sent()).toEqual(['q1'])
})

it('hands over what is left, with what was chosen last at the end, and sends no more', async () => {
  const { queue, sent, answer, nextTurn } = createTestQueue()
  queue.add(q1)
  await nextTurn()
  expect(queue.close(q2)).toMatchObject([q1, q2])
  await answer()
  expect(sent()).toEqual(['q1'])
})

it('writes an answer down before it sends it, and takes it off once the server has it', async () => {
  const { queue, sent, stored, answer, nextTurn } = createTestQueue()
  queue.add(q1)
  expect(sent()).toEqual([])
  expect(queue.get().isWriting).toBe(true)
  await nextTurn()
  expect(queue.get().isWriting).toBe(false)
  expect(stored()).toEqual(['q1'])
  expect(sent()).toEqual(['q1'])
  queue.add(q2)
  await nextTurn()
  expect(stored()).toEqual(['q1', 'q2'])
  await answer()
  expect(stored()).toEqual(['q2'])
})

it('goes on without a device that takes nothing, and says so', async () => {
  const { queue, sent, sequences, answer, nextTurn } = createTestQueue({ highest: null })
  queue.add(q1)
  queue.add(q2)
  await nextTurn()
  expect(queue.get()).toMatchObject({ isStored: false, waiting: [q1, q2] })
  await answer()
  await answer()
  expect(sent()).toEqual(['q1', 'q2'])
  expect(sequences()).toEqual([noon, noon + 1])
})

it('numbers on from the highest the device has given, though the clock stands before that', async () => {
  const ahead = noon + 60_000
  const { queue, sequences, answer, nextTurn } = createTestQueue({ highest: ahead })
  queue.add(q1)
  await nextTurn()
  queue.add(q2)
  await nextTurn()
  await answer()
  expect(sequences()).toEqual([ahead + 1, ahead + 2])
  expect(queue.getUnsent(q1).at(-1)?.sequence).toBe(ahead + 3)
})

it('sends first what was left from before, under the numbers it had', async () => {
  const waiting = [{ ...q1, sequence: noon + 5000 }]
  const { queue, sent, sequences, stored, answer } = createTestQueue({
    waiting,
    highest: noon + 5000,
  })
  expect(queue.get().waiting).toEqual(waiting)
  queue.add(q2)
  await answer()
  await answer()
  await answer()
  expect(sent()).toEqual(['q1', 'q2'])
  expect(sequences()).toEqual([noon + 5000, noon + 5001])
  expect(stored()).toEqual([])
})

it('does not send again what another window has sent', async () => {
  const waiting = [
    { ...q1, sequence: 1 },
    { ...q2, sequence: 2 },
  ]
  const { queue, sent, fail, endPause, nextTurn } = createTestQueue({ waiting })
  await nextTurn()
  await fail(createNetworkError())
  queue.acknowledge({ questionId: 'q1', sequence: 1 })
  expect(queue.get()).toMatchObject({ lastSaved: 'q1', sendError: null, waiting: [q2] })
  await endPause()
  expect(sent()).toEqual(['q1', 'q2'])
})

it.each(['unknown-question', 'unknown-option'] as const)(
  'leaves out what can never be taken (%s), rather than hold up all others',
  async (code) => {
    const { queue, sent, stored, fail, answer, nextTurn } = createTestQueue()
    queue.add(q1)
    queue.add(q2)
    await nextTurn()
    await fail(createRefusal(code))
    await answer()
    expect(sent()).toEqual(['q1', 'q2'])
    expect(queue.get()).toMatchObject({ waiting: [], lastSaved: 'q2', isOver: false })
    expect(stored()).toEqual([])
  },
)
