import { expect, it } from 'vitest'
import type { RefusalCode } from '#contract/errors.ts'
import { NetworkError, RefusalError } from '../../client/request.ts'
import { openAnswerQueue, type WaitingAnswer } from './answer-queue.ts'

const noon = Date.UTC(2026, 10, 21, 12)
const offline = () => new NetworkError(new TypeError('Failed to fetch'))
const refused = (code: RefusalCode) => new RefusalError(409, { code, message: code }, null)

type Before = {
  saved?: readonly string[]
  waiting?: readonly WaitingAnswer[]
  /** The highest number the device has given; null if it takes nothing. */
  highest?: number | null
}

/** What the server answers is decided by us, one answer at a time; pauses end when we say so. */
function aQueue({ saved = [], waiting = [], highest = 0 }: Before = {}) {
  const sent: WaitingAnswer[] = []
  const onDevice = new Map(waiting.map((answer) => [answer.sequence, answer]))
  const calls: { answer: () => void; fail: (fault: Error) => void }[] = []
  const pauses: { failures: number; end: () => void }[] = []
  let given = highest
  const queue = openAnswerQueue({
    send: (answer) => {
      sent.push(answer)
      return new Promise<void>((resolve, reject) => {
        calls.push({ answer: resolve, fail: reject })
      })
    },
    pause: (failures) => new Promise((end) => pauses.push({ failures, end })),
    now: () => noon,
    kept: {
      async keep(answer) {
        if (given === null) return null
        given = Math.max(given + 1, answer.sequence)
        onDevice.set(given, { ...answer, sequence: given })
        return given
      },
      drop: async ({ sequence }) => onDevice.delete(sequence),
    },
    saved,
    waiting,
  })
  const turn = (_done?: unknown) => new Promise((resolve) => setImmediate(resolve))
  return {
    queue,
    turn,
    sent: () => sent.map(({ questionId }) => questionId),
    sequences: () => sent.map(({ sequence }) => sequence),
    onDevice: () => [...onDevice.values()].map(({ questionId }) => questionId),
    answer: () => turn(calls.shift()?.answer()),
    fail: (fault: Error) => turn(calls.shift()?.fail(fault)),
    endPause: () => turn(pauses.shift()?.end()),
    pauses,
  }
}

const q1 = { questionId: 'q1', selectedOption: 2 }
const q2 = { questionId: 'q2', selectedOption: 0 }

it('sends one answer at a time, in order, each later than the last by the server’s clock', async () => {
  const { queue, sent, sequences, answer, turn } = aQueue()
  queue.add(q1)
  queue.add(q2)
  await turn()
  expect(sent()).toEqual(['q1'])
  await answer()
  expect(sent()).toEqual(['q1', 'q2'])
  expect(sequences()).toEqual([noon, noon + 1])
})

it('counts an answer as saved only after the server said so', async () => {
  const { queue, answer, turn } = aQueue({ saved: ['q0'] })
  expect(queue.get()).toMatchObject({ lastSaved: 'q0', saved: new Set(['q0']) })
  queue.add(q1)
  expect(queue.get()).toMatchObject({ lastSaved: 'q0', waiting: [q1] })
  await turn()
  await answer()
  expect(queue.get()).toMatchObject({ lastSaved: 'q1', waiting: [] })
  expect([...queue.get().saved]).toEqual(['q0', 'q1'])
})

it('tries again until it gets through, waiting longer each time', async () => {
  const { queue, sent, fail, answer, endPause, pauses, turn } = aQueue()
  queue.add(q1)
  await turn()
  await fail(offline())
  expect(queue.get().trouble).toBe('offline')
  expect(pauses[0]?.failures).toBe(1)
  await endPause()
  await fail(refused('busy'))
  expect(queue.get().trouble).toEqual({ says: 'busy' })
  expect(pauses[0]?.failures).toBe(2)
  await endPause()
  await answer()
  expect(queue.get()).toMatchObject({ trouble: null, waiting: [], lastSaved: 'q1' })
  expect(sent()).toEqual(['q1', 'q1', 'q1'])
})

