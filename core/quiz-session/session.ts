import { acknowledgeElsewhere, advanceQueue, isOnDevice, startDue } from './answer-queue.ts'
import { finishEarly, goToNext, postpone, submit } from './answering.ts'
import { askClock, extendDeadline, poll, postponePoll, readClock, schedulePoll } from './clock.ts'
import type { WindowMessage } from './effects.ts'
import { applyEnd, applyEndFailure } from './end-reply.ts'
import { endPause, expire, fetchOutcome, finishOnceDrained, goOn, sendEnd } from './ending.ts'
import type { QueueEvent, SessionEvent, Timed } from './events.ts'
import { dismissMessage, markDismissed } from './institute-messages.ts'
import {
  applyLateFailure,
  applyLateOutcome,
  endLatePause,
  sendLateAnswers,
} from './late-answers.ts'
import { noticeLogin } from './login.ts'
import { addWindow, pingWindows, removeWindow } from './other-windows.ts'
import { isHeld, isPauseRefusal, receiveRefusedAnswer, receiveRefusedEnd } from './pause.ts'
import { advanceReports, leave, observe, reportReturn } from './reports.ts'
import { andThen, choose, isLocked, type SessionState, type Step } from './session-state.ts'
import { advanceWarnings, markRead, readWarning } from './warnings.ts'

/**
 * The browser's side of one attempt. The caller carries out the effects in their order, and
 * answers each with an event; the screen shows the state.
 */
export function advanceSession<A>(
  session: SessionState<A>,
  event: Timed<SessionEvent<A>>,
): Step<A> {
  if (session.phase.at === 'ended') return advanceAfterEnd(session, event)
  const noticed = noticeLogin(session, event)
  const reported = andThen(applyEvent(noticed, event), (next) => advanceReports(next, event))
  const step = andThen(reported, (next) => advanceWarnings(next, event))
  return andThen(step, (next) => reconcile(next, event))
}

/**
 * Answers that did not go with the end are sent as late; the length of an absence is reported on
 * return.
 */
function advanceAfterEnd<A>(session: SessionState<A>, event: Timed<SessionEvent<A>>): Step<A> {
  return andThen(applyAfterEnd(session, event), sendLateAnswers)
}

function applyAfterEnd<A>(session: SessionState<A>, event: Timed<SessionEvent<A>>): Step<A> {
  switch (event.type) {
    case 'answer-stored':
      return noteStored(session, event)
    case 'late-taken':
      return applyLateOutcome(session, event.sent, event.outcome)
    case 'late-failed':
      return applyLateFailure(session, event.failure, event)
    case 'observed':
      return event.observed.durationMs === undefined
        ? [session, []]
        : observe(session, event.observed, event)
    case 'waited':
      return andThen(endLatePause(session, event.timer), (next) => advanceReports(next, event))
    case 'browser': {
      const step =
        event.change === 'online' ? endLatePause(session, null) : ([session, []] as const)
      return andThen(step, (next) => advanceReports(next, event))
    }
    default:
      return advanceReports(session, event)
  }
}

/** An answer that went along with the end need not be stored on the device. */
function noteStored<A>(
  session: SessionState<A>,
  event: Extract<Timed<SessionEvent<A>>, { type: 'answer-stored' }>,
): Step<A> {
  const { sent, sequence } = event
  const isWaiting = session.queue.waiting.some((one) => one.sequence === sent.answer.sequence)
  if (isWaiting) return passToQueue(session, event)
  if (sequence === null) return [session, []]
  return [session, [{ type: 'forget-answer', answer: { ...sent.answer, sequence } }]]
}

/** Derives the next effects from the queue, whatever has changed it. */
export function reconcile<A>(session: SessionState<A>, event: Timed<object>): Step<A> {
  const [queue, effects] = startDue(session.queue, [], (one) => isHeld(session, one))
  const next = { ...session, queue }
  const isClosed = session.phase.at === 'open' && queue.isOver
  if (session.phase.at === 'ended') return andThen([next, effects], sendLateAnswers)
  return andThen([next, effects], (one) =>
    isClosed ? fetchOutcome(one, event) : finishOnceDrained(one, event.at),
  )
}

