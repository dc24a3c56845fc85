import { expect, it, vi } from 'vitest'
import { NetworkError, RefusalError } from '../../client/request.ts'
import { createAnswerQueue } from './offline/answer-queue.ts'
import type { ProctoringEvent } from './proctoring/proctoring-event.ts'
import { createSubmission } from './submission.ts'

const offline = new NetworkError(new TypeError('Failed to fetch'))
const serverError = new RefusalError(500, {}, null)
const q1 = { questionId: 'q1', selectedOption: 2 }
const q2 = { questionId: 'q2', selectedOption: 0 }
const toFinishReply = (finishReason: string) => ({ finishReason })

const busy = new RefusalError(503, { code: 'busy' }, 2)

function createTestQuiz({ isTooLate = false } = {}) {
  const send = vi.fn(async () => ({}))
  const finish = vi.fn(async (_answers: object) => toFinishReply('Completed'))
  const finishExpired = vi.fn(async (_answers: object) => toFinishReply('Time expired'))
  const finishForced = vi.fn(async (_seen: ProctoringEvent, _answers: object) =>
    toFinishReply('Auto submission'),
  )
  const finishLeaving = vi.fn()
  const hasTimeLeft = vi.fn(async () => false)
  const pauses: (() => void)[] = []
  const pausedMs: number[] = []
  const pause = (_failures: number, atLeastMs = 0) => {
    pausedMs.push(atLeastMs)
    return new Promise<void>((end) => pauses.push(end))
  }
  let endDrainWait = () => {}
  const waitForDrain = () =>
    new Promise<void>((end) => {
      endDrainWait = end
    })
  const onEnded = vi.fn()
  const queue = createAnswerQueue({
    send,
    pause,
    now: () => 1000,
    store: { save: async ({ sequence }) => sequence, remove: async () => {} },
    saved: [],
    waiting: [],
  })
  const submission = createSubmission({
    queue,
    finish,
    finishExpired,
    finishForced,
    finishLeaving,
    pause,
    waitForDrain,
    waitForDeadline: async () => {},
    endsAt: () => 0,
    hasTimeLeftAfter: hasTimeLeft,
    isTooLate: () => isTooLate,
    onEnded,
  })
  return {
    send,
    finish,
    finishExpired,
    finishForced,
    finishLeaving,
    hasTimeLeft,
    queue,
    submission,
    onEnded,
    pausedMs,
    endPause: () => pauses.shift()?.(),
    endDrainWait: () => endDrainWait(),
  }
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

it('finishes after the last answer has got through', async () => {
  const { send, finish, queue, submission, onEnded, endPause } = createTestQuiz()
  send.mockRejectedValueOnce(offline)
  queue.add(q1)
  submission.finish()
  await nextTurn()
  expect(submission.get()).toMatchObject({ at: 'sending', kind: 'finished' })
  expect(finish).not.toHaveBeenCalled()
  endPause()
  await nextTurn()
  expect(finish).toHaveBeenCalledExactlyOnceWith([], 0)
  expect(submission.get()).toEqual({ at: 'ended', finishReason: 'Completed', isLate: false })
  expect(onEnded).toHaveBeenCalled()
})

it('takes along what a slow net has not let through after a while', async () => {
  const { send, finish, queue, submission, endDrainWait } = createTestQuiz()
  send.mockReturnValue(new Promise(() => {}))
  queue.add(q1)
  submission.finish()
  await nextTurn()
  expect(finish).not.toHaveBeenCalled()
  endDrainWait()
  await nextTurn()
  expect(finish).toHaveBeenCalledExactlyOnceWith([{ ...q1, sequence: 1000 }], 0)
  expect(submission.get()).toMatchObject({ at: 'ended', finishReason: 'Completed' })
})

it('sends what is waiting and what was chosen along when the time is over', async () => {
  const { send, finishExpired, queue, submission } = createTestQuiz()
  send.mockReturnValue(new Promise(() => {}))
  queue.add(q1)
  submission.expire(q2)
  await nextTurn()
  const answers = [
    { ...q1, sequence: 1000 },
    { ...q2, sequence: 1001 },
  ]
  expect(finishExpired).toHaveBeenCalledExactlyOnceWith(answers, 0)
  expect(submission.get()).toEqual({ at: 'ended', finishReason: 'Time expired', isLate: false })
})

it('lets the clock take over from a finish that is still on its way', async () => {
  const { send, finish, finishExpired, queue, submission } = createTestQuiz()
  send.mockReturnValue(new Promise(() => {}))
  queue.add(q1)
  submission.finish()
  submission.expire()
  submission.expire()
  await nextTurn()
  expect(finishExpired).toHaveBeenCalledOnce()
  expect(finish).not.toHaveBeenCalled()
})

it('goes on if minutes were added that nobody here had heard of', async () => {
  const { finishExpired, hasTimeLeft, queue, submission } = createTestQuiz()
  hasTimeLeft.mockResolvedValueOnce(true)
  submission.expire(q1)
  await nextTurn()
  expect(submission.get()).toEqual({ at: 'open' })
  expect(finishExpired).not.toHaveBeenCalled()
  queue.add(q1)
  expect(queue.get().waiting).toMatchObject([q1])
  submission.expire()
  await nextTurn()
  expect(submission.get()).toMatchObject({ at: 'ended', finishReason: 'Time expired' })
})

it('goes on finishing if that is what it did when the clock took over', async () => {
  const { finish, finishExpired, hasTimeLeft, submission } = createTestQuiz()
  hasTimeLeft.mockResolvedValueOnce(true)
  submission.finish()
  submission.expire()
  await nextTurn()
  expect(finishExpired).not.toHaveBeenCalled()
  expect(finish).toHaveBeenCalledOnce()
  expect(submission.get()).toMatchObject({ at: 'ended', finishReason: 'Completed' })
})

it('is sent once more, with what waits, when the page goes away meanwhile', async () => {
  const { send, finishLeaving, queue, submission } = createTestQuiz()
  send.mockReturnValue(new Promise(() => {}))
  submission.leave()
  expect(finishLeaving).not.toHaveBeenCalled()
  queue.add(q1)
  submission.finish()
  submission.leave()
  expect(finishLeaving).toHaveBeenCalledExactlyOnceWith([{ ...q1, sequence: 1000 }])
})

it('keeps trying while offline, and says when it was too late for what was waiting', async () => {
  const { finishExpired, submission, endPause } = createTestQuiz({ isTooLate: true })
  finishExpired.mockRejectedValueOnce(offline)
  submission.expire(q1)
  await nextTurn()
  expect(submission.get()).toEqual({ at: 'sending', kind: 'expired', isOffline: true })
  endPause()
  await nextTurn()
  expect(submission.get()).toEqual({ at: 'ended', finishReason: 'Time expired', isLate: true })
})

it('tells a failure, and tries once more when asked to', async () => {
  const { finish, submission } = createTestQuiz()
  finish.mockRejectedValueOnce(serverError)
  submission.finish()
  await nextTurn()
  expect(submission.get()).toEqual({ at: 'failed', kind: 'finished' })
  submission.retry()
  await nextTurn()
  expect(submission.get()).toMatchObject({ at: 'ended' })
})

it('comes again when the server is busy, as late as it asks', async () => {
  const { finish, submission, pausedMs, endPause } = createTestQuiz()
  finish.mockRejectedValueOnce(busy)
  submission.finish()
  await nextTurn()
  expect(submission.get()).toEqual({ at: 'sending', kind: 'finished', isOffline: false })
  expect(pausedMs).toEqual([2000])
  endPause()
  await nextTurn()
  expect(submission.get()).toMatchObject({ at: 'ended', finishReason: 'Completed' })
})

it('tells in the end that the server is busy', async () => {
  const { finish, submission, endPause } = createTestQuiz()
  finish.mockRejectedValue(busy)
  submission.finish()
  for (let n = 0; n < 10; n += 1) {
    await nextTurn()
    endPause()
  }
  expect(submission.get()).toEqual({ at: 'failed', kind: 'finished' })
  expect(finish).toHaveBeenCalledTimes(7)
})

it('asks how it ended when the server takes no more answers', async () => {
  const { send, finish, queue, submission } = createTestQuiz()
  send.mockRejectedValueOnce(new RefusalError(409, { code: 'attempt-over' }, null))
  finish.mockResolvedValueOnce(toFinishReply('Time expired'))
  queue.add(q1)
  await nextTurn()
  expect(submission.get()).toEqual({ at: 'ended', finishReason: 'Time expired', isLate: true })
})

const devtools = { kind: 'devtools', at: 1 } as const

it('forces an end with what the browser saw, once', async () => {
  const { finishForced, submission } = createTestQuiz()
  submission.force(devtools, q1)
  submission.force({ kind: 'hidden', at: 2 })
  submission.expire()
  await nextTurn()
  expect(finishForced).toHaveBeenCalledExactlyOnceWith(devtools, [{ ...q1, sequence: 1000 }], 0)
  expect(submission.get()).toMatchObject({ at: 'ended', finishReason: 'Auto submission' })
})