it('is drained when nothing is waiting any more', async () => {
  const { queue, answer, turn } = aQueue()
  queue.add(q1)
  queue.add(q2)
  await turn()
  let isDrained = false
  queue.drained().then(() => {
    isDrained = true
  })
  await answer()
  expect(isDrained).toBe(false)
  await answer()
  expect(isDrained).toBe(true)
})

it.each(['attempt-over', 'attempt-not-found'] as const)('gives up on %s', async (code) => {
  const { queue, sent, fail, turn } = aQueue()
  queue.add(q1)
  await turn()
  await fail(refused(code))
  expect(queue.get()).toMatchObject({ isOver: true, waiting: [q1] })
  await queue.drained()
  queue.add(q2)
  expect(sent()).toEqual(['q1'])
})

it('hands over what is left, with what was chosen last at the end, and sends no more', async () => {
  const { queue, sent, answer, turn } = aQueue()
  queue.add(q1)
  await turn()
  expect(queue.close(q2)).toMatchObject([q1, q2])
  await answer()
  expect(sent()).toEqual(['q1'])
})

it('writes an answer down before it sends it, and takes it off once the server has it', async () => {
  const { queue, sent, onDevice, answer, turn } = aQueue()
  queue.add(q1)
  expect(sent()).toEqual([])
  expect(queue.get().isWriting).toBe(true)
  await turn()
  expect(queue.get().isWriting).toBe(false)
  expect(onDevice()).toEqual(['q1'])
  expect(sent()).toEqual(['q1'])
  queue.add(q2)
  await turn()
  expect(onDevice()).toEqual(['q1', 'q2'])
  await answer()
  expect(onDevice()).toEqual(['q2'])
})

it('goes on without a device that takes nothing, and says so', async () => {
  const { queue, sent, sequences, answer, turn } = aQueue({ highest: null })
  queue.add(q1)
  queue.add(q2)
  await turn()
  expect(queue.get()).toMatchObject({ isKept: false, waiting: [q1, q2] })
  await answer()
  await answer()
  expect(sent()).toEqual(['q1', 'q2'])
  expect(sequences()).toEqual([noon, noon + 1])
})

it('numbers on from the highest the device has given, though the clock stands before that', async () => {
  const ahead = noon + 60_000
  const { queue, sequences, answer, turn } = aQueue({ highest: ahead })
  queue.add(q1)
  await turn()
  queue.add(q2)
  await turn()
  await answer()
  expect(sequences()).toEqual([ahead + 1, ahead + 2])
  expect(queue.left(q1).at(-1)?.sequence).toBe(ahead + 3)
})

it('sends first what was left from before, under the numbers it had', async () => {
  const waiting = [{ ...q1, sequence: noon + 5000 }]
  const { queue, sent, sequences, onDevice, answer } = aQueue({ waiting, highest: noon + 5000 })
  expect(queue.get().waiting).toEqual(waiting)
  queue.add(q2)
  await answer()
  await answer()
  await answer()
  expect(sent()).toEqual(['q1', 'q2'])
  expect(sequences()).toEqual([noon + 5000, noon + 5001])
  expect(onDevice()).toEqual([])
})

it('does not send again what another window has sent', async () => {
  const waiting = [
    { ...q1, sequence: 1 },
    { ...q2, sequence: 2 },
  ]
  const { queue, sent, fail, endPause, turn } = aQueue({ waiting })
  await turn()
  await fail(offline())
  queue.acknowledge({ questionId: 'q1', sequence: 1 })
  expect(queue.get()).toMatchObject({ lastSaved: 'q1', trouble: null, waiting: [q2] })
  await endPause()
  expect(sent()).toEqual(['q1', 'q2'])
})

it.each(['unknown-question', 'unknown-option'] as const)(
  'leaves out what can never be taken (%s), rather than hold up all others',
  async (code) => {
    const { queue, sent, onDevice, fail, answer, turn } = aQueue()
    queue.add(q1)
    queue.add(q2)
    await turn()
    await fail(refused(code))
    await answer()
    expect(sent()).toEqual(['q1', 'q2'])
    expect(queue.get()).toMatchObject({ waiting: [], lastSaved: 'q2', isOver: false })
    expect(onDevice()).toEqual([])
  },
)
