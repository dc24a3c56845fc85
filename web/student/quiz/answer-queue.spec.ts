import { expect, it } from 'vitest'
import type { RefusalCode } from '#contract/refusals.ts'
import { NetworkFault, Refused } from '../../api.ts'
import { openAnswerQueue, type WaitingAnswer } from './answer-queue.ts'

const noon = Date.UTC(2026, 10, 21, 12)
const offline = () => new NetworkFault(new TypeError('Failed to fetch'))
const refused = (code: RefusalCode) => new Refused(409, { code, message: code }, null)

/** What the server answers is decided by us, one answer at a time; pauses end when we say so. */
function aQueue(saved: readonly string[] = []) {
  const sent: WaitingAnswer[] = []
  const calls: { answer: () => void; fail: (fault: Error) => void }[] = []
  const pauses: { failures: number; end: () => void }[] = []
  const queue = openAnswerQueue({
    send: (answer) => {
      sent.push(answer)
      return new Promise<void>((resolve, reject) => {
        calls.push({ answer: resolve, fail: reject })
      })
    },
    pause: (failures) => new Promise((end) => pauses.push({ failures, end })),
    now: () => noon,
    saved,
  })
  const turn = (_done?: unknown) => new Promise((resolve) => setImmediate(resolve))
  return {
    queue,
    sent: () => sent.map(({ questionId }) => questionId),
    sequences: () => sent.map(({ sequence }) => sequence),
    answer: () => turn(calls.shift()?.answer()),
    fail: (fault: Error) => turn(calls.shift()?.fail(fault)),
    endPause: () => turn(pauses.shift()?.end()),
    pauses,
  }
}

const q1 = { questionId: 'q1', selectedOption: 2 }
const q2 = { questionId: 'q2', selectedOption: 0 }

it('sends one answer at a time, in order, each later than the last by the server’s clock', async () => {
  const { queue, sent, sequences, answer } = aQueue()
  queue.add(q1)
  queue.add(q2)
  expect(sent()).toEqual(['q1'])
  await answer()
  expect(sent()).toEqual(['q1', 'q2'])
  expect(sequences()).toEqual([noon, noon + 1])
})

it('counts an answer as saved only after the server said so', async () => {
  const { queue, answer } = aQueue(['q0'])
  expect(queue.get()).toMatchObject({ lastSaved: 'q0', saved: new Set(['q0']) })
  queue.add(q1)
  expect(queue.get()).toMatchObject({ lastSaved: 'q0', waiting: [q1] })
  await answer()
  expect(queue.get()).toMatchObject({ lastSaved: 'q1', waiting: [] })
  expect([...queue.get().saved]).toEqual(['q0', 'q1'])
})

it('tries again until it gets through, waiting longer each time', async () => {
  const { queue, sent, fail, answer, endPause, pauses } = aQueue()
  queue.add(q1)
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
  const { queue, answer } = aQueue()
  queue.add(q1)
  queue.add(q2)
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
  const { queue, sent, fail } = aQueue()
  queue.add(q1)
  await fail(refused(code))
  expect(queue.get()).toMatchObject({ isOver: true, waiting: [q1] })
  await queue.drained()
  queue.add(q2)
  expect(sent()).toEqual(['q1'])
})

it('hands over what is left, with what was chosen last at the end, and sends no more', async () => {
  const { queue, sent, answer } = aQueue()
  queue.add(q1)
  expect(queue.close(q2)).toMatchObject([q1, q2])
  await answer()
  expect(sent()).toEqual(['q1'])
})