function applyEvent<A>(session: SessionState<A>, event: Timed<SessionEvent<A>>): Step<A> {
  const { at } = event
  switch (event.type) {
    case 'started':
      return andThen(
        schedulePoll(passToQueue({ ...session, clockReceivedAt: at }, event), event),
        (next) => reportReturn(next, at),
      )
    case 'chosen':
      return isLocked(session) || session.questionId === undefined
        ? [session, []]
        : [choose(session, event.answer, at), []]
    case 'submitted':
      return submit(session, event)
    case 'postponed':
      return postpone(session)
    case 'finished-early':
      return finishEarly(session, event)
    case 'time-over':
      return expire(session, event)
    case 'watched':
      return [{ ...session, isWatched: session.pause === null }, []]
    case 'observed':
      return observe(session, event.observed, event)
    case 'page-hidden':
      return leave(session, event)
    case 'window-message':
      return receiveWindowMessage(session, event.from, event.message, event)
    case 'waited':
      return endWait(session, event)
    case 'browser':
      return noticeBrowser(session, event)
    case 'logged-in':
      return noticeBrowser(session, { ...event, type: 'browser', change: 'online' })
    case 'answer-stored':
      return passToQueue(session, event)
    case 'answer-failed': {
      const { sequence } = event.sent.answer
      const step = passToQueue(session, event)
      return isPauseRefusal(event.failure)
        ? andAskClock(andThen(step, (next) => receiveRefusedAnswer(next, sequence, at)))
        : step
    }
    case 'answer-taken': {
      const { questionId, sequence } = event.sent.answer
      const extended = session.pause
        ? ([session, []] as const)
        : extendDeadline(session, event.endsAt)
      const resumed = andThen(extended, (one) => goOn(one, event))
      const postponed = andThen(resumed, (one) => postponePoll(one, event))
      const [next, effects] = andThen(postponed, (one) => passToQueue(one, event))
      const isStored = isOnDevice(session.queue, event.sent.answer)
      const message = { type: 'saved', questionId, sequence: isStored ? sequence : null } as const
      return [next, [...effects, { type: 'broadcast', message }]]
    }
    case 'answers-loaded':
      return sendEnd(session, event.sent.turn, event.answers, at)
    case 'clock-received':
      return readClock(session, event.clock, event)
    case 'clock-failed':
      return readClock(session, null, event)
    case 'end-taken':
      return applyEnd(session, event.sent, event, at)
    case 'end-failed':
      return isPauseRefusal(event.failure)
        ? andAskClock(receiveRefusedEnd(session, event.sent, at))
        : applyEndFailure(session, event.sent, event.failure, event)
    case 'message-dismissed':
      return dismissMessage(session, event.id)
    case 'warning-read':
      return readWarning(session, event)
    // Late answers are sent after the end alone (applyAfterEnd).
    case 'late-taken':
    case 'late-failed':
    case 'acknowledgement-taken':
    case 'acknowledgement-failed':
    case 'report-taken':
    case 'report-failed':
    case 'went':
    case 'mark-pressed':
      return [session, []]
  }
}

function andAskClock<A>(step: Step<A>): Step<A> {
  return andThen(step, (next) => askClock(next, false))
}

function endWait<A>(
  session: SessionState<A>,
  event: Extract<Timed<SessionEvent<A>>, { type: 'waited' }>,
): Step<A> {
  switch (event.timer) {
    case 'send':
      return passToQueue(session, event)
    case 'next':
      return goToNext(session, event)
    case 'end':
      return endPause(session, event.at)
    case 'poll':
      return andThen(poll(session, event), pingWindows)
    default:
      return [session, []]
  }
}

function noticeBrowser<A>(
  session: SessionState<A>,
  event: Extract<Timed<SessionEvent<A>>, { type: 'browser' }>,
): Step<A> {
  const { change } = event
  const isSeen = change === 'shown' || (change !== 'hidden' && session.isSeen)
  const isOnline = change === 'online' || (change !== 'offline' && session.isOnline)
  const step = passToQueue({ ...session, isSeen, isOnline }, event)
  const isReturn = isSeen && change !== 'offline'
  const resumed = andThen(step, (next) =>
    change === 'online' ? endPause(next, event.at, true) : [next, []],
  )
  return isReturn ? andThen(resumed, (next) => askClock(next, false)) : resumed
}

function receiveWindowMessage<A>(
  session: SessionState<A>,
  from: string,
  message: WindowMessage,
  event: Timed<object>,
): Step<A> {
  switch (message.type) {
    case 'saved':
      return [{ ...session, queue: acknowledgeElsewhere(session.queue, message) }, []]
    case 'ended': {
      const queue = (message.taken ?? []).reduce(acknowledgeElsewhere<A>, session.queue)
      return fetchOutcome({ ...session, queue }, event)
    }
    case 'changed':
      return [session, []]
    case 'warning-read':
      return [markRead(session, message), []]
    case 'message-dismissed':
      return [markDismissed(session, message.id), []]
    case 'bye':
      return [removeWindow(session, from), []]
    case 'here':
      return [addWindow(session, from), []]
    case 'hello':
      return [addWindow(session, from), [{ type: 'broadcast', message: { type: 'here' } }]]
  }
}

function passToQueue<A>(session: SessionState<A>, event: Timed<QueueEvent<A>>): Step<A> {
  const [queue, effects] = advanceQueue(session.queue, event, (one) => isHeld(session, one))
  return [{ ...session, queue }, effects]
}
