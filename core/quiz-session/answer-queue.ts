import { getCallRetryMs } from '../retry/backoff.ts'
import type { PendingAnswer, QueueEffect } from './effects.ts'
import type { CallFailure, QueueEvent, Timed } from './events.ts'

/** A device that takes nothing leaves an answer in memory. */
type QueuedAnswer<A> = PendingAnswer<A> & {
  readonly place: 'new' | 'writing' | 'device' | 'memory'
}

export type AnswerQueue<A> = {
  /** Not yet acknowledged, oldest first. */
  readonly waiting: readonly QueuedAnswer<A>[]
  /** Questions of which the server has an answer. */
  readonly saved: readonly string[]
  readonly lastSaved: string | null
  /** Why nothing gets through: the net, or what the server said. */
  readonly sendError: 'offline' | { readonly message: string } | null
  /** Waiting answers outlive the page; false if the device cannot store anything. */
  readonly isStored: boolean
  /** The server takes no more answers for this attempt. */
  readonly isOver: boolean
  /** Handed over to another call: nothing more is sent from here. */
  readonly isClosed: boolean
  /** The answer that is on its way, by its number. */
  readonly sending: number | null
  readonly isPausing: boolean
  readonly failures: number
  readonly lastSequence: number
}

/** Whether an answer waits for now, and with it those that follow. */
type IsHeld<A> = (answer: PendingAnswer<A>) => boolean

type QueueStep<A> = readonly [AnswerQueue<A>, readonly QueueEffect<A>[]]

/** The attempt is closed, or gone: trying again would change nothing. */
const finalCodes = ['attempt-over', 'attempt-not-found']
/** Not of this paper: it would stand in the way of all others for ever. */
const unacceptableCodes = ['unknown-question', 'unknown-option', 'invalid-input']

/** `waiting` is left from before a reload or a crash, oldest first. */
export function createAnswerQueue<A>(
  saved: readonly string[],
  waiting: readonly PendingAnswer<A>[],
  /** Numbers that are used up, of answers that reports take along. */
  reported: readonly number[] = [],
): AnswerQueue<A> {
  return {
    waiting: waiting.map((answer) => ({ ...answer, place: 'device' })),
    saved,
    lastSaved: saved.at(-1) ?? null,
    sendError: null,
    isStored: true,
    isOver: false,
    isClosed: false,
    sending: null,
    isPausing: false,
    failures: 0,
    lastSequence: Math.max(0, ...reported, ...waiting.map(({ sequence }) => sequence)),
  }
}

export function addAnswer<A>(
  queue: AnswerQueue<A>,
  questionId: string,
  answer: A,
  at: number,
): AnswerQueue<A> {
  const sequence = getNextSequence(queue, at)
  const added = { questionId, answer, sequence, place: 'new' } as const
  return { ...queue, waiting: [...queue.waiting, added], lastSequence: sequence }
}

/** Chosen, and not submitted before the end: waits like any other, behind those submitted. */
export function addUnsubmitted<A>(
  queue: AnswerQueue<A>,
  unsubmitted: PendingAnswer<A> | null,
): AnswerQueue<A> {
  if (!unsubmitted) return queue
  const sequence = Math.max(unsubmitted.sequence, (queue.waiting.at(-1)?.sequence ?? 0) + 1)
  const lastSequence = Math.max(queue.lastSequence, sequence)
  const added = { ...unsubmitted, sequence, place: 'new' } as const
  return { ...queue, waiting: [...queue.waiting, added], lastSequence }
}

export function getNextSequence({ lastSequence }: { lastSequence: number }, at: number): number {
  return Math.max(lastSequence + 1, Math.round(at))
}

/** Nothing waits any more, or nothing can be sent. */
export function isDrained({ waiting, isOver, isClosed }: AnswerQueue<unknown>): boolean {
  return waiting.length === 0 || isOver || isClosed
}

/** The last of those that wait is not on the device yet. */
export function isWriting({ waiting }: AnswerQueue<unknown>): boolean {
  const place = waiting.at(-1)?.place
  return place === 'new' || place === 'writing'
}

/** Other windows know only what is on the device, where each number is given once. */
export function acknowledgeElsewhere<A>(
  queue: AnswerQueue<A>,
  { questionId, sequence }: { readonly questionId: string; readonly sequence: number | null },
): AnswerQueue<A> {
  const waiting = queue.waiting.filter(
    (one) => one.place !== 'device' || one.sequence !== sequence || one.questionId !== questionId,
  )
  return addSaved({ ...queue, waiting }, questionId)
}

/**
 * Writes each answer down on the device, then sends them one by one, in order, and tries again
 * until the server has said yes.
 */
export function advanceQueue<A>(
  queue: AnswerQueue<A>,
  event: Timed<QueueEvent<A>>,
  isHeld?: IsHeld<A>,
): QueueStep<A> {
  const [next, effects] = applyEvent(queue, event)
  return startDue(next, effects, isHeld)
}

