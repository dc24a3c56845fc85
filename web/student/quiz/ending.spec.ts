import { expect, it, vi } from 'vitest'
import { NetworkError, RefusalError } from '../../client/request.ts'
import { openAnswerQueue } from './answer-queue.ts'
import { openEnding } from './ending.ts'
import type { Seen } from './watch/seen.ts'

const offline = new NetworkError(new TypeError('Failed to fetch'))
const fault = new RefusalError(500, {}, null)
const q1 = { questionId: 'q1', selectedOption: 2 }
const q2 = { questionId: 'q2', selectedOption: 0 }
const done = (finishReason: string) => ({ finishReason })

const busy = new RefusalError(503, { code: 'busy' }, 2)

function aQuiz({ isTooLate = false } = {}) {
  const send = vi.fn(async () => ({}))
  const finish = vi.fn(async (_answers: object) => done('Completed'))
  const finishExpired = vi.fn(async (_answers: object) => done('Time expired'))
  const finishForced = vi.fn(async (_seen: Seen, _answers: object) => done('Auto submission'))
  const finishLeaving = vi.fn()
  const hasTimeLeft = vi.fn(async () => false)
  const pauses: (() => void)[] = []
  const pausedMs: number[] = []
  const pause = (_failures: number, atLeastMs = 0) => {
    pausedMs.push(atLeastMs)
    return new Promise<void>((end) => pauses.push(end))
  }
  let endWhile = () => {}
  const aWhile = () =>
    new Promise<void>((end) => {
      endWhile = end
    })
  const onEnded = vi.fn()
  const queue = openAnswerQueue({
    send,
    pause,
    now: () => 1000,
    kept: { keep: async ({ sequence }) => sequence, drop: async () => {} },
    saved: [],
    waiting: [],
  })
  const ending = openEnding({
    queue,
    finish,
    finishExpired,
    finishForced,
    finishLeaving,
    pause,
    aWhile,
    aMoment: async () => {},
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
    ending,
    onEnded,
    pausedMs,
    endPause: () => pauses.shift()?.(),
    endWhile: () => endWhile(),
  }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

it('finishes after the last answer has got through', async () => {
  const { send, finish, queue, ending, onEnded, endPause } = aQuiz()
  send.mockRejectedValueOnce(offline)
  queue.add(q1)
  ending.finish()
  await turn()
  expect(ending.get()).toMatchObject({ at: 'sending', how: 'finished' })
  expect(finish).not.toHaveBeenCalled()
  endPause()
  await turn()
  expect(finish).toHaveBeenCalledExactlyOnceWith([], 0)
  expect(ending.get()).toEqual({ at: 'ended', finishReason: 'Completed', isLate: false })
  expect(onEnded).toHaveBeenCalled()
})

it('takes along what a slow net has not let through after a while', async () => {
  const { send, finish, queue, ending, endWhile } = aQuiz()
  send.mockReturnValue(new Promise(() => {}))
  queue.add(q1)
  ending.finish()
  await turn()
  expect(finish).not.toHaveBeenCalled()
  endWhile()
  await turn()
  expect(finish).toHaveBeenCalledExactlyOnceWith([{ ...q1, sequence: 1000 }], 0)
  expect(ending.get()).toMatchObject({ at: 'ended', finishReason: 'Completed' })
})

it('sends what is waiting and what was chosen along when the time is over', async () => {
  const { send, finishExpired, queue, ending } = aQuiz()
  send.mockReturnValue(new Promise(() => {}))
  queue.add(q1)
  ending.expire(q2)
  await turn()
  const answers = [
    { ...q1, sequence: 1000 },
    { ...q2, sequence: 1001 },
  ]
  expect(finishExpired).toHaveBeenCalledExactlyOnceWith(answers, 0)
  expect(ending.get()).toEqual({ at: 'ended', finishReason: 'Time expired', isLate: false })
})

it('lets the clock take over from a finish that is still on its way', async () => {
  const { send, finish, finishExpired, queue, ending } = aQuiz()
  send.mockReturnValue(new Promise(() => {}))
  queue.add(q1)
  ending.finish()
  ending.expire()
  ending.expire()
  await turn()
  expect(finishExpired).toHaveBeenCalledOnce()
  expect(finish).not.toHaveBeenCalled()
})

it('goes on if minutes were added that nobody here had heard of', async () => {
  const { finishExpired, hasTimeLeft, queue, ending } = aQuiz()
  hasTimeLeft.mockResolvedValueOnce(true)
  ending.expire(q1)
  await turn()
  expect(ending.get()).toEqual({ at: 'open' })
  expect(finishExpired).not.toHaveBeenCalled()
  queue.add(q1)
  expect(queue.get().waiting).toMatchObject([q1])
  ending.expire()
  await turn()
  expect(ending.get()).toMatchObject({ at: 'ended', finishReason: 'Time expired' })
})

it('goes on finishing if that is what it did when the clock took over', async () => {
  const { finish, finishExpired, hasTimeLeft, ending } = aQuiz()
  hasTimeLeft.mockResolvedValueOnce(true)
  ending.finish()
  ending.expire()
  await turn()
  expect(finishExpired).not.toHaveBeenCalled()
  expect(finish).toHaveBeenCalledOnce()
  expect(ending.get()).toMatchObject({ at: 'ended', finishReason: 'Completed' })
})

it('is sent once more, with what waits, when the page goes away meanwhile', async () => {
  const { send, finishLeaving, queue, ending } = aQuiz()
  send.mockReturnValue(new Promise(() => {}))
  ending.leave()
  expect(finishLeaving).not.toHaveBeenCalled()
  queue.add(q1)
  ending.finish()
  ending.leave()
  expect(finishLeaving).toHaveBeenCalledExactlyOnceWith([{ ...q1, sequence: 1000 }])
})

it('keeps trying while offline, and says when it was too late for what was waiting', async () => {
  const { finishExpired, ending, endPause } = aQuiz({ isTooLate: true })
  finishExpired.mockRejectedValueOnce(offline)
  ending.expire(q1)
  await turn()
  expect(ending.get()).toEqual({ at: 'sending', how: 'expired', isOffline: true })
  endPause()
  await turn()
  expect(ending.get()).toEqual({ at: 'ended', finishReason: 'Time expired', isLate: true })
})

it('tells a failure, and tries once more when asked to', async () => {
  const { finish, ending } = aQuiz()
  finish.mockRejectedValueOnce(fault)
  ending.finish()
  await turn()
  expect(ending.get()).toEqual({ at: 'failed', how: 'finished' })
  ending.retry()
  await turn()
  expect(ending.get()).toMatchObject({ at: 'ended' })
})

it('comes again when the server is busy, as late as it asks', async () => {
  const { finish, ending, pausedMs, endPause } = aQuiz()
  finish.mockRejectedValueOnce(busy)
  ending.finish()
  await turn()
  expect(ending.get()).toEqual({ at: 'sending', how: 'finished', isOffline: false })
  expect(pausedMs).toEqual([2000])
  endPause()
  await turn()
  expect(ending.get()).toMatchObject({ at: 'ended', finishReason: 'Completed' })
})

it('tells in the end that the server is busy', async () => {
  const { finish, ending, endPause } = aQuiz()
  finish.mockRejectedValue(busy)
  ending.finish()
  for (let n = 0; n < 10; n += 1) {
    await turn()
    endPause()
  }
  expect(ending.get()).toEqual({ at: 'failed', how: 'finished' })
  expect(finish).toHaveBeenCalledTimes(7)
})

it('asks how it ended when the server takes no more answers', async () => {
  const { send, finish, queue, ending } = aQuiz()
  send.mockRejectedValueOnce(new RefusalError(409, { code: 'attempt-over' }, null))
  finish.mockResolvedValueOnce(done('Time expired'))
  queue.add(q1)
  await turn()
  expect(ending.get()).toEqual({ at: 'ended', finishReason: 'Time expired', isLate: true })
})

const devtools = { kind: 'devtools', at: 1 } as const

it('forces an end with what the browser saw, once', async () => {
  const { finishForced, ending } = aQuiz()
  ending.force(devtools, q1)
  ending.force({ kind: 'hidden', at: 2 })
  ending.expire()
  await turn()
  expect(finishForced).toHaveBeenCalledExactlyOnceWith(devtools, [{ ...q1, sequence: 1000 }], 0)
  expect(ending.get()).toMatchObject({ at: 'ended', finishReason: 'Auto submission' })
})