function applyEvent<A>(queue: AnswerQueue<A>, event: Timed<QueueEvent<A>>): QueueStep<A> {
  switch (event.type) {
    case 'answer-stored':
      return [setNumber(queue, event.sent.answer, event.sequence), []]
    case 'answer-taken': {
      const { answer } = event.sent
      const next = addSaved(remove(queue, answer), answer.questionId)
      return [next, isOnDevice(queue, answer) ? [{ type: 'forget-answer', answer }] : []]
    }
    case 'answer-failed':
      return applyFailure(queue, event)
    case 'waited':
      return [event.timer === 'send' ? { ...queue, isPausing: false } : queue, []]
    case 'browser':
      return [event.change === 'online' ? { ...queue, isPausing: false } : queue, []]
    case 'started':
      return [queue, []]
  }
}

function applyFailure<A>(
  queue: AnswerQueue<A>,
  { sent, failure, jitter }: Extract<Timed<QueueEvent<A>>, { type: 'answer-failed' }>,
): QueueStep<A> {
  const { answer } = sent
  if (queue.sending !== answer.sequence) return [queue, []]
  const code = failure.kind === 'refused' ? failure.code : ''
  if (finalCodes.includes(code)) return [{ ...queue, sending: null, isOver: true }, []]
  if (unacceptableCodes.includes(code))
    return [
      { ...remove(queue, answer), failures: 0 },
      isOnDevice(queue, answer) ? [{ type: 'forget-answer', answer }] : [],
    ]
  const failures = queue.failures + 1
  const retryAfterMs = failure.kind === 'refused' ? failure.retryAfterMs : 0
  const ms = getCallRetryMs(failures, jitter, retryAfterMs)
  const sendError = failure.kind === 'offline' ? 'offline' : toSendError(queue, failure)
  return [
    { ...queue, sending: null, isPausing: true, failures, sendError },
    [{ type: 'wait', timer: 'send', ms }],
  ]
}

/** A pause is no error: the page says so by itself. */
function toSendError<A>(
  { sendError }: AnswerQueue<A>,
  { code, message }: Extract<CallFailure, { kind: 'refused' }>,
) {
  return code === 'attempt-paused' ? sendError : { message }
}

/** Starts what is due: the next answer to write down, the first one to send. */
export function startDue<A>(
  queue: AnswerQueue<A>,
  effects: readonly QueueEffect<A>[] = [],
  isHeld: IsHeld<A> = () => false,
): QueueStep<A> {
  const unwritten = queue.waiting.find(({ place }) => place === 'new' || place === 'writing')
  if (unwritten?.place === 'new') {
    const waiting = queue.waiting.map((one) =>
      one === unwritten ? { ...one, place: 'writing' as const } : one,
    )
    const stored = [...effects, toEffect('store-answer', unwritten)]
    return startDue({ ...queue, waiting }, stored, isHeld)
  }
  const first = queue.waiting[0]
  const isIdle = queue.sending === null && !queue.isPausing && !queue.isClosed && !queue.isOver
  if (!first || first === unwritten || !isIdle || isHeld(first)) return [queue, effects]
  return [{ ...queue, sending: first.sequence }, [...effects, toEffect('send-answer', first)]]
}

function toEffect<A, Type extends 'store-answer' | 'send-answer'>(
  type: Type,
  queued: QueuedAnswer<A>,
) {
  const { questionId, answer, sequence } = queued
  return { type, answer: { questionId, answer, sequence } }
}

/** The device may have given a number before, in another window: those that follow come after it. */
function setNumber<A>(
  queue: AnswerQueue<A>,
  stored: PendingAnswer<A>,
  sequence: number | null,
): AnswerQueue<A> {
  const index = queue.waiting.findIndex(
    (one) => one.place === 'writing' && one.sequence === stored.sequence,
  )
  if (index < 0) return queue
  let last = sequence ?? stored.sequence
  const place = sequence === null ? 'memory' : 'device'
  const waiting = queue.waiting.map((one, position) => {
    if (position < index) return one
    if (position === index) return { ...one, sequence: last, place } as const
    last = Math.max(one.sequence, last + 1)
    return { ...one, sequence: last }
  })
  const lastSequence = Math.max(queue.lastSequence, last)
  return { ...queue, waiting, isStored: sequence !== null, lastSequence }
}

/** Else its number may be that of another window's answer. */
export function isOnDevice<A>(queue: AnswerQueue<A>, { questionId, sequence }: PendingAnswer<A>) {
  return queue.waiting.some(
    (one) => one.place === 'device' && one.questionId === questionId && one.sequence === sequence,
  )
}

function remove<A>(queue: AnswerQueue<A>, { questionId, sequence }: PendingAnswer<A>) {
  const waiting = queue.waiting.filter(
    (one) => one.sequence !== sequence || one.questionId !== questionId,
  )
  const sending = queue.sending === sequence ? null : queue.sending
  return { ...queue, waiting, sending }
}

function addSaved<A>(queue: AnswerQueue<A>, questionId: string): AnswerQueue<A> {
  const saved = [...queue.saved.filter((id) => id !== questionId), questionId]
  return { ...queue, saved, lastSaved: questionId, sendError: null, failures: 0 }
}
